import type { Mail } from "./EmailTransport.ts"

/** The mail that lets a user set a new password. Requires a link that needs no HTML escaping. */
export const resetMail = (message_id: string, to: string, link: string): Mail => ({
  message_id,
  from_name: "Tally",
  to,
  subject: "Set a new password",
  text: `Somebody, probably you, asked for a new password for the dashboard. Set it here within an hour:\n\n${link}\n\nThe link works once. If it was not you, do nothing: your password stays as it is.\n`,
  html: `<p>Somebody, probably you, asked for a new password for the dashboard.</p><p><a href="${link}">Set a new password</a> within an hour. The link works once.</p><p>If it was not you, do nothing: your password stays as it is.</p>`,
  headers: {}
})
