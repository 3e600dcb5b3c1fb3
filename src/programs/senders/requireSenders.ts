import { Effect } from "effect"
import type { NamedSender } from "../../domain/flows/sendersOfFlow.ts"
import { ValidationFailed, type ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { FurtherSenders } from "../../store/senders/FurtherSenders.ts"

export const unknownSender = "Is no sender of this account"

/** The sender that a campaign names. Pure. */
export const sendersOfCampaign = (sender_id: string | null | undefined): ReadonlyArray<NamedSender> =>
  sender_id == null ? [] : [{ field: "sender_id", sender_id }]

/** Fails where further senders are named that the account does not have. Those that it has stay until the open transaction ends. */
export const requireSenders = Effect.fnUntraced(function* (
  senders: FurtherSenders["Service"],
  account_id: string,
  named: ReadonlyArray<NamedSender>
) {
  const ids = named.flatMap(({ sender_id }) => (sender_id === null ? [] : [sender_id]))
  const known = yield* senders.hold(account_id, [...new Set(ids)])
  const issues = named.flatMap(({ field, sender_id }): ReadonlyArray<ValidationIssue> =>
    sender_id === null || known.has(sender_id) ? [] : [{ field, message: unknownSender }]
  )
  if (issues.length > 0) return yield* new ValidationFailed({ issues })
})
