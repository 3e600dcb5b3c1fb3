/** Words of the steps of a flow: their kinds, a step in one line, their branches and locations. */
import type { Step, WaitUntil } from "../../../domain/flows/Step.ts"
import type { Awaited } from "../../../domain/flows/WaitFor.ts"
import { span } from "../common.ts"

export const stepNames: Readonly<Record<Step["type"], string>> = {
  delay: "Wait",
  wait_until: "Wait until",
  wait_for: "Wait for an order or event",
  send_email: "Send an e-mail",
  send_sms: "Send a text",
  split: "Split",
  random_split: "Random split",
  add_tag: "Add a tag",
  remove_tag: "Remove a tag",
  set_field: "Set a custom field",
  webhook: "Call a webhook",
  exit: "End here"
}

// The content of new steps
export const newSubject = "Hello {{ contact.first_name }}"
export const newText = "Hello"

// A step in one line
export const wait = (duration: string) => `Wait ${span(duration)}`
export const waitUntil = ({ time, weekdays, zone }: WaitUntil) => {
  const days = weekdays?.map((day) => dayNames[day]).join(", ")
  const when = [days, time].filter((part) => part !== undefined).join(" at ")
  return `Wait until ${when}${zone === "contact" ? " in the contact's time zone" : ""}`
}
export const waitFor = (awaited: string, conditions: string | undefined, timeout: string) =>
  `Wait for ${awaited}${conditions === undefined ? "" : ` where ${conditions}`}, at most ${span(timeout)}`
export const sendEmail = (subject: string) => `E-mail: ${subject}`
export const sendText = (text: string) => `Text: ${text}`
export const splitIf = (conditions: string) => `If ${conditions}`
export const splitAtRandom = (shares: string) => `Split at random ${shares}`
export const addTag = (tag: string) => `Tag ${tag}`
export const removeTag = (tag: string) => `Remove tag ${tag}`
export const clearField = (field: string) => `Clear ${field}`
export const setField = (field: string, value: string) => `Set ${field} to ${value}`
export const postTo = (url: string) => `POST to ${url}`

/** The event that a run waits for. */
export const showAwaited = (awaited: Awaited): string => {
  switch (awaited.type) {
    case "event":
      return `the event ${awaited.event_type}`
    case "order_placed":
      return "an order"
    case "order_received":
      return "an order that is delivered"
  }
}

export const dayNames: Readonly<Record<NonNullable<WaitUntil["weekdays"]>[number], string>> = {
  sunday: "Sunday",
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday"
}

// The branches of a split and of a wait
export interface BranchLabel {
  readonly badge: string
  readonly name: string
}

/** The yes and no of a condition, and of what is waited for. */
export const answers: Readonly<Record<string, ReadonlyArray<BranchLabel>>> = {
  split: [
    { badge: "Yes", name: "If yes" },
    { badge: "No", name: "If no" }
  ],
  wait_for: [
    { badge: "Happened", name: "If it happened" },
    { badge: "Timed out", name: "If it timed out" }
  ]
}

/** The name of a branch of a random split: Branch A, Branch B and so on. */
export const branchName = (at: number) => `Branch ${String.fromCodePoint(65 + at)}`
export const randomBranch = (at: number, percent: number): BranchLabel => ({
  badge: `${branchName(at)}: ${percent}%`,
  name: branchName(at)
})

// The location of an issue
export const sectionNames: Readonly<Record<string, string>> = {
  name: "Name",
  trigger: "Trigger",
  filters: "Conditions",
  entry: "Re-entry",
  exit: "Exit",
  steps: "Steps"
}
export const issueAtStep = (step: string) => `Step “${step}”`
