import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { leftOfHour, nextHour } from "../../domain/messages/HourUsage.ts"
import { hourlyLimit, type SendingLimits } from "../../domain/messages/SendingLimits.ts"
import type { DueAccount } from "../sql/dueRows.ts"
import { type ClaimedMessage, claimRows } from "./claimRows.ts"
import { withFrequency } from "./frequencyCounts.ts"
import { countInHour, lockHour } from "./sendingHours.ts"

/** An account with due messages and limits. `now` and `day` are of the account's clock. */
interface LimitedAccount extends DueAccount {
  readonly now: number
  readonly day: string
  readonly limits: SendingLimits
}

interface LimitedOptions {
  readonly now: number
  readonly time: Statement.Fragment
  readonly lease: number
  readonly channel: Channel
}

// Milliseconds; raised limits take effect within this time.
const maxExhausted = 10_000

/**
 * Claims of accounts that limit their own sending (contract §12). Each account's messages are claimed under a lock of its row of
 * `sending_hours`, so that claims of several processes count each other's.
 */
export const makeClaimLimited = (sql: SqlClient.SqlClient) => {
  // Accounts with a used-up hour, and when each is looked at again, in milliseconds of this process's clock.
  const waiting: Readonly<Record<Channel, Map<string, number>>> = { email: new Map(), sms: new Map() }

  const claimOf = Effect.fnUntraced(function* (options: LimitedOptions, account: LimitedAccount) {
    const { account_id, take, now, day, limits } = account
    const { channel } = options
    const used = (yield* lockHour(sql, account_id, now))[channel]
    const limit = hourlyLimit(limits, channel, now)
    // A process with a clock ahead of this one may have begun the next hour.
    const left = leftOfHour(limit, used, take, Math.max(now, used.hour))
    if (limit !== undefined && left < take) {
      const until = options.now + Math.min(maxExhausted, nextHour(now) - now)
      waiting[channel].set(account_id, until)
    }
    const set =
      limits.frequency_cap === null
        ? {}
        : {
            set: sql`counted_on = CASE WHEN m.class = 'marketing' AND m.purpose IN ('flow', 'campaign') THEN ${day}::date END`
          }
    if (left === 0) return []
    // Marketing that waits for an hour with room must not keep the messages about an order waiting.
    const urgent = yield* claimRows(sql, { ...options, ...set, condition: sql`class = 'transactional'` }, [
      { ...account, take: left }
    ])
    const rest = yield* claimRows(sql, { ...options, ...set }, [{ ...account, take: left - urgent.length }])
    const claimed = [...urgent, ...rest]
    if (limit !== undefined && claimed.length > 0) yield* countInHour(sql, account_id, channel, claimed.length)
    const counted = limit === undefined ? claimed : claimed.map((one) => ({ ...one, counted_hour: used.hour }))
    return yield* withFrequency(sql, limits.frequency_cap, day, counted)
  })

  return {
    /** The accounts of a channel with a used-up hour, with 0 messages each. */
    exhausted: (channel: Channel, now: number): ReadonlyMap<string, number> => {
      for (const [account_id, until] of waiting[channel]) if (until <= now) waiting[channel].delete(account_id)
      return new Map(Array.from(waiting[channel].keys(), (account_id) => [account_id, 0]))
    },
    /** Forgets that the account's hour is used up. */
    recheck: (channel: Channel, account_id: string) => void waiting[channel].delete(account_id),
    /** Accounts without and with limits. */
    split: <Account extends LimitedAccount>(
      channel: Channel,
      accounts: ReadonlyArray<Account>
    ): readonly [unlimited: ReadonlyArray<Account>, limited: ReadonlyArray<Account>] => {
      const isLimited = ({ limits, now }: Account) =>
        limits.frequency_cap !== null || hourlyLimit(limits, channel, now) !== undefined
      return [accounts.filter((account) => !isLimited(account)), accounts.filter(isLimited)]
    },
    /** Claims the due messages of accounts with limits. Locks in the order of ids. Joins the open transaction. */
    claim: (options: LimitedOptions, accounts: ReadonlyArray<LimitedAccount>) =>
      Effect.map(
        Effect.forEach(
          accounts.toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1)),
          (account) => claimOf(options, account)
        ),
        (claimed): ReadonlyArray<ClaimedMessage> => claimed.flat()
      )
  }
}
