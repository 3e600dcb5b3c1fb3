import type { ContactValues, ValueKind } from "../../domain/contacts/ContactValues.ts"
import { ShopValueKind } from "../../domain/contacts/ShopValues.ts"
import * as words from "../words/pickers.ts"

/** The kinds of values that are suggested. */
export type SuggestedKind = ValueKind | ShopValueKind | "event_types"

/** The names of the data of events, of one type where it is known. */
export interface EventProperties {
  readonly kind: "event_properties"
  readonly event_type: string | undefined
}

/** The values of a custom field or of a name of the data of events, where there are few. */
export interface FieldValues {
  readonly kind: "custom_field_values" | "event_values"
  readonly name: string
  readonly event_type?: string | undefined
}

/** The list that an input suggests: values of a kind, properties of events, or values of one field. */
export type Suggested = SuggestedKind | EventProperties | FieldValues

/** Values, and how many there are of each in words. */
export interface Suggestions {
  readonly values: ReadonlyArray<string>
  /** Undefined for a value that none was read of. */
  readonly countOf: (value: string) => string | undefined
}

const none: Suggestions = { values: [], countOf: () => undefined }

const counted = (counts: ReadonlyMap<string, string>): Suggestions => ({
  values: [...counts.keys()],
  countOf: (value) => counts.get(value)
})

const uncounted = (values: ReadonlyArray<string>): Suggestions => ({
  values: [...new Set(values)],
  countOf: () => undefined
})

const ofShop = (used: ContactValues, kind: ShopValueKind): Suggestions => {
  const isLeast = { products: !used.products_read.all, orders: !used.orders_read.all }
  return counted(new Map(used[kind].map((one) => [one.value, words.productsAndOrders(one, isLeast)])))
}

const propertiesOf = ({ event_properties }: ContactValues, event_type: string | undefined) =>
  event_type === undefined
    ? event_properties
    : event_properties.filter((property) => property.event_type === event_type)

const isShopKind = (kind: SuggestedKind): kind is ShopValueKind =>
  ShopValueKind.literals.some((known) => known === kind)

/** The suggestions of what was read of an account, most frequent first. Pure. */
export const suggestionsOf = (used: ContactValues | undefined, suggested: Suggested): Suggestions => {
  if (used === undefined) return none
  if (typeof suggested === "string") {
    if (isShopKind(suggested)) return ofShop(used, suggested)
    if (suggested === "event_types")
      return counted(new Map(used.event_types.map(({ value, events }) => [value, words.events(events)])))
    const isLeast = used.read < used.total
    return counted(new Map(used[suggested].map(({ value, contacts }) => [value, words.contacts(contacts, isLeast)])))
  }
  if (suggested.kind === "custom_field_values")
    return uncounted(used.custom_fields.find(({ value }) => value === suggested.name)?.values ?? [])
  const properties = propertiesOf(used, suggested.event_type)
  return suggested.kind === "event_properties"
    ? uncounted(properties.map(({ value }) => value))
    : uncounted(properties.flatMap(({ value, values }) => (value === suggested.name ? values : [])))
}

// Of these, a value that is near to another one is as likely meant as that.
const unasked: ReadonlySet<Suggested> = new Set<Suggested>(["skus", "discount_codes", "currencies", "titles"])

/** Whether a text that is near to a suggestion is asked about. */
export const isAskedAbout = (suggested: Suggested): boolean =>
  typeof suggested === "string" ? !unasked.has(suggested) : suggested.kind === "event_properties"
