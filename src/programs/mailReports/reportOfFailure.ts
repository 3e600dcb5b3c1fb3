import type { DeliveryReport } from "../../domain/mailReports/DeliveryReport.ts"
import type { SendOutcome } from "../../domain/messages/Message.ts"
import { isRefusal } from "../../domain/messages/SmtpReply.ts"
import type { SendFailed } from "../../outbound/sending/SendFailed.ts"

/**
 * The report that a failed send amounts to, undefined for none. A failure of the mailbox counts when the message is given up, so that
 * greylisting counts nothing (contract §4.7). Pure.
 */
export const reportOfFailure = (
  { failure, code }: SendFailed,
  { message_id, status }: Pick<SendOutcome, "message_id" | "status">,
  email: string
): DeliveryReport | undefined => {
  const about = { email, message_id, at: null, code }
  if (failure === "recipient") return { ...about, kind: "bounced" }
  if (failure === "mailbox" && status === "failed") return { ...about, kind: "soft_bounced" }
  return failure !== null && isRefusal(failure) ? { ...about, kind: "refused", refusal: failure } : undefined
}
