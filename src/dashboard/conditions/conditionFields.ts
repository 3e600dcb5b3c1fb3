import { CartStage } from "../../domain/carts/Cart.ts"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { Condition, Op } from "../../domain/conditions/Condition.ts"
import type { FlowTrigger } from "../../domain/flows/FlowTrigger.ts"
import { subjectOfTrigger } from "../../domain/flows/triggerKinds.ts"
import { type FieldKind, fieldKindOf } from "../../domain/conditions/Facts.ts"
import { historyFieldOf } from "../../domain/conditions/History.ts"
import { FinancialStatus, FulfillmentStatus, ShipmentStatus } from "../../domain/orders/Order.ts"
import type { Suggested, SuggestedKind } from "../pickers/suggestions.ts"
import * as words from "../words/flows/flowConditions.ts"

/** The groups of fields. `history`: what is counted of a contact's orders, events, messages and views. */
export type FieldGroup = "order" | "cart" | "product" | "contact" | "event" | "history"

/** A field whose name ends with a part that the account chooses. */
export interface OpenField {
  readonly prefix: string
  readonly group: FieldGroup
  readonly title: string
  /** The account's part after the prefix, and an example of it. */
  readonly part: string
  readonly example: string
  /** The kind, while the part is not written yet. */
  readonly kind: FieldKind
}

const openFields: ReadonlyArray<OpenField> = [
  {
    prefix: "contact.custom_fields.",
    group: "contact",
    title: words.customField,
    part: words.nameOfField,
    example: words.exampleName,
    kind: "any"
  },
  {
    prefix: "event.event_data.",
    group: "event",
    title: words.eventProperty,
    part: words.nameOfField,
    example: words.exampleName,
    kind: "any"
  },
  {
    prefix: "contact.total_spent.",
    group: "history",
    title: words.totalSpent,
    part: words.currency,
    example: words.exampleCurrency,
    kind: "number"
  },
  {
    prefix: "contact.average_order.",
    group: "history",
    title: words.averageOrder,
    part: words.currency,
    example: words.exampleCurrency,
    kind: "number"
  }
]

const groupOf = (field: string): string =>
  historyFieldOf(field) === undefined ? (field.split(".")[0] ?? "") : "history"

const labels: Readonly<Record<string, string>> = words.fieldLabels

const choices: Readonly<Record<string, ReadonlyArray<string>>> = {
  "order.financial_status": FinancialStatus.literals,
  "order.fulfillment_status": FulfillmentStatus.literals,
  "order.shipment_status": ShipmentStatus.literals,
  "cart.stage": CartStage.literals,
  "contact.email_consent": EmailConsent.literals,
  "contact.sms_consent": SmsConsent.literals
}

const suggested: ReadonlyMap<string, SuggestedKind> = new Map([
  ["contact.tags", "tags"],
  ["contact.country", "countries"],
  ["order.shipping_address.country_code", "countries"],
  ["contact.language", "languages"],
  ["order.currency", "currencies"],
  ["order.line_items.sku", "skus"],
  ["order.line_items.title", "titles"],
  ["order.discounts.code", "discount_codes"],
  ["cart.currency", "currencies"],
  ["cart.line_items.sku", "skus"],
  ["cart.line_items.title", "titles"],
  ["product.title", "titles"],
  ["product.vendor", "vendors"],
  ["product.product_type", "product_types"],
  ["product.tags", "product_tags"]
])

/** The kind of values that are suggested for a field; undefined for none. */
export const suggestedKindOf = (field: string): SuggestedKind | undefined => suggested.get(field)

/** The values that are suggested for a field, with those of the data of events of a type where it is known; undefined for none. */
export const suggestedFor = (field: string, event_type?: string): Suggested | undefined => {
  const open = openFieldOf(field)
  if (open?.group === "contact") return { kind: "custom_field_values", name: field.slice(open.prefix.length) }
  if (open?.group === "event") return { kind: "event_values", name: field.slice(open.prefix.length), event_type }
  return suggested.get(field)
}

/** The names that are suggested for the part of a field's name that the account chooses. */
export const suggestedParts = ({ group }: OpenField, event_type?: string): Suggested =>
  group === "contact" ? "custom_fields" : group === "event" ? { kind: "event_properties", event_type } : "currencies"

/** The values that a field can have; undefined for any. */
export const choicesOf = (field: string): ReadonlyArray<string> | undefined => choices[field]

/** The field of this name whose last part the account chooses; undefined for the fields that every account has. */
export const openFieldOf = (field: string): OpenField | undefined =>
  openFields.find(({ prefix }) => field.startsWith(prefix))

/** The field as merchants know it. */
export const fieldLabel = (field: string): string => {
  const open = openFieldOf(field)
  if (open === undefined) return labels[field] ?? field
  const part = field.slice(open.prefix.length)
  return open.group === "history" ? `${open.title} (${part})` : part
}

/** The kind of a field; a name that is being typed compares with anything. */
export const kindOf = (field: string): FieldKind => openFieldOf(field)?.kind ?? fieldKindOf(field) ?? "any"

/** The groups whose fields conditions on these can compare, by what a message is about besides the contact. */
export const groupsOfSubject: Readonly<Record<ReturnType<typeof subjectOfTrigger>, ReadonlyArray<FieldGroup>>> = {
  event: ["event", "contact"],
  order: ["order", "contact"],
  cart: ["cart", "contact"],
  product: ["product", "contact"],
  none: ["contact"]
}

/** The groups whose fields a flow with this trigger can compare. */
export const groupsOf = ({ type }: Pick<FlowTrigger, "type">): ReadonlyArray<FieldGroup> =>
  groupsOfSubject[subjectOfTrigger(type)]

/** The type of the event that starts a flow; undefined for other triggers. */
export const eventTypeOf = (trigger: FlowTrigger): string | undefined =>
  trigger.type === "event" ? trigger.event_type : undefined

/** The fields of the groups as options by group. A field that is in none of them stays an option. */
export const fieldOptions = (groups: ReadonlyArray<FieldGroup>, current: string) => {
  const options = groups.map((group) => ({
    group: words.groupTitles[group],
    items: [
      ...Object.entries(words.fieldLabels)
        .filter(([name]) => groupOf(name) === group)
        .map(([value, label]) => ({ value, label })),
      ...openFields
        .filter((field) => field.group === group)
        .map(({ prefix, title }) => ({ value: prefix, label: title }))
    ]
  }))
  const value = openFieldOf(current)?.prefix ?? current
  return options.some(({ items }) => items.some((item) => item.value === value))
    ? options
    : [...options, { group: words.notForThisTrigger, items: [{ value, label: fieldLabel(value) }] }]
}

/** A new condition on a field, with the first operator that needs a value. */
export const newCondition = (field: string): Condition => {
  const ops: Readonly<Record<FieldKind, Op>> = {
    number: "gte",
    text: "eq",
    boolean: "eq",
    list: "contains",
    time: "within",
    any: "eq"
  }
  const kind = kindOf(field)
  const [first] = kind === "time" ? ["30 days"] : kind === "boolean" ? [true] : (choicesOf(field) ?? [])
  const value = first === undefined ? {} : { value: first }
  return { field, op: ops[kind], ...value }
}

/** The first condition of a new group, on a field of the groups. */
export const firstCondition = (groups: ReadonlyArray<FieldGroup>): Condition =>
  groups.includes("order")
    ? { field: "order.total", op: "gte", value: 50 }
    : groups.includes("contact")
      ? { field: "contact.order_count", op: "gte", value: 1 }
      : newCondition("event.event_data.")
