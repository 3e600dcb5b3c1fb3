import type { Step } from "../../domain/flows/Step.ts"
import type { IconName } from "../components/Icon.tsx"
import { showConditions } from "./conditionText.ts"

/** The step kinds with label, icon, colour and the content of a new step. */
export const stepKinds: ReadonlyArray<{
  readonly type: Step["type"]
  readonly label: string
  readonly icon: IconName
  readonly colour: string
  readonly create: (id: string) => Step
}> = [
  {
    type: "delay",
    label: "Wait",
    icon: "delay",
    colour: "gray",
    create: (id) => ({ id, type: "delay", duration: "1 day" })
  },
  {
    type: "send_email",
    label: "Send an e-mail",
    icon: "messages",
    colour: "indigo",
    create: (id) => ({ id, type: "send_email", subject: "Hello {{ contact.first_name }}", html: "<p>Hello</p>" })
  },
  {
    type: "send_sms",
    label: "Send a text",
    icon: "sms",
    colour: "teal",
    create: (id) => ({ id, type: "send_sms", text: "Hello" })
  },
  {
    type: "split",
    label: "Split",
    icon: "split",
    colour: "orange",
    create: (id) => ({ id, type: "split", if: [[{ field: "order.total", op: "gte", value: 50 }]], then: [], else: [] })
  },
  {
    type: "add_tag",
    label: "Add a tag",
    icon: "tag",
    colour: "grape",
    create: (id) => ({ id, type: "add_tag", tag: "vip" })
  },
  {
    type: "webhook",
    label: "Call a webhook",
    icon: "webhook",
    colour: "cyan",
    create: (id) => ({ id, type: "webhook", url: "https://" })
  },
  { type: "exit", label: "End here", icon: "exit", colour: "red", create: (id) => ({ id, type: "exit" }) }
]

export const stepLabel = (type: Step["type"]): string => stepKinds.find((kind) => kind.type === type)?.label ?? type

export const stepIcon = (type: Step["type"]): IconName => stepKinds.find((kind) => kind.type === type)?.icon ?? "flows"

export const stepColour = (type: Step["type"]): string => stepKinds.find((kind) => kind.type === type)?.colour ?? "gray"

/** A step in one line, for the diagram and tables. */
export const showStep = (step: Step): string => {
  switch (step.type) {
    case "delay":
      return `Wait ${step.duration}`
    case "send_email":
      return `E-mail: ${step.subject}`
    case "send_sms":
      return `Text: ${step.text}`
    case "split":
      return `If ${showConditions(step.if)}`
    case "add_tag":
      return `Tag ${step.tag}`
    case "webhook":
      return `POST to ${step.url}`
    case "exit":
      return "End here"
  }
}
