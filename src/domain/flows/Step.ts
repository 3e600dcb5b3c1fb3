import { Schema } from "effect"
import { MailLayout, MessageClass } from "../messages/Message.ts"
import { NonEmptyText, text } from "../values/Text.ts"
import { Conditions } from "./Condition.ts"
import { FlowDuration } from "./FlowDuration.ts"

export const StepId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u, { message: "Must be 1 to 64 letters, digits, _ or -" })
)

/** The longest HTML of a message, in characters. */
export const maxHtmlLength = 200_000

const template = (max: number) =>
  text(max).check(Schema.makeFilter((source: string) => source.trim() !== "" || "Must not be empty"))

const messageClass = Schema.optionalKey(
  MessageClass.annotate({
    description:
      "`marketing` (the default) needs consent; `transactional` is about the order or event that started the flow."
  })
)

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
  subject: template(1_000),
  html: template(maxHtmlLength)
})
export const SendSms = Schema.Struct({
  id: StepId,
  type: Schema.Literal("send_sms"),
  class: messageClass,
  text: template(1_600)
})
export const AddTag = Schema.Struct({ id: StepId, type: Schema.Literal("add_tag"), tag: NonEmptyText })
export const Webhook = Schema.Struct({ id: StepId, type: Schema.Literal("webhook"), url: text(2_000) })
export const Exit = Schema.Struct({ id: StepId, type: Schema.Literal("exit") })

/** Runs the steps of one branch, then the step after the split. */
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

/** One step of a flow. `stepKinds.ts` lists what else a new kind of step needs. */
export const Step = Schema.Union([Delay, SendEmail, SendSms, Split, AddTag, Webhook, Exit]).annotate({
  message: "Must have a type: delay, send_email, send_sms, split, add_tag, webhook or exit"
})
