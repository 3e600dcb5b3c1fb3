import type { Page } from "playwright-core"
import { callApi, newToken, report } from "./merchant.ts"

/** Must be shown as text everywhere. */
export const hostile = `<img src=x onerror="window.hit=1">{{7*7}}"'<script>window.hit=1</script>`

// Templates may contain markup, but nothing in them runs or is loaded in the dashboard. Addresses that nobody can open are refused, unless data has them.
const template = `{% raw %}${hostile.replace("src=x", "src=https://evil.example/x")}{% endraw %}<p style="color:red" onclick="window.hit=1">{{ contact.first_name }}</p>
  <a href="{{ 'javascript:window.hit=1' }}">x</a><style>body { background: url(https://evil.example/x) }</style><iframe src="/"></iframe>`

const order = (order_id: number) => ({
  order_id,
  email: `buyer${order_id}@example.com`,
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  shipment_status: "in_transit",
  customer_id: hostile,
  discounts: [{ code: hostile, amount: 1 }],
  tax_lines: [{ title: hostile, amount: 1 }],
  accepts_email_marketing: true,
  shipping_address: { first_name: hostile, last_name: hostile, address1: hostile, country_code: "US" },
  line_items: [{ title: hostile, sku: hostile, quantity: 2, price: 29.95 }]
})

const flow = {
  name: hostile,
  definition: {
    trigger: { type: "event", event_type: "signed_up" },
    filters: [[{ field: "contact.phone", op: "neq", value: hostile }]],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [
      { id: "s1", type: "send_email", subject: template, html: template },
      { id: "s2", type: "add_tag", tag: hostile },
      {
        id: "s3",
        type: "split",
        if: [[{ field: "contact.tags", op: "contains", value: hostile }]],
        then: [],
        else: []
      },
      { id: "s4", type: "delay", duration: "1 day" }
    ]
  }
}

/** The ids of a list, newest first. */
const idsOf = async (page: Page, path: string): Promise<ReadonlyArray<string>> => {
  const rows: unknown = await callApi(page, path)
  return Array.isArray(rows) ? rows.map(({ id }) => String(id)) : []
}

const succeeded = async (answer: Promise<Response>) => {
  const { status } = await answer
  if (status >= 300) throw new Error(`${status}`)
}

/** Fills every text field of an account with hostile text; returns the paths of the records. */
export const fillWithHostile = async (page: Page, origin: string, account: string): Promise<ReadonlyArray<string>> => {
  const own = `/accounts/${account}`
  const token = await newToken(page, account)
  await callApi(page, `${own}/integrations`, { store_name: hostile, store_url: "https://shop.example" })
  await callApi(page, `${own}/apps`, { name: hostile })
  const made = await callApi(page, `${own}/flows`, flow)
  await callApi(page, `${own}/flows/${String(made["id"])}/activate`, {})
  for (const id of [1, 2, 3]) await succeeded(report(origin, token, "/orders/placed", order(id)))
  const [contact = ""] = await idsOf(page, `${own}/contacts`)
  const change = { tags: [hostile], custom_fields: { note: hostile } }
  await page.request.patch(`${origin}/dashboard/api${own}/contacts/${contact}`, { data: change })
  const event = {
    event_type: "signed_up",
    contact_id: contact,
    event_data: { note: hostile },
    idempotency_key: hostile
  }
  await succeeded(report(origin, token, "/events", event))
  const cart = {
    contact_id: contact,
    currency: "USD",
    total: 59.9,
    line_items: [{ title: hostile, sku: hostile, quantity: 2, price: 29.95 }],
    url: `https://shop.example/?x=${hostile}`
  }
  await page.request.put(`${origin}/dashboard/api${own}/carts/c-1`, { data: cart })
  const product = {
    title: hostile,
    vendor: hostile,
    tags: [hostile],
    variants: [{ id: "v", sku: hostile, title: hostile, price: 5, currency: "USD", stock: 3 }]
  }
  await page.request.put(`${origin}/dashboard/api${own}/products/p-1`, { data: product })
  // Listed among the deprecated calls in any case.
  await report(origin, token, "/contacts/none/unsubscribe", {})
  const [seen = ""] = await idsOf(page, `${own}/events`)
  const captured = () => idsOf(page, `${own}/messages?status=captured`)
  let [message] = await captured()
  while (message === undefined) [message] = await captured()
  return [
    "/orders/1",
    `/contacts/${contact}`,
    `/flows/${String(made["id"])}`,
    `/messages/${message}`,
    `/events/${seen}`,
    "/carts/c-1",
    "/products/p-1"
  ]
}
