import { Schema } from "effect"
import { bodyMembers, oneBody } from "../content/emailBody.ts"
import { emailLanguages, textLanguages } from "../content/Translations.ts"
import { leaf } from "../json/Leaf.ts"
import { MailLayout, MessageClass } from "../messages/Message.ts"
import { TopicKey } from "../topics/Topic.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText, text } from "../values/Text.ts"
import { Conditions } from "../conditions/Condition.ts"
import { FlowDuration } from "./FlowDuration.ts"
import { Awaited, type WaitFor } from "./WaitFor.ts"

export const StepId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u, { message: "Must be 1 to 64 letters, digits, _ or -" })
)

/** The longest HTML of a message, in characters. */
export const maxHtmlLength = 200_000

const template = (max: number) =>
  text(max).check(
    Schema.makeFilter((source: string) => source.trim() !== "" || "Must not be empty", {
      arbitraryConstraint: { minLength: 1 }
    })
  )

const messageClass = Schema.optionalKey(
  MessageClass.annotate({
    description:
      "`marketing` (the default) needs consent; `transactional` is about the order or event that started the flow."
  })
)

/** HTML of an e-mail as a Liquid template. */
export const HtmlTemplate = template(maxHtmlLength)

const Subject = template(1_000)
const TextTemplate = template(1_600)

export const Delay = Schema.Struct({ id: StepId, type: Schema.Literal("delay"), duration: FlowDuration })
export const SendEmail = Schema.Struct({
  id: StepId,
  type: Schema.Literal("send_email"),
  class: messageClass,
  layout: Schema.optionalKey(
    MailLayout.annotate({
      description:
        "`shell` (the default) lays the HTML out with the account's logo, colour and address; `none` sends it as it is."
    })
  ),
  topic: Schema.optionalKey(
    TopicKey.annotate({ description: "The topic of marketing mail; without one it is general marketing." })
  ),
  sender_id: Schema.optionalKey(
    IdText.annotate({ description: "One of the account's further senders; without one it comes from its sender." })
  ),
  subject: Subject,
  ...bodyMembers(HtmlTemplate),
  ...emailLanguages(Subject, HtmlTemplate)
}).check(oneBody)
export const SendSms = Schema.Struct({
  id: StepId,
  type: Schema.Literal("send_sms"),
  class: messageClass,
  text: TextTemplate,
  ...textLanguages(TextTemplate)
})
export const AddTag = Schema.Struct({ id: StepId, type: Schema.Literal("add_tag"), tag: NonEmptyText })
export const RemoveTag = Schema.Struct({ id: StepId, type: Schema.Literal("remove_tag"), tag: NonEmptyText })
export const SetField = Schema.Struct({
  id: StepId,
  type: Schema.Literal("set_field"),
  field: NonEmptyText.annotate({ description: "The name of a custom field of the contact." }),
  value: Schema.NullOr(Schema.Union([text(1_000), Schema.Finite, Schema.Boolean])).annotate({
    description: "The new value; null removes the field.",
    message: "Must be text of at most 1000 characters, a number, true, false or null"
  })
})
export const Webhook = Schema.Struct({ id: StepId, type: Schema.Literal("webhook"), url: text(2_000) })
export const Exit = Schema.Struct({ id: StepId, type: Schema.Literal("exit") })

/** The days of the week as `Weekdays` names them, Sunday first. */
export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const
const Weekday = Schema.Literals(weekdays)
const isWeekday = Schema.is(Weekday)

const weekdaysOf = (value: unknown): ReadonlyArray<typeof Weekday.Type> | undefined => {
  if (!Array.isArray(value) || value.length === 0 || value.length > weekdays.length) return undefined
  const days = value.filter(isWeekday)
  return new Set(days).size === value.length ? days : undefined
}

const Weekdays = leaf({
  to: Schema.Array(Weekday).check(Schema.isMinLength(1), Schema.isUnique()),
  json: { type: "array", items: { type: "string", enum: weekdays }, minItems: 1, maxItems: 7, uniqueItems: true },
  message: `Must be a list of different days, of ${weekdays.join(", ")}`,
  decode: weekdaysOf,
  encode: (days) => days
})

export const LocalTime = Schema.String.check(
  Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d$/, { message: "Must be a time of day from 00:00 to 23:59" })
)

export const LocalZone = Schema.Literals(["account", "contact"]).annotate({
  description:
    "Whose local time: the account's (the default), or the contact's own (a custom field such as `timezone`, else the phone's country, else the account's)."
})

/** Waits for a time of day, for one of some days of the week, or for both together. */
export const WaitUntil = Schema.Struct({
  id: StepId,
  type: Schema.Literal("wait_until"),
  time: Schema.optionalKey(LocalTime),
  weekdays: Schema.optionalKey(Weekdays),
  zone: Schema.optionalKey(LocalZone)
})
export type WaitUntil = typeof WaitUntil.Type

/** Runs the steps of one branch, then the step after the split. */
export interface Split {
  readonly id: string
  readonly type: "split"
  readonly if: Conditions
  readonly then: ReadonlyArray<Step>
  readonly else: ReadonlyArray<Step>
}

/** Takes one of the branches at random, each with its share in percent, then the step after the split. */
export interface RandomSplit {
  readonly id: string
  readonly type: "random_split"
  readonly branches: ReadonlyArray<{ readonly percent: number; readonly steps: ReadonlyArray<Step> }>
}

export type Step =
  | typeof Delay.Type
  | typeof SendEmail.Type
  | typeof SendSms.Type
  | typeof WaitUntil.Type
  | typeof AddTag.Type
  | typeof RemoveTag.Type
  | typeof SetField.Type
  | typeof Webhook.Type
  | typeof Exit.Type
  | Split
  | RandomSplit
  | WaitFor

const Branch: Schema.Codec<ReadonlyArray<Step>, unknown> = Schema.suspend(() => Schema.Array(Step)).annotate({
  identifier: "BranchSteps"
})

const Split = Schema.Struct({
  id: StepId,
  type: Schema.Literal("split"),
  if: Conditions.check(Schema.isMinLength(1, { message: "Must have a condition" })),
  then: Branch,
  else: Branch
})

/** The branches of a `random_split`. */
export const maxBranches = 10

export const Percent = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 99 }, { message: "Must be a whole number from 1 to 99" })
)

const RandomSplit = Schema.Struct({
  id: StepId,
  type: Schema.Literal("random_split"),
  branches: Schema.Array(Schema.Struct({ percent: Percent, steps: Branch })).check(
    Schema.isMinLength(2, { message: "Must have at least 2 branches" }),
    Schema.isMaxLength(maxBranches, { message: `Must have at most ${maxBranches} branches` })
  )
})

export const WaitForFields = {
  for: Awaited,
  where: Schema.optionalKey(
    Conditions.annotate({ description: "Which orders or events count: conditions on the order or event alone." })
  ),
  timeout: FlowDuration
}

const WaitFor = Schema.Struct({
  id: StepId,
  type: Schema.Literal("wait_for"),
  ...WaitForFields,
  happened: Branch,
  timed_out: Branch
})

/** One step of a flow. CONTRIBUTING.md lists what else a new kind of step needs. */
export const Step = Schema.Union([
  Delay,
  WaitUntil,
  WaitFor,
  SendEmail,
  SendSms,
  Split,
  RandomSplit,
  AddTag,
  RemoveTag,
  SetField,
  Webhook,
  Exit
]).annotate({
  message:
    "Must have a type: delay, wait_until, wait_for, send_email, send_sms, split, random_split, add_tag, remove_tag, set_field, webhook or exit"
})
