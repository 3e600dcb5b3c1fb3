import { type DateTime, Schema } from "effect"
import { Country, Timezone } from "../accounts/Account.ts"
import { Channel } from "../contacts/Consent.ts"
import { CauseType } from "../flows/FlowTrigger.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { Language } from "../languages/Language.ts"
import { Name, Text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** A body of the API, which its own reader reads. */
const Body = Schema.declare(isObject, { expected: "object" }) satisfies Schema.Codec<JsonObject>

const kinds = ["contact", "order", "event", "cart", "unsubscribe"] as const

/** One call of the API, or a click on the unsubscribe link of the newest mail to an address, and when it comes. */
export const ScenarioCall = Schema.Struct({
  at: Timestamp,
  contact: Schema.optionalKey(Body),
  order: Schema.optionalKey(Body),
  event: Schema.optionalKey(Body),
  cart: Schema.optionalKey(Body),
  unsubscribe: Schema.optionalKey(Text)
}).check(
  Schema.makeFilter(
    (call) => kinds.filter((kind) => kind in call).length === 1 || `Must have exactly one of ${kinds.join(", ")}`
  )
)
export type ScenarioCall = typeof ScenarioCall.Type

/** The state of a message in a scenario: `sent` also without a provider, since a scenario has none. */
export const ScenarioStatus = Schema.Literals(["sent", "held", "skipped", "failed", "queued"])
export type ScenarioStatus = typeof ScenarioStatus.Type

/** A message that a scenario expects. A member that is left out is not compared. */
export const ExpectedMessage = Schema.Struct({
  to: Schema.optionalKey(Text),
  at: Schema.optionalKey(Timestamp),
  channel: Schema.optionalKey(Channel),
  flow: Schema.optionalKey(Text),
  step: Schema.optionalKey(Text),
  status: Schema.optionalKey(ScenarioStatus),
  reason: Schema.optionalKey(Text),
  trigger: Schema.optionalKey(CauseType),
  subject: Schema.optionalKey(Text),
  contains: Schema.optionalKey(Text)
})
export type ExpectedMessage = typeof ExpectedMessage.Type

const minute = 60_000

const FullMinute = Timestamp.check(
  Schema.makeFilter((time: DateTime.Utc) => time.epochMilliseconds % minute === 0 || "Must be a full minute")
)

/** The longest time that a scenario runs, in milliseconds. */
const maxSpan = 2 * 366 * 86_400_000

/** A scenario: what happened before its clock starts, its flows, what happens then, and the messages that come of it. */
export const Scenario = Schema.Struct({
  name: Name,
  account: Schema.optionalKey(
    Schema.Struct({
      name: Schema.optionalKey(Name),
      timezone: Schema.optionalKey(Timezone),
      default_country: Schema.optionalKey(Country),
      language: Schema.optionalKey(Language)
    })
  ),
  clock: Schema.Struct({ starts_at: FullMinute, ends_at: FullMinute }).check(
    Schema.makeFilter(({ starts_at, ends_at }) => {
      const span = ends_at.epochMilliseconds - starts_at.epochMilliseconds
      return (span > 0 && span <= maxSpan) || "Must end after its start, two years later at most"
    })
  ),
  past: Schema.optionalKey(Schema.Array(ScenarioCall).check(Schema.isMaxLength(10_000))),
  segments: Schema.optionalKey(Schema.Array(Body).check(Schema.isMaxLength(50))),
  flows: Schema.Array(Body).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  calls: Schema.Array(ScenarioCall).check(Schema.isMaxLength(10_000)),
  expected: Schema.Array(ExpectedMessage).check(Schema.isMaxLength(1_000))
})
