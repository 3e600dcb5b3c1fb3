import { Effect } from "effect"
import { makeId } from "../../domain/values/Id.ts"
import type { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { invitationMail } from "../../outbound/email/invitationMail.ts"

/** An invitation's link: mailed to the invited address, or else shown to the inviting user. Neither if the mail server failed. */
export interface DeliveredLink {
  readonly link: string | null
  readonly mailed: boolean
}

/**
 * Mails an invitation's link if a mail server is configured; otherwise returns it to be shown. A mailed link is never shown, so that
 * its use proves the address.
 */
export const deliverLink = Effect.fn("deliverLink")(function* (
  transport: EmailTransport["Service"],
  to: string,
  account_name: string,
  link: string
) {
  if (!transport.sends) return { link, mailed: false }
  const mail = invitationMail(yield* makeId("ivm"), to, account_name, link)
  return yield* transport.send(mail).pipe(
    Effect.timeout("15 seconds"),
    Effect.as({ link: null, mailed: true }),
    Effect.catch(() =>
      Effect.as(Effect.logWarning("The link of an invitation could not be mailed"), { link: null, mailed: false })
    )
  )
})
