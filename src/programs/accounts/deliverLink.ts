import { Effect } from "effect"
import { makeId } from "../../domain/values/Id.ts"
import type { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { invitationMail } from "../../messages/email/invitationMail.ts"

/** Where the link of an invitation went: to its address, or to whoever made it, who hands it out. Neither: the mail server failed. */
export interface DeliveredLink {
  readonly link: string | null
  readonly mailed: boolean
}

/** Mails the link of an invitation, and shows it to nobody then: its use proves the address. Shows it where no mail server is set. */
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
