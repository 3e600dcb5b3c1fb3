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
const ofHistory = [
  { field: "order.count", op: "gte", value: 1, where: { within: "30 days", product_id: "100", sku: "A-1" } },
  { field: "event.count", op: "eq", value: 2, where: { event_type: "back_in_stock" } },
  { field: "message.clicked", op: "lt", value: 3, where: { flow_id: "flo_1", campaign_id: "cam_1", channel: "email" } },
  { field: "contact.total_spent.USD", op: "gt", value: 10.5 }
]
const urls = ["https://hooks.example/a", "http://b.example:8080/x?y=1"]
/** The event type that flows are triggered by and that is sent. */
export const eventType = "back_in_stock"
const deepest = 5
const most = 100

// Braces are template syntax.
const plain = (source: string): string => source.replaceAll(/[{}]/g, "(")

const isSplit = ({ type }: any): boolean => type === "split" || type === "random_split" || type === "wait_for"

/** A field of text of the order or event that a step waits for. */
export const awaitedField = (step: any): string =>
  step.for.type === "event" ? "event.event_data.size" : "order.currency"

const bodyOf = ({ html, content }: any) => {
  if (content === undefined) return { html: plain(html ?? "Hello") }
  const button = { type: "button", text: "Go {{ contact.first_name }}", link: "https://tea.example/" }
  return { html: undefined, content: { type: "blocks", document: { ...content.document, blocks: [button] } } }
}

const preheaderOf = ({ preheader }: any) => (preheader === undefined ? {} : { preheader: plain(preheader) })

const mailOf = (mail: any) => ({
  subject: `${plain(mail.subject)} {{ contact.first_name }}`,
  ...preheaderOf(mail),
  ...bodyOf(mail)
})
const textOf = ({ text }: any) => ({ text: plain(text) })

const translated = ({ translations }: any, made: (one: any) => any) =>
  translations === undefined
    ? {}
    : { translations: Object.fromEntries(Object.entries(translations).map(([code, one]) => [code, made(one)])) }

/** A message step with valid templates, in languages beside that of the account. */
export const renderable = (step: any): any => {
  const own = { ...step, language: undefined }
  return step.type === "send_email"
    ? { ...own, topic: undefined, sender_id: undefined, ...mailOf(step), ...translated(step, mailOf) }
    : { ...own, ...textOf(step), ...translated(step, textOf) }
}

/** The groups with as many meaningful conditions of a segment. */
export const segmentConditions = (groups: ReadonlyArray<ReadonlyArray<unknown>>, { pick }: Choices) =>
  groups.map((group) => group.map(() => pick([...conditions, ...ofHistory])))

// Messages that nobody asked for can't be transactional.
const isMarketing = (trigger: string, step: string) =>
  trigger === "cart_abandoned" ||
  trigger === "product_viewed" ||
  trigger === "price_dropped" ||
  (trigger === "back_in_stock" && step === "send_sms")

// Flows need a trigger that occurs; one of carts waits for at most 60 days.
const triggerOf = (trigger: any, chance: Choices["chance"]) => {
  if (trigger.type === "cart_abandoned") return { ...trigger, duration: "2 hours" }
  if (trigger.type === "product_viewed") return { ...trigger, within: "7 days", duration: "2 hours" }
  return trigger.type === "event" && chance(0.7) ? { ...trigger, event_type: eventType } : trigger
}

/** The definition completed by rules beyond its schema: unique ids, meaningful conditions, limited depth and length. */
export const definitionOf = (definition: any, { pick, chance }: Choices): any => {
  const { trigger } = definition
  let made = 0
  const meant = (all: ReadonlyArray<ReadonlyArray<unknown>>) => all.map((one) => one.map(() => pick(conditions)))
  const steps = (of: ReadonlyArray<any>, depth: number): ReadonlyArray<any> =>
    of.flatMap((step) => {
      if (made === most || (isSplit(step) && depth >= deepest)) return []
      const id = `${step.id.slice(0, 50)}-${made++}`
      if (step.type === "split") {
        const [then, otherwise] = [steps(step.then, depth + 1), steps(step.else, depth + 1)]
        return [{ ...step, id, if: meant(step.if), then, else: otherwise }]
      }
      if (step.type === "random_split") {
        const branches = step.branches.map(({ steps: of }: any, at: number) => ({
          percent: at === 0 ? Math.min(99, 101 - step.branches.length) : 1,
          steps: steps(of, depth + 1)
        }))
        return [{ ...step, id, branches }]
      }
      if (step.type === "wait_for") {
        const [happened, timed_out] = [steps(step.happened, depth + 1), steps(step.timed_out, depth + 1)]
        const condition = { field: awaitedField(step), op: "eq", value: "USD" }
        const where = step.where?.map((group: ReadonlyArray<unknown>) => group.map(() => condition))
        return [{ ...step, id, ...(where === undefined ? {} : { where }), happened, timed_out }]
      }
      if (step.type === "wait_until") return [{ time: "09:00", ...step, id }]
      if (step.type === "webhook") return [{ ...step, id, url: pick(urls) }]
      if (!step.type.startsWith("send_")) return [{ ...step, id }]
      return [{ ...renderable(step), id, ...(isMarketing(trigger.type, step.type) ? { class: "marketing" } : {}) }]
    })
  return {
    ...definition,
    trigger: triggerOf(trigger, chance),
    filters: chance(0.5) ? [] : meant(definition.filters),
    steps: steps(definition.steps, 0)
  }
}
