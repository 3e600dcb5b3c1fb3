import type { Flow } from "../../../domain/flows/Flow.ts"
import { marketingSenders } from "../../../domain/flows/sendersOfFlow.ts"
import { useSenders } from "../../senders/useSenders.ts"
import { SenderCheckNote } from "../../sending/SenderCheckNote.tsx"
import { useSender } from "../../sending/useSender.ts"

const OwnCheck = () => {
  const { data: sender } = useSender()
  return sender === undefined ? null : <SenderCheckNote check={sender.data.last_check} />
}

const FurtherCheck = ({ id }: { readonly id: string }) => {
  const sender = useSenders().data?.data.find((one) => one.id === id)
  return sender === undefined ? null : <SenderCheckNote check={sender.last_check} section="senders" />
}

/** The result of the last check of the domain of each sender, on a flow that is not active yet and would send marketing e-mail. */
export const FlowSenderCheck = ({ flow: { status, definition } }: { readonly flow: Flow }) =>
  status !== "paused"
    ? null
    : [...new Set(marketingSenders(definition).map(({ sender_id }) => sender_id))].map((id) =>
        id === null ? <OwnCheck key="" /> : <FurtherCheck key={id} id={id} />
      )
