// Definitions are untyped JSON drawn from their schema.
/* oxlint-disable typescript/no-explicit-any */
import type { Choices } from "./choices.ts"

const conditions = [
  { field: "contact.email", op: "contains", value: "@" },
  { field: "contact.order_count", op: "gte", value: 1 },
  { field: "contact.first_name", op: "in", value: ["Ada", ""] },
  { field: "contact.tags", op: "not_contains", value: "vip" },
  { field: "contact.custom_fields.size", op: "exists" }
]
const urls = ["https://hooks.example/a", "http://b.example:8080/x?y=1"]
/** The event type that flows are triggered by and that is sent. */
export const eventType = "back_in_stock"
const deepest = 5
const most = 100

// Braces are template syntax.
const plain = (source: string): string => source.replaceAll(/[{}]/g, "(")

/** A message step with valid templates. */
export const renderable = (step: any): any =>
  step.type === "send_email"
    ? { ...step, subject: `${plain(step.subject)} {{ contact.first_name }}`, html: plain(step.html) }
    : { ...step, text: plain(step.text) }

/** The definition completed by rules beyond its schema: unique ids, meaningful conditions, limited depth and length. */
export const definitionOf = (definition: any, { pick, chance }: Choices): any => {
  let made = 0
  const meant = (all: ReadonlyArray<ReadonlyArray<unknown>>) => all.map((one) => one.map(() => pick(conditions)))
  const steps = (of: ReadonlyArray<any>, depth: number): ReadonlyArray<any> =>
    of.flatMap((step) => {
      if (made === most || (step.type === "split" && depth > deepest)) return []
      const id = `${step.id.slice(0, 50)}-${made++}`
      if (step.type === "split") {
        const [then, otherwise] = [steps(step.then, depth + 1), steps(step.else, depth + 1)]
        return [{ ...step, id, if: meant(step.if), then, else: otherwise }]
      }
      if (step.type === "webhook") return [{ ...step, id, url: pick(urls) }]
      return [step.type.startsWith("send_") ? { ...renderable(step), id } : { ...step, id }]
    })
  const { trigger } = definition
  return {
    ...definition,
    // Flows need a trigger that occurs.
    trigger: trigger.type === "event" && chance(0.7) ? { ...trigger, event_type: eventType } : trigger,
    filters: chance(0.5) ? [] : meant(definition.filters),
    steps: steps(definition.steps, 0)
  }
}
