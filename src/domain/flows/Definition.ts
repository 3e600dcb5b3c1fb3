import { Schema } from "effect"
import { NonEmptyText, text } from "../values/Text.ts"
import { Conditions } from "./Condition.ts"
import { FlowDuration } from "./FlowDuration.ts"

/** The name of an event (contract §5). */
const EventType = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,128}$/u, { message: "Must be 1 to 128 letters, digits, _ or -" })
)

export const FlowTrigger = Schema.Union([
  Schema.Struct({ type: Schema.Literal("order_placed") }),
  Schema.Struct({ type: Schema.Literal("order_received") }),
  Schema.Struct({ type: Schema.Literal("event"), event_type: EventType })
]).annotate({ message: "Must have a type: order_placed, order_received or event" })
export type FlowTrigger = typeof FlowTrigger.Type

/** How often a contact may enter: at every cause, once ever, or again only so long after the last time. */
export const Entry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("always") }),
  Schema.Struct({ type: Schema.Literal("once") }),
  Schema.Struct({ type: Schema.Literal("after"), duration: FlowDuration })
]).annotate({ message: "Must have a type: always, once or after" })
export type Entry = typeof Entry.Type

export const StepId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u, { message: "Must be 1 to 64 letters, digits, _ or -" })
)

/** Steps of a definition, those in splits included; and conditions with the groups they stand in, of its filters and of its splits each. */
export const maxSteps = 100
export const maxConditions = 1_000

/** The longest HTML of a message, in characters. */
export const maxHtmlLength = 200_000

const template = (max: number) =>
  text(max).check(Schema.makeFilter((source: string) => source.trim() !== "" || "Must not be empty"))

export const Delay = Schema.Struct({ id: StepId, type: Schema.Literal("delay"), duration: FlowDuration })
export const SendEmail = Schema.Struct({
  id: StepId,
  type: Schema.Literal("send_email"),
  subject: template(1_000),
  html: template(maxHtmlLength)
})
export const SendSms = Schema.Struct({ id: StepId, type: Schema.Literal("send_sms"), text: template(1_600) })
export const AddTag = Schema.Struct({ id: StepId, type: Schema.Literal("add_tag"), tag: NonEmptyText })
export const Webhook = Schema.Struct({ id: StepId, type: Schema.Literal("webhook"), url: text(2_000) })
export const Exit = Schema.Struct({ id: StepId, type: Schema.Literal("exit") })

/** Goes one way or the other, and then on with what follows the split. */
export interface Split {
  readonly id: string
  readonly type: "split"
  readonly if: Conditions
  readonly then: ReadonlyArray<Step>
  readonly else: ReadonlyArray<Step>
}

export type Step =
  | typeof Delay.Type
  | typeof SendEmail.Type
  | typeof SendSms.Type
  | typeof AddTag.Type
  | typeof Webhook.Type
  | typeof Exit.Type
  | Split

const Nested: Schema.Codec<ReadonlyArray<Step>, unknown> = Schema.suspend(() => Schema.Array(Step)).annotate({
  identifier: "FlowSteps"
})

const Split = Schema.Struct({
  id: StepId,
  type: Schema.Literal("split"),
  if: Conditions.check(Schema.isMinLength(1, { message: "Must have a condition" })),
  then: Nested,
  else: Nested
})

export const Step = Schema.Union([Delay, SendEmail, SendSms, Split, AddTag, Webhook, Exit]).annotate({
  message: "Must have a type: delay, send_email, send_sms, split, add_tag, webhook or exit"
})

/** What a flow does, and for whom (contract §10). Saving one makes a new version; runs stay on theirs. */
export const Definition = Schema.Struct({
  trigger: FlowTrigger,
  filters: Conditions,
  entry: Entry,
  exit: Schema.Struct({ on_purchase: Schema.Boolean }),
  steps: Schema.Array(Step).check(
    Schema.isMinLength(1, { message: "Must have a step" }),
    Schema.isMaxLength(maxSteps, { message: `Must have at most ${maxSteps} steps` })
  )
}).annotate({ identifier: "FlowDefinition" })
export type Definition = typeof Definition.Type
