import type { Flow } from "../../../domain/flows/Flow.ts"
import { sendsMarketingMail } from "../../../domain/flows/sendsMarketingMail.ts"
import { SenderCheckNote } from "../../sending/SenderCheckNote.tsx"
import { useSender } from "../../sending/useSender.ts"

const LastCheck = () => {
  const { data: sender } = useSender()
  return sender === undefined ? null : <SenderCheckNote check={sender.data.last_check} />
}

/** The result of the last check of the sender's domain, on a flow that is not active yet and would send marketing e-mail. */
export const FlowSenderCheck = ({ flow: { status, definition } }: { readonly flow: Flow }) =>
  status === "paused" && sendsMarketingMail(definition) ? <LastCheck /> : null
