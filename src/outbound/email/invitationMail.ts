import { singleLine } from "../../domain/values/Text.ts"
import type { Mail } from "./EmailTransport.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"

/** The mail that invites a user to an account. Requires a link that needs no HTML escaping. */
export const invitationMail = (message_id: string, to: string, account_name: string, link: string): Mail => {
  const name = singleLine(account_name)
  return {
    message_id,
    from_name: "Tally",
    to,
    subject: `You are invited to ${name}`,
    text: `You are invited to ${name} on Tally. Accept within seven days:\n\n${link}\n\nThe link works once. If you do not know the sender, do nothing.\n`,
    html: `<p>You are invited to ${escapeHtml(name)} on Tally.</p><p><a href="${link}">Accept the invitation</a> within seven days. The link works once.</p><p>If you do not know the sender, do nothing.</p>`,
    headers: {}
  }
}
