import { Schema } from "effect"
import { changeHoldout } from "../lift/holdout.ts"
import { HoldoutPercent } from "../lift/Lift.ts"
import { Timestamp } from "../values/Time.ts"

const maxPerHour = 1_000_000
const nullable = (minimum: number, maximum: number) =>
  Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

const input = {
  messages_per_hour: nullable(1, maxPerHour),
  warm_up: Schema.NullOr(
    Schema.Struct({
      start: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxPerHour })),
      growth: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))
    })
  ),
  frequency_cap: nullable(1, 100)
}

/**
 * The limits that an account sets on its own sending; null is no limit (contract §12). `messages_per_hour` holds for e-mails and for
 * texts, each counted apart. `warm_up` limits e-mails to `start` an hour on its first day, and to `growth` percent more on each
 * later one. `frequency_cap` is the number of marketing messages a contact gets a day. `holdout_percent` of the contacts get no marketing, for
 * comparison (contract §20); an omitted one stays.
 */
export const SendingLimitsInput = Schema.Struct({
  ...input,
  holdout_percent: Schema.optionalKey(HoldoutPercent)
}).annotate({ identifier: "SendingLimitsInput" })
export type SendingLimitsInput = typeof SendingLimitsInput.Type

/**
 * The limits as the dashboard shows them. `warm_up_started_at` is when the warm-up was set or last changed. `emails_per_hour` is the limit
 * of e-mails at this moment, `emails_left` and `texts_left` the rest of this hour's messages; null is no limit. `holdout_since` is when the
 * share of the holdout was last changed, null without one.
 */
export const ShownSendingLimits = Schema.Struct({
  ...input,
  holdout_percent: HoldoutPercent,
  holdout_since: Schema.NullOr(Timestamp),
  warm_up_started_at: Schema.NullOr(Timestamp),
  emails_per_hour: Schema.NullOr(Schema.Int),
  emails_left: Schema.NullOr(Schema.Int),
  texts_left: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "SendingLimits" })

/** The limits as stored. Times are in milliseconds: null exactly when `warm_up` is, and when nobody is held out. */
export interface SendingLimits extends Omit<SendingLimitsInput, "holdout_percent"> {
  readonly holdout_percent: number
  readonly holdout_since: number | null
  readonly warm_up_started_at: number | null
}

/** An account without limits. */
export const noSendingLimits: SendingLimits = {
  messages_per_hour: null,
  warm_up: null,
  warm_up_started_at: null,
  frequency_cap: null,
  holdout_percent: 0,
  holdout_since: null
}

const day = 86_400_000

/**
 * The limits after an account sets `input` at `now`. A warm-up starts when it is set and anew when it is changed; the same
 * warm-up sent again goes on. Pure.
 */
export const changeSendingLimits = (stored: SendingLimits, input: SendingLimitsInput, now: number): SendingLimits => {
  const isKept = stored.warm_up?.start === input.warm_up?.start && stored.warm_up?.growth === input.warm_up?.growth
  const { holdout_percent = stored.holdout_percent } = input
  return {
    ...input,
    ...changeHoldout(stored, holdout_percent, now),
    warm_up_started_at: input.warm_up === null ? null : isKept ? stored.warm_up_started_at : now
  }
}

/**
 * How many messages of a channel may start in the hour of `now`; undefined is no limit. A warm-up ends when it reaches
 * `messages_per_hour`, else 1,000,000 an hour. Pure.
 */
export const hourlyLimit = (
  { messages_per_hour, warm_up, warm_up_started_at }: SendingLimits,
  channel: "email" | "sms",
  now: number
): number | undefined => {
  const target = messages_per_hour ?? undefined
  if (warm_up === null || channel === "sms") return target
  const days = Math.max(0, Math.floor((now - (warm_up_started_at ?? now)) / day))
  const allowed = Math.floor(warm_up.start * (1 + warm_up.growth / 100) ** days)
  return allowed < (target ?? maxPerHour) ? allowed : target
}
