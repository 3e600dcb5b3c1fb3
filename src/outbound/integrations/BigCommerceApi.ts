import { Context, Effect } from "effect"
import { exactElements, isObject, type JsonObject, parseExact } from "../../domain/json/Json.ts"

/** Reads a path below a store's API with its access token, and gives the JSON text; undefined for an error, or no answer within four seconds. */
export const BigCommerceCalls = Context.Reference<
  (path: string, access_token: string) => Effect.Effect<Uint8Array | undefined>
>("tally/outbound/integrations/BigCommerceCalls", {
  defaultValue: () => (path, access_token) =>
    Effect.tryPromise(async () => {
      const response = await fetch(`https://api.bigcommerce.com/stores/${path}`, {
        headers: { accept: "application/json", "x-auth-token": access_token },
        redirect: "error",
        signal: AbortSignal.timeout(4_000)
      })
      return response.ok ? await readBounded(response) : undefined
    }).pipe(Effect.catch(() => Effect.succeed(undefined)))
})

// Bytes of an answer.
const maxAnswer = 4 * 1024 * 1024

const readBounded = async (response: Response): Promise<Uint8Array | undefined> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxAnswer) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A resource of a store's API. `id` is digits, of a cart its token. */
export interface PlatformResource {
  readonly resource: "order" | "cart" | "product" | "customer" | "subscriber"
  readonly id: string
}

interface ApiAccess {
  readonly store_hash: string | null
  readonly access_token: string | null
}

// Products of an order in one answer, and the answers read of one order.
const pageSize = 250
const maxPages = 4

/** Reads an order with its products, a cart, a product with its variants, a customer or a subscriber of a BigCommerce store. Undefined when the API does not give it. */
export const readBigCommerceResource = Effect.fnUntraced(function* (
  { store_hash, access_token }: ApiAccess,
  { resource, id }: PlatformResource
) {
  if (store_hash === null || access_token === null) return undefined
  const call = yield* BigCommerceCalls
  const read = (path: string) =>
    Effect.map(call(`${store_hash}/${path}`, access_token), (bytes) =>
      bytes === undefined ? undefined : parseExact(bytes)
    )
  const first = (value: unknown): JsonObject | undefined => {
    const data = isObject(value) ? value["data"] : undefined
    const found: unknown = Array.isArray(data) ? data[0] : data
    return isObject(found) ? found : undefined
  }
  if (resource === "cart") return first(yield* read(`v3/carts/${encodeURIComponent(id)}`))
  if (resource === "product") return first(yield* read(`v3/catalog/products/${id}?include=variants,images`))
  if (resource === "customer") return first(yield* read(`v3/customers?id:in=${id}`))
  if (resource === "subscriber") return first(yield* read(`v3/customers/subscribers/${id}`))
  const order = yield* read(`v2/orders/${id}`)
  if (!isObject(order)) return undefined
  const products: Array<unknown> = []
  for (let page = 1; page <= maxPages; page++) {
    const answer = yield* read(`v2/orders/${id}/products?limit=${pageSize}&page=${page}`)
    // An order without products has an empty answer.
    if (!Array.isArray(answer)) break
    products.push(...exactElements(answer, pageSize))
    if (answer.length < pageSize) break
  }
  return { ...order, products }
})
