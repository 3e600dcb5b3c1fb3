import type { SenderProfile } from "../../domain/senders/SenderProfile.ts"
import { singleLine } from "../../domain/values/Text.ts"
import type { Mail } from "./EmailTransport.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"

/** The mail by which an account tries its sender. */
export const testMail = (
  message_id: string,
  to: string,
  { from_name, reply_to }: SenderProfile,
  account_name: string
): Mail => {
  const name = singleLine(from_name ?? account_name)
  return {
    message_id,
    from_name: name,
    ...(reply_to === null ? {} : { reply_to }),
    to,
    subject: `Test mail from ${name}`,
    text: `This is a test mail from ${name}. It arrived, so your sender works.\n`,
    html: `<p>This is a test mail from ${escapeHtml(name)}.</p><p>It arrived, so your sender works.</p>`,
    headers: {}
  }
}
