import { Effect } from "effect"
import { missingFields, senderIssues } from "../../domain/senders/MailRoute.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { Senders } from "../../store/senders/Senders.ts"

/** Gives a function that tells what an account's sender lacks for marketing e-mail, as issues (contract §12). */
export const makeMissingSender = Effect.gen(function* () {
  const senders = yield* Senders
  const { server } = yield* EmailTransport
  return Effect.fnUntraced(function* (account_id: string, sending: "flow" | "campaign") {
    const { profile, shared_address, smtp_host, domain_proven } = yield* senders.read(account_id)
    const settings = { from_email: profile.from_email, shared_address, has_server: smtp_host !== null, domain_proven }
    return senderIssues(missingFields(profile, settings, server), sending)
  })
})
