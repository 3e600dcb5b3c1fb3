import { onPostgres, withContenders } from "./contenders.ts"
import { besideOrders } from "./besideOrders.ts"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"
import { request, tokenOf } from "./traffic.ts"

/** A cart of about 450 bytes, of a buyer that orders have too. */
const cartBody = (cart: number, change: number): string =>
  `{"email":"Buyer${cart}@example.com","stage":"${change % 2 === 0 ? "cart" : "checkout"}","currency":"USD",` +
  `"total":${40 + (cart % 60)}.90,"url":"https://shop.example/cart/${cart}","updated_at":"${new Date(started + change).toISOString()}",` +
  `"line_items":[{"product_id":${cart % 977},"sku":"SKU-${cart % 977}","title":"White hanging heart holder","quantity":2,"price":12.55},` +
  `{"product_id":${change % 313},"sku":"SKU-${change % 313}","title":"Knitted union flag bottle","quantity":1,"price":15.8}]}`

const started = Date.now()

/** Carts a second, each of four changes the first of a new cart, beside the orders a second of the same server. */
export const benchCarts = async (databases: Databases): Promise<Record<string, unknown>> => {
  const database = await databases.create("carts")
  let change = 0
  const next = () => {
    const cart = Math.floor(change / (4 * options.accounts)) * options.accounts + (change % options.accounts)
    return request(tokenOf((cart % options.accounts) + 1), "PUT", `/v1/carts/c${cart}`, cartBody(cart, change++))
  }
  return withContenders([() => onPostgres("ours", database)], ([ours]) => besideOrders("carts", ours, next))
}
