import { Clock, Context, DateTime, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { judgeTracking, nextTrackingCheck, type TrackingFault } from "../../domain/senders/trackingChecks.ts"
import { namesAbove, type TrackingDomain } from "../../domain/senders/TrackingDomain.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { trackingMail } from "../../outbound/email/trackingMail.ts"
import { TrackingCalls } from "../../outbound/senders/TrackingCalls.ts"
import { Members } from "../../store/accounts/Members.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"
import { TrackingDomains, type TrackingRow } from "../../store/senders/TrackingDomains.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { makeTurns } from "../accounts/makeTurns.ts"
import { trackingState } from "./trackingState.ts"

/** Checks tracking domains: links of mail have them while they work (contract §19). */
export class CheckTracking extends Context.Service<
  CheckTracking,
  {
    /** Checks the domain of the account at once. Fails without one. */
    readonly check: (account_id: string) => Effect.Effect<TrackingDomain, ValidationFailed | Unavailable>
    /** Checks the domains whose next check is due. Several processes share them. */
    readonly checkDue: Effect.Effect<void, Unavailable>
  }
>()("tally/programs/senders/CheckTracking") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const domains = yield* SenderDomains
      const tracking = yield* TrackingDomains
      const members = yield* Members
      const calls = yield* TrackingCalls
      const transport = yield* EmailTransport
      const { hostname, href } = yield* publicUrl
      const inTurn = makeTurns(
        yield* Semaphore.make(permits.senderChecks),
        Semaphore.make(permits.senderChecksOfAccount)
      )

      const tellOwners = Effect.fnUntraced(function* ({ account_id, host }: TrackingRow, text: string) {
        if (!transport.sends) return
        const owners = yield* members.ownerAddresses(account_id)
        const link = `${href}/dashboard/a/${account_id}/settings/sending`
        yield* Effect.forEach(
          owners,
          Effect.fnUntraced(function* (to) {
            yield* transport.send(trackingMail(yield* makeId("tdm"), { to, host, text, link }))
          }),
          { discard: true }
        )
      })

      const faultOf = Effect.fnUntraced(function* ({
        account_id,
        host
      }: TrackingRow): Effect.fn.Return<TrackingFault | undefined, Unavailable> {
        const { isProven, others } = yield* domains.holders(account_id, ...namesAbove(host))
        return !isProven && others.length > 0 ? "held_by_other" : yield* calls.look(account_id, host)
      })

      const judge = Effect.fnUntraced(function* (account_id: string) {
        const row = yield* tracking.read(account_id)
        if (row === undefined) return yield* noDomain
        const fault = yield* faultOf(row)
        const now = yield* Clock.currentTimeMillis
        const state = judgeTracking(row, fault)
        const isKept = yield* transact(sql)(
          Effect.andThen(senders.lock(account_id), tracking.keep(row, state, now, now + nextTrackingCheck(state)))
        )
        const isGivenUp = isKept && row.status === "working" && state.status === "failed"
        const found = trackingState({ ...row, ...state, checked_at: DateTime.makeUnsafe(now) }, hostname)
        // The domain is no longer used; a notice that is not sent changes nothing of it.
        if (isGivenUp)
          yield* Effect.catchCause(tellOwners(row, found.message ?? ""), (cause) =>
            Effect.logWarning("Owners could not be told of their tracking domain", cause)
          )
        return found
      })

      const check = Effect.fn("CheckTracking.check")((account_id: string) => inTurn(account_id, judge(account_id)))

      return CheckTracking.of({
        check,
        checkDue: Effect.gen(function* () {
          const due = yield* transact(sql)(tracking.claimDue)
          yield* Effect.forEach(
            due,
            ({ account_id }) => Effect.catchTag(check(account_id), "ValidationFailed", () => Effect.void),
            { concurrency: permits.senderChecks, discard: true }
          )
        })
      })
    })
  )
}

const noDomain = invalid("tracking_domain", "Set a tracking domain first")

/** Checks tracking domains that are due, once in five minutes, for as long as the program runs. */
export const CheckingTrackingLayer = Layer.effectDiscard(
  Effect.flatMap(CheckTracking, ({ checkDue }) =>
    checkDue.pipe(
      Effect.catchCause((cause) => Effect.logWarning("Tracking domains could not be checked", cause)),
      Effect.andThen(Effect.sleep("5 minutes")),
      Effect.forever,
      Effect.forkScoped
    )
  )
)
