import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount, seedToken } from "../database/seed.ts"
import { productBody } from "../samples/products.ts"
import { contentType, encoded, Origin, send } from "./http.ts"

/** A new account, and calls of a token for its products. */
export const startProducts = Effect.gen(function* () {
  const { account_id } = yield* seedAccount({})
  const token = yield* seedToken(account_id, { scopes: ["products_read", "products_write"] })
  const origin = yield* Origin
  const sql = yield* SqlClient.SqlClient
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...contentType(body), ...headers },
      ...(typeof body === "string" ? { body } : encoded(body))
    })
  return {
    account_id,
    sql,
    call,
    put: (id: string, members: Record<string, unknown> = {}, headers?: Record<string, string>) =>
      call("PUT", `/products/${id}`, productBody(members), headers),
    batch: (products: ReadonlyArray<unknown>, headers?: Record<string, string>) =>
      call("POST", "/products/batch", { products }, headers),
    changes: sql`SELECT product_id, restocked::text AS restocked, price_drops::text AS price_drops FROM product_changes
      WHERE account_id = ${account_id} ORDER BY happened_at, product_id`,
    count: Effect.map(sql`SELECT 1 FROM products WHERE account_id = ${account_id}`, (rows) => rows.length)
  }
})

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
