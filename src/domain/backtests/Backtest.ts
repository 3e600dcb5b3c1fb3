import { Schema } from "effect"
import { Definition } from "../flows/Definition.ts"
import { Cursor } from "../lists/Page.ts"
import { Revenue } from "../messages/ListedMessage.ts"
import { StartRefusal } from "../reasons.ts"
import { IdText } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"
import { BacktestExample } from "./examples.ts"

/** The longest span of a backtest, in days. */
export const maxSpanDays = 366

/** The members that the bodies of all backtests have. */
export const partOfInput = {
  imported: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether orders, events and consents that were imported count as if they had been reported when they happened; true if absent. With false the backtest tells what would have happened live, where imports start nothing."
    })
  ),
  contact_id: Schema.optionalKey(
    IdText.annotate({ description: "One contact: `person` then tells each decision about it." })
  ),
  cursor: Schema.optionalKey(Cursor)
}

/**
 * The body of `POST /flows/backtest`: a saved flow by its id, a draft by its definition, or a changed flow by both. `from` belongs to the span, `to`
 * does not.
 */
export const BacktestInput = Schema.Struct({
  flow_id: Schema.optionalKey(
    IdText.annotate({
      description: "The flow, in its newest version. With `definition`, the flow that the draft is to replace."
    })
  ),
  definition: Schema.optionalKey(Definition),
  from: Timestamp,
  to: Timestamp,
  ...partOfInput
}).annotate({ identifier: "BacktestInput" })
export type BacktestInput = typeof BacktestInput.Type

/** How often, and for how many contacts, a reason held. */
const Reason = Schema.Struct({
  reason: Schema.String,
  times: Schema.Int,
  people: Schema.Int
}).annotate({ identifier: "BacktestReason" })

/** One day of the account's time zone. */
const Day = Schema.Struct({
  day: Schema.String,
  entered: Schema.Int,
  sent: Schema.Int,
  skipped: Schema.Int
}).annotate({ identifier: "BacktestDay" })

/** The most messages of a contact that are told apart; the last row counts those with as many or more. */
export const maxPerPerson = 20

/** How many people would have got how many messages. */
export const MessagesPerPerson = Schema.Array(Schema.Struct({ messages: Schema.Int, people: Schema.Int }))

/**
 * What a flow would have done in a span. `contacts` were looked at; `unjudged` of them have too long a past. `refused`: triggers that would not have
 * started it. `skipped`: messages that would not have been sent. `sales`: orders within seven days of an entry. `examples`: contacts that stand for `entered`, a reason of
 * `refused`, or one of `skipped`. `notes`: what no record tells of this past, in words.
 */
export const Backtest = Schema.Struct({
  contacts: Schema.Int,
  unjudged: Schema.Int,
  entered: Schema.Struct({ runs: Schema.Int, people: Schema.Int }),
  refused: Schema.Array(Reason),
  sent: Schema.Struct({ messages: Schema.Int, people: Schema.Int }),
  skipped: Schema.Array(Reason),
  under_way: Schema.Int,
  days: Schema.Array(Day),
  messages_per_person: MessagesPerPerson,
  sales: Schema.Struct({ people: Schema.Int, orders: Schema.Int, revenue: Schema.Array(Revenue) }),
  examples: Schema.Array(BacktestExample),
  notes: Schema.Array(Schema.String)
}).annotate({ identifier: "Backtest" })
export type Backtest = typeof Backtest.Type

/** Each decision about one contact, oldest first: at most 500 triggers and 500 messages. */
const PersonDecisions = Schema.Struct({
  triggers: Schema.Array(Schema.Struct({ at: Timestamp, refused: Schema.NullOr(StartRefusal) })),
  messages: Schema.Array(
    Schema.Struct({
      at: Timestamp,
      step_id: Schema.String,
      skipped: Schema.NullOr(Schema.String)
    })
  )
}).annotate({ identifier: "BacktestPerson" })

export const maxDecisions = 500

/**
 * A part of a backtest: some contacts of the account. `next_cursor` is null in the last part. The figures of all parts add up. `total` is the number of
 * the account's contacts, in the first part.
 */
export const BacktestPart = Schema.Struct({
  ...Backtest.fields,
  total: Schema.NullOr(Schema.Int),
  person: Schema.NullOr(PersonDecisions),
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BacktestPart" })
export type BacktestPart = typeof BacktestPart.Type
