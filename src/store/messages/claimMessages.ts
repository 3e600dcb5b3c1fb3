import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { couponVariable } from "../../domain/coupons/MessageCoupon.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { localDay } from "../../domain/zones/localTime.ts"
import { isHeldOut } from "../../domain/lift/holdout.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { limitAccounts, type MessageCapacity } from "../../domain/messages/SendCapacity.ts"
import { readAccounts, readAdvancedClocks } from "../accounts/readAccounts.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { makeMessageProducts } from "../products/messageProducts.ts"
import { makeDueRows } from "../sql/dueRows.ts"
import { queues } from "../sql/queues.ts"
import { makeClaimLimited } from "./claimLimited.ts"
import { type ClaimedMessage, claimRows } from "./claimRows.ts"
import { makeChosenContents } from "./chosenContents.ts"
import { limitsOf } from "./limitsRow.ts"
import { templateData } from "./templateData.ts"

interface ClaimOptions {
  readonly now: number
  /** The instant that leases are compared with. */
  readonly time: Statement.Fragment
  /** Duration of the claim in milliseconds. */
  readonly lease: number
  readonly channel: Channel
  readonly capacity: MessageCapacity
}

/**
 * `claim` claims due messages of a channel within the capacity and the accounts' own limits, round robin between accounts and the oldest
 * of each first, with the data they are decided on and rendered with; it joins the open transaction. `recheck` says that an account
 * whose hour was used up has messages left in it again.
 */
export const makeClaimMessages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { readDueAccounts } = yield* makeDueRows(sql)
  const { inBatches } = yield* accountPlacement
  const limited = makeClaimLimited(sql)
  const compose = makeChosenContents(sql)
  const withProducts = makeMessageProducts(sql)

  const due = Effect.fnUntraced(function* ({ now, time, channel, capacity }: ClaimOptions) {
    const { available, shared = available } = capacity
    // All texts go through the process's provider.
    const limit = channel === "sms" ? Math.min(available, shared) : available
    if (limit === 0) return []
    return yield* readDueAccounts({
      ...queues[channel],
      condition: sql`(claimed_until IS NULL OR claimed_until <= ${time})`,
      now,
      clocks: yield* readAdvancedClocks(sql),
      perAccount: capacity.perAccount,
      inFlight: capacity.inFlight,
      limit,
      shared: shared < limit ? shared : undefined
    })
  })

  const claim = Effect.fnUntraced(function* (given: ClaimOptions) {
    const options = { ...given, capacity: limitAccounts(given.capacity, limited.exhausted(given.channel, given.now)) }
    const heads = yield* due(options)
    if (heads.length === 0) return []
    const accounts = yield* readAccounts(
      sql,
      heads.map(({ account_id }) => account_id)
    )
    const prepared = heads.flatMap((head) => {
      const account = accounts.get(head.account_id)
      if (account === undefined) return []
      const now = options.now + head.clock_offset
      return [{ ...head, now, day: localDay(now, account.timezone), limits: limitsOf(account) }]
    })
    const [unlimited, underLimits] = limited.split(options.channel, prepared)
    const free = yield* inBatches(unlimited, (batch) => claimRows(sql, options, batch))
    const claimed: ReadonlyArray<ClaimedMessage> = [...free, ...(yield* limited.claim(options, underLimits))]
    const days = new Map(prepared.map(({ account_id, day }) => [account_id, day]))
    const messages = claimed.flatMap(({ message, data, places, counted_hour, frequency }) => {
      const account = accounts.get(message.account_id)
      const day = days.get(message.account_id)
      if (account === undefined || day === undefined) return []
      const { clock_offset } = account
      const shown = templateData(account, data)
      const variables = { ...shown.data, coupon: couponVariable(message.coupons) }
      const { account_place, flow_place, flow_holdout } = places
      const held_out =
        isHeldOut(account_place, account.holdout_percent) || isHeldOut(flow_place ?? 0, flow_holdout ?? 0)
      return [{ ...message, held_out, clock_offset, day, counted_hour, frequency, ...shown, data: variables }]
    })
    const composed: ReadonlyArray<DueMessage> = yield* compose(options.now, messages)
    return yield* withProducts(options.now, composed)
  })

  return { claim, recheck: limited.recheck }
})
