import { Effect } from "effect"
import type { NamedSender } from "../../domain/flows/sendersOfFlow.ts"
import { furtherSenderIssues, missingFields, senderIssues } from "../../domain/senders/MailRoute.ts"
import { firstOfEachField } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { makeReadSenders } from "./makeReadSenders.ts"
import { unknownSender } from "./requireSenders.ts"

/** Gives a function that tells what the senders of marketing e-mail lack, as issues (contract §12). */
export const makeMissingSender = Effect.gen(function* () {
  const { one } = yield* makeReadSenders
  const { server } = yield* EmailTransport
  return Effect.fnUntraced(function* (
    account_id: string,
    sending: "flow" | "campaign",
    named: ReadonlyArray<NamedSender>
  ) {
    // Each sender at the first place that names it.
    const places = new Map(named.toReversed().map((place) => [place.sender_id, place.field]))
    const issues = yield* Effect.forEach(places, ([sender_id, field]) =>
      Effect.map(one(account_id, sender_id), (sender) => {
        if (sender === undefined) return [{ field, message: unknownSender }]
        const { profile, shared_address, smtp_host, domain_proven } = sender
        const has_server = smtp_host !== null
        const settings = { from_email: profile.from_email, shared_address, has_server, domain_proven }
        const missing = missingFields(profile, settings, server)
        return sender_id === null ? senderIssues(missing, sending) : furtherSenderIssues(missing, { field, sending })
      })
    )
    return firstOfEachField(...issues)
  })
})
