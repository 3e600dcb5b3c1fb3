import type { Example } from "./examples.ts"

export const valueExamples: Readonly<Record<string, Example>> = {
  "manyContacts.values": {
    responses: {
      200: {
        data: {
          read: 10_000,
          total: 25_000,
          custom_fields: [{ value: "birthday", contacts: 6_400, values: [] }],
          tags: [{ value: "vip", contacts: 120 }],
          countries: [{ value: "GB", contacts: 7_100 }],
          languages: [{ value: "en", contacts: 7_900 }],
          event_types: [{ value: "signed_up", events: 1_000 }],
          products_read: { read: 340, all: true },
          orders_read: { read: 1_000, all: false },
          skus: [{ value: "TEA-1", products: 1, orders: 58 }],
          titles: [{ value: "Green tea", products: 1, orders: 58 }],
          product_types: [{ value: "Tea", products: 120, orders: 0 }],
          vendors: [{ value: "Leaf", products: 85, orders: 0 }],
          product_tags: [{ value: "organic", products: 64, orders: 0 }],
          discount_codes: [{ value: "SPRING", products: 0, orders: 31 }],
          currencies: [{ value: "EUR", products: 0, orders: 1_000 }],
          event_properties: [{ event_type: "signed_up", value: "plan", events: 20, values: ["free", "pro"] }]
        }
      }
    }
  }
}
