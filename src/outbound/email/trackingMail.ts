import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import type { Mail } from "./EmailTransport.ts"

/** The mail that tells an owner that a tracking domain is no longer used. Requires a link that needs no HTML escaping. */
export const trackingMail = (
  message_id: string,
  { to, host, text, link }: Readonly<Record<"to" | "host" | "text" | "link", string>>
): Mail => ({
  message_id,
  from_name: "Tally",
  to,
  subject: `${host} does not work any more`,
  text: `The links of your mail have the address of this service again, and links in mail that was sent with ${host} do not open until it works. ${text}\n\n${link}\n`,
  html: `<p>The links of your mail have the address of this service again, and links in mail that was sent with ${escapeHtml(host)} do not open until it works. ${escapeHtml(text)}</p><p><a href="${link}">See the record to publish</a></p>`,
  headers: {}
})
