import type { Facts } from "../../../src/domain/conditions/Facts.ts"
import type { HistoryLookup } from "../../../src/domain/conditions/History.ts"
import { newContact } from "../../../src/domain/contacts/Contact.ts"
import { durationMillis } from "../../../src/domain/flows/FlowDuration.ts"
import type { Draws } from "./draws.ts"

export const day = 86_400_000
export const now = Date.parse("2026-06-30T12:00:00Z")

const ages = [0, 1, day - 1, day, day + 1, 29 * day, 30 * day, 31 * day, 400 * day] as const
const items = [
  null,
  '[{"sku":"A-1","product_id":7},{"sku":"B-2"}]',
  '[{"sku":"\\u0041-1"}]',
  '[{"sku":"5\\" pot"},{"sku":15}]',
  '[{"product_id":70,"sku":null}]',
  '[{"sku":"😀"}]',
  '[{"sku":"A-1"},{"sku":"A-1","quantity":2}]',
  '[{"sku":"\\ud83d\\ude00"}]',
  "[]",
  '[7,null,"A-1",["A-1"]]',
  '{"sku":"A-1"}'
]
const addresses = [
  null,
  '{"country_code":"DE"}',
  '{"country_code":"de"}',
  '{"country_code":"FR"}',
  '{"country_code":7}',
  "{}"
]
/** The products of an account. Views also name one that it has not. */
export const products = [
  { product_id: "7", product_type: "Mug", vendor: "Acme", tags: ["gift"] },
  { product_id: "8", product_type: "Mug", vendor: null, tags: ["😀", '5" pot'] },
  { product_id: "70", product_type: null, vendor: "Acme", tags: [] }
] as const
const statuses = ["queued", "sent", "captured", "clicked", "bounced", "failed"] as const
const leftTopics = ["[]", '["vip"]', '["5","new"]']
const tags = ["[]", '["vip"]', '["v\\u0069p","new"]', '["VIP"]', '["😀"]', '["\\ud83d\\ude00","5"]']
/** Custom fields of every kind that conditions tell apart. */
export const customFields = [
  "{}",
  '{"size":5}',
  '{"size":5.0,"plan":"pro"}',
  '{"size":"5","plan":null}',
  '{"size":1e400,"plan":""}',
  '{"size":-1e400}',
  '{"size":1e-400,"plan":true}',
  '{"size":0.1,"plan":false}',
  '{"size":0.10000000000000000001}',
  '{"size":1,"size":5}',
  '{"si\\u007ae":5,"plan":"\\ud83d\\ude00"}',
  '{"plan":"😀 pro \uff5e"}',
  '{"plan":"\uff5e"}',
  '{"__proto__":5}',
  '{"size":"10","plan":"True"}',
  '{"size":"0.1","plan":"FALSE"}',
  '{"size":"05","plan":"tRue"}',
  '{"size":"-1"}',
  '{"size":"1234567890123456"}',
  '{"size":"5 ","plan":"5.00"}',
  '{"day":"2026-06-15"}',
  '{"day":"2026-06-29T23:59:59Z"}',
  '{"day":"2026-06-30 08:00"}',
  '{"day":"2026-07-20"}',
  '{"day":"2026-06-31"}',
  '{"day":"2026-06-1"}',
  '{"day":"2025-06-30"}',
  '{"language":"de-DE"}',
  '{"Preferred Language":"xx","locale":"FR_ca","lang":"de"}',
  '{"locale":7,"language":""}'
]

const names = [null, "", "Ada", "ada", "Zoë", "😀", "\uff5e"]

/** A contact with its orders, events, messages and views, drawn from few values so that conditions often hold; the `at`th of its account. */
export const personOf = ({ pick, list }: Draws, at: number) => ({
  email: pick([null, `ada${at}@example.com`, `Zoë${at}@example.com`]),
  phone: pick([null, `+4915112345${600 + at}`]),
  first_name: pick(names),
  last_name: pick(names),
  sms_consent: pick(["subscribed", "unsubscribed", "never_subscribed", "pending"] as const),
  email_consent: pick(["subscribed", "unsubscribed", "suppressed", "never_subscribed"] as const),
  tags: pick(tags),
  custom_fields: pick(customFields),
  left_topics: pick(leftTopics),
  created: pick(ages),
  orders: list(4, () => ({
    ago: pick(ages),
    currency: pick(["EUR", "USD"]),
    total: pick(["0", "0.1", "0.2", "59.90", "100", "-20"]),
    refunded: pick([null, null, "0", "0.1", "30", "70.10"]),
    status: pick([null, "paid", "partially_refunded", "refunded", "voided"] as const),
    items: pick(items),
    address: pick(addresses)
  })),
  events: list(4, () => ({ ago: pick(ages), type: pick(["seen", "left"]) })),
  views: list(4, () => ({ ago: pick(ages), product_id: pick(["7", "8", "70", "71"] as const) })),
  messages: list(4, () => ({
    ago: pick(ages),
    status: pick(statuses),
    channel: pick(["email", "sms"]),
    flow_id: pick([null, "flo_1", "flo_2"]),
    campaign_id: pick([null, "cmp_1", "cmp_2"])
  }))
})
export type Person = ReturnType<typeof personOf>

const received = new Set(["sent", "captured", "clicked"])

export const isClicked = ({ status }: Person["messages"][number]) => status === "clicked"

const itemsOf = (json: string | null): ReadonlyArray<unknown> => {
  const value: unknown = json === null ? null : JSON.parse(json)
  return Array.isArray(value) ? value : []
}

/** Whether a product is as a filter says, by definition. A product that the account has not is nothing but its id. */
const isProduct = (product_id: string, where: HistoryLookup["where"]): boolean => {
  const product = products.find((one) => one.product_id === product_id)
  const tags: ReadonlyArray<string> = product?.tags ?? []
  return (
    (where.product_id === undefined || where.product_id === product_id) &&
    (where.product_type === undefined || where.product_type === product?.product_type) &&
    (where.vendor === undefined || where.vendor === product?.vendor) &&
    (where.product_tag === undefined || tags.includes(where.product_tag))
  )
}

const textOf = (item: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof item === "object" && item !== null && !Array.isArray(item) ? Reflect.get(item, name) : null
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined
}

const hundredths = (amount: string | null): number => Math.round(Number(amount ?? 0) * 100)

// Exact: in hundredths.
export const sum = (totals: ReadonlyArray<string>): number =>
  totals.reduce((all, total) => all + hundredths(total), 0) / 100

/** What an order adds to what was spent, by definition: its total less what was paid back, which leaves the total of an exchange as it is. */
export const netOf = ({ total, refunded }: Person["orders"][number]): string =>
  hundredths(total) < 0 ? total : String(Math.max(0, hundredths(total) - hundredths(refunded)) / 100)

/** The orders of a currency that are neither voided nor refunded, by definition. */
export const spentOrders = (orders: Person["orders"], currency: string): Person["orders"] =>
  orders.filter((order) => order.currency === currency && order.status !== "voided" && order.status !== "refunded")

/** The value of a lookup by definition, from all rows of a person. */
const measured = (person: Person, { measure, where }: HistoryLookup): number | string | undefined => {
  const isRecent = ({ ago: age }: { readonly ago: number }) =>
    where.within === undefined || age < durationMillis(where.within)
  const orders = person.orders
    .filter(isRecent)
    .filter(
      ({ items: json }) =>
        (where.sku === undefined || itemsOf(json).some((item) => textOf(item, "sku") === where.sku)) &&
        (where.product_id === undefined ||
          itemsOf(json).some((item) => textOf(item, "product_id") === where.product_id))
    )
  const messages = person.messages
    .filter(isRecent)
    .filter(({ flow_id }) => where.flow_id === undefined || flow_id === where.flow_id)
    .filter(({ campaign_id }) => where.campaign_id === undefined || campaign_id === where.campaign_id)
    .filter(({ channel }) => where.channel === undefined || channel === where.channel)
  const some = (length: number) => (length === 0 ? undefined : length)
  switch (measure.type) {
    case "orders":
      return some(orders.length)
    case "spent":
    case "average_order": {
      const totals = spentOrders(orders, measure.currency).map(netOf)
      if (totals.length === 0) return undefined
      return measure.type === "spent" ? sum(totals) : sum(totals) / totals.length
    }
    case "country": {
      const codes = person.orders
        .map(({ ago: age, address }, id) => ({ age, id, code: JSON.parse(address ?? "{}").country_code as unknown }))
        .flatMap(({ code, ...order }) => (typeof code === "string" ? [{ ...order, code: code.toUpperCase() }] : []))
        .toSorted((a, b) => a.age - b.age || b.id - a.id)
      return codes[0]?.code
    }
    case "events":
      return some(
        person.events.filter(isRecent).filter(({ type }) => where.event_type === undefined || type === where.event_type)
          .length
      )
    case "received":
      return some(messages.filter(({ status }) => received.has(status)).length)
    case "clicked":
      return some(messages.filter(isClicked).length)
    case "viewed":
      return some(person.views.filter(isRecent).filter(({ product_id }) => isProduct(product_id, where)).length)
  }
}

const times = (person: Person) => person.orders.map(({ ago: age }) => now - age)

/** The facts of a person for these lookups, by definition. */
export const modelFacts = (person: Person, lookups: ReadonlyArray<HistoryLookup>): Facts => ({
  order: null,
  event: null,
  now,
  contact: {
    ...newContact(
      {
        account_id: "acc_1",
        contact_id: "con_1",
        email: person.email,
        phone: person.phone,
        first_name: person.first_name,
        last_name: person.last_name
      },
      now - person.created
    ),
    email_consent: person.email_consent,
    sms_consent: person.sms_consent,
    order_count: person.orders.length,
    first_order_at: person.orders.length === 0 ? null : Math.min(...times(person)),
    last_order_at: person.orders.length === 0 ? null : Math.max(...times(person)),
    tags: JSON.parse(person.tags),
    custom_fields: JSON.parse(person.custom_fields),
    left_topics: JSON.parse(person.left_topics)
  },
  history: new Map(
    lookups.flatMap((lookup) => {
      const value = measured(person, lookup)
      return value === undefined ? [] : [[lookup.key, value]]
    })
  )
})
