/** Calls of `POST /v1/orders/placed` from many accounts. The same seed gives every subject the same calls in the same order. */
export interface Traffic {
  /** The next call as bytes on the wire; ASCII only. */
  readonly next: () => string
}

/** The bearer token of the n-th account; `seed` stores its digest. */
export const tokenOf = (account: number): string => `service_${account.toString(16).padStart(40, "0")}`

const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** Of ten calls, five are first orders of new contacts, three are orders of existing contacts, and two repeat an order. */
export const traffic = (options: {
  readonly accounts: number
  readonly seed: number
  readonly firstOrder?: number
  /** The first of the accounts; 1 by default. */
  readonly firstAccount?: number
  /** Contacts of the seed that the accounts have: the orders of existing contacts are then theirs. */
  readonly known?: number
}): Traffic => {
  const chance = random(options.seed)
  const first = options.firstOrder ?? 1
  const known = options.known ?? 0
  // The contact of each order of an account, by order number `first + index`.
  const buyers: Array<Array<number>> = Array.from({ length: options.accounts }, () => [])
  const pick = <A>(of: ReadonlyArray<A>): number => Math.floor(chance() * of.length)
  return {
    next: () => {
      const account = Math.floor(chance() * options.accounts)
      const placed = buyers[account] ?? []
      const kind = placed.length === 0 ? 0 : Math.floor(chance() * 10)
      const index = kind < 8 ? placed.length : pick(placed)
      const isOld = kind >= 5 && kind < 8 && known > 0
      const former = () => placed[kind < 8 ? pick(placed) : index] ?? first
      // Below zero: a contact of the seed.
      const buyer = kind < 5 ? first + index : isOld ? -1 - Math.floor(chance() * known) : former()
      if (kind < 8) placed.push(buyer)
      return request(
        tokenOf((options.firstAccount ?? 1) + account),
        "POST",
        "/v1/orders/placed",
        orderBody(first + index, Math.abs(buyer), kind >= 8 && chance() < 0.6, buyer < 0 ? "Customer" : "Buyer")
      )
    }
  }
}

/** A call as bytes on the wire; ASCII only. */
export const request = (token: string, method: string, path: string, body?: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
  (body === undefined ? "\r\n" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)

// A typical order of about 900 bytes: a third with a phone, most with an e-mail opt-in.
export const orderBody = (order: number, buyer: number, delivered: boolean, name = "Buyer"): string =>
  `{"order_id":${order},"email":"${name}${buyer}@example.com",` +
  (buyer % 3 === 0
    ? `"phone":"(${200 + (buyer % 700)}) ${String(buyer % 10_000_000).padStart(7, "5")}","accepts_sms_marketing":true,`
    : "") +
  `"customer_id":"c-${buyer}","total":${40 + (order % 60)}.90,"subtotal":${30 + (order % 60)}.50,"currency":"USD","total_items":3,` +
  `"order_date":"${new Date(started - (order % 1000) * 3_600_000).toISOString()}","financial_status":"paid",` +
  `"fulfillment_status":"fulfilled","shipment_status":"${delivered ? "delivered" : "in_transit"}",` +
  `"accepts_email_marketing":${buyer % 10 < 7},"discounts":[{"code":"SPRING","amount":5.5}],"tax_lines":[{"title":"VAT","amount":4.4}],` +
  `"line_items":[{"product_id":${order % 977},"sku":"SKU-${order % 977}","title":"White hanging heart holder","quantity":2,"price":12.55},` +
  `{"product_id":${order % 313},"sku":"SKU-${order % 313}","title":"Knitted union flag bottle","quantity":1,"price":15.8,"gift":true}],` +
  `"shipping_address":{"first_name":"Ada","last_name":"Byron","address1":"12 Square","city":"Springfield","state_code":"IL",` +
  `"country_code":"US","postal_code":"62704"}}`

const started = Date.now()
