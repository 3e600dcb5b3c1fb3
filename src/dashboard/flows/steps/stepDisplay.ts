import type { Definition } from "../../../domain/flows/Definition.ts"
import type { Step } from "../../../domain/flows/Step.ts"
import { stepsOf } from "../../../domain/flows/stepsOf.ts"
import type { IconName } from "../../components/Icon.tsx"
import { blocksBody } from "../../content/newBodies.ts"
import { showConditions } from "../../conditions/conditionText.ts"
import { productsInConditions, type ProductTitle } from "../../products/useProductTitles.ts"
import * as words from "../../words/flows/flowSteps.ts"

/** The step kinds with icon, colour and the content of a new step. */
export const stepDisplay: ReadonlyArray<{
  readonly type: Step["type"]
  readonly icon: IconName
  readonly colour: string
  readonly create: (id: string) => Step
}> = [
  {
    type: "delay",
    icon: "delay",
    colour: "gray",
    create: (id) => ({ id, type: "delay", duration: "1 day" })
  },
  {
    type: "wait_until",
    icon: "delay",
    colour: "gray",
    create: (id) => ({ id, type: "wait_until", time: "09:00" })
  },
  {
    type: "wait_for",
    icon: "delay",
    colour: "gray",
    create: (id) => ({
      id,
      type: "wait_for",
      for: { type: "order_placed" },
      timeout: "3 days",
      happened: [],
      timed_out: []
    })
  },
  {
    type: "send_email",
    icon: "messages",
    colour: "petrol",
    create: (id) => ({ id, type: "send_email", subject: words.newSubject, ...blocksBody })
  },
  {
    type: "send_sms",
    icon: "sms",
    colour: "teal",
    create: (id) => ({ id, type: "send_sms", text: words.newText })
  },
  {
    type: "split",
    icon: "split",
    colour: "orange",
    create: (id) => ({ id, type: "split", if: [[{ field: "order.total", op: "gte", value: 50 }]], then: [], else: [] })
  },
  {
    type: "random_split",
    icon: "split",
    colour: "orange",
    create: (id) => ({
      id,
      type: "random_split",
      branches: [
        { percent: 50, steps: [] },
        { percent: 50, steps: [] }
      ]
    })
  },
  {
    type: "add_tag",
    icon: "tag",
    colour: "grape",
    create: (id) => ({ id, type: "add_tag", tag: "vip" })
  },
  {
    type: "remove_tag",
    icon: "tag",
    colour: "grape",
    create: (id) => ({ id, type: "remove_tag", tag: "vip" })
  },
  {
    type: "set_field",
    icon: "contacts",
    colour: "grape",
    create: (id) => ({ id, type: "set_field", field: "plan", value: "gold" })
  },
  {
    type: "webhook",
    icon: "webhook",
    colour: "cyan",
    create: (id) => ({ id, type: "webhook", url: "https://" })
  },
  { type: "exit", icon: "exit", colour: "gray", create: (id) => ({ id, type: "exit" }) }
]

export const stepIcon = (type: Step["type"]): IconName =>
  stepDisplay.find((kind) => kind.type === type)?.icon ?? "flows"

export const stepColour = (type: Step["type"]): string =>
  stepDisplay.find((kind) => kind.type === type)?.colour ?? "gray"

/** The products that the conditions of a step name. */
export const productsInStep = (step: Step): ReadonlyArray<string> =>
  productsInConditions(step.type === "split" ? step.if : step.type === "wait_for" ? (step.where ?? []) : [])

/** The products that the conditions of a flow's steps name. */
export const productsInSteps = (definition: Definition): ReadonlyArray<string> =>
  stepsOf(definition).flatMap(({ step }) => productsInStep(step))

/** A step in one line, for the diagram and tables, with products by their titles. */
export const showStep = (step: Step, titleOf: ProductTitle): string => {
  switch (step.type) {
    case "delay":
      return words.wait(step.duration)
    case "wait_until":
      return words.waitUntil(step)
    case "wait_for":
      return words.waitFor(
        words.showAwaited(step.for),
        step.where === undefined ? undefined : showConditions(step.where, titleOf),
        step.timeout
      )
    case "send_email":
      return words.sendEmail(step.subject)
    case "send_sms":
      return words.sendText(step.text)
    case "split":
      return words.splitIf(showConditions(step.if, titleOf))
    case "random_split":
      return words.splitAtRandom(step.branches.map(({ percent }) => `${percent}%`).join(" / "))
    case "add_tag":
      return words.addTag(step.tag)
    case "remove_tag":
      return words.removeTag(step.tag)
    case "set_field":
      return step.value === null ? words.clearField(step.field) : words.setField(step.field, String(step.value))
    case "webhook":
      return words.postTo(step.url)
    case "exit":
      return words.stepNames.exit
  }
}

/** A message's subject or text, without its kind; undefined for other steps. */
export const showContent = (step: Step): string | undefined =>
  step.type === "send_email" ? step.subject : step.type === "send_sms" ? step.text : undefined
