import { Schema } from "effect"
import type { Definition } from "../../../src/domain/flows/Definition.ts"
import type { Step } from "../../../src/domain/flows/Step.ts"
import { delayStep, mailStep } from "./flowRuns.ts"

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))
const of = <A>(values: readonly [A, ...ReadonlyArray<A>], at: number): A => values[at] ?? values[0]

/** What a store reports after so many quarters of a day, by numbers, so that some is drawn more often. */
export const Chapter = Schema.Struct({
  quarters: below(5),
  act: below(6),
  email: below(2),
  total: below(2),
  accepts: Schema.Boolean,
  hours: below(6),
  sync: below(5)
})

/** A report: `hours` before it, its order was placed or its event happened. */
export type Act =
  | { readonly type: "delivery" }
  | {
      readonly type: "order"
      readonly email: string
      readonly total: string
      readonly accepts: boolean
      readonly hours: number
      readonly initial_sync: boolean
    }
  | { readonly type: "event"; readonly email: string; readonly hours: number }

/** The quarters of a day that pass, and the report that comes then. */
export const readChapter = (chapter: typeof Chapter.Type): { readonly quarters: number; readonly act: Act } => {
  const quarters = of([0, 0, 1, 2, 6], chapter.quarters)
  const email = of(["ada@example.com", "bob@example.com"], chapter.email)
  const hours = of([0, 0, 0, 5, 80, 200], chapter.hours)
  const type = of(["order", "order", "order", "delivery", "event", "event"] as const, chapter.act)
  if (type === "delivery") return { quarters, act: { type } }
  if (type === "event") return { quarters, act: { type, email, hours } }
  const { accepts, sync } = chapter
  const total = of(["20", "60"], chapter.total)
  return { quarters, act: { type, email, total, accepts, hours, initial_sync: sync === 0 } }
}

/** Reports of a store in the order in which they come. */
export const Story = Schema.Array(Chapter).check(Schema.isMinLength(10), Schema.isMaxLength(16))

const triggers: readonly [Definition["trigger"], ...ReadonlyArray<Definition["trigger"]>] = [
  { type: "order_placed" },
  { type: "order_received" },
  { type: "event", event_type: "seen" },
  { type: "subscribed", channel: "email" }
]
const filters: ReadonlyArray<Definition["filters"]> = [
  [],
  [[{ field: "contact.email_consent", op: "eq", value: "subscribed" }]],
  [[{ field: "contact.order_count", op: "gte", value: 2 }]],
  [[{ field: "order.count", op: "gte", value: 2, where: { within: "2 days" } }]],
  [[{ field: "contact.total_spent.USD", op: "gte", value: 80 }], [{ field: "event.count", op: "gte", value: 2 }]]
]
const entries: readonly [Definition["entry"], ...ReadonlyArray<Definition["entry"]>] = [
  { type: "always" },
  { type: "once" },
  { type: "after", duration: "2 days" }
]
const longSteps: ReadonlyArray<Step> = [
  mailStep("first"),
  delayStep("wait", "6 hours"),
  {
    id: "split",
    type: "split",
    if: [[{ field: "order.count", op: "gte", value: 2 }]],
    then: [mailStep("again")],
    else: [
      {
        id: "for",
        type: "wait_for",
        for: { type: "order_placed" },
        timeout: "1 day",
        happened: [mailStep("thanks")],
        timed_out: [mailStep("reminder")]
      }
    ]
  }
]

/** The rules of a flow, each by a number. */
export const Rules = Schema.Struct({
  trigger: below(4),
  filters: below(7),
  entry: below(3),
  exits: Schema.Boolean,
  steps: below(3)
})

/** The flow of these rules. */
export const definitionOfRules = (rules: typeof Rules.Type): Partial<Definition> => ({
  trigger: of(triggers, rules.trigger),
  filters: filters[rules.filters] ?? [],
  entry: of(entries, rules.entry),
  exit: { on_purchase: rules.exits },
  steps: rules.steps > 0 ? longSteps : [mailStep("only")]
})
