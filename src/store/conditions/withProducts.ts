import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Candidate, productOf } from "../../domain/flows/decideStarts.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { productOf as storedProduct, ProductRow, productRowColumns } from "../products/productColumns.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

/** A product of an account. */
interface ProductKey {
  readonly account_id: string
  readonly product_id: string
}

const queryProducts = query(ProductRow)

export const productKey = ({ account_id, product_id }: ProductKey): string => `${account_id}|${product_id}`

/** The products of these keys that are kept, by `productKey`. Joins an open transaction. */
export const readProducts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, keys: ReadonlyArray<ProductKey>) {
  if (keys.length === 0) return new Map<string, ReturnType<typeof storedProduct>>()
  const account = accountOf(sql, keys)
  const rows = yield* queryProducts(sql`
    SELECT ${sql.literal(productRowColumns)}
    FROM (SELECT DISTINCT account_id, product_id
      FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ product_id }) => product_id))})
        AS r (account_id, product_id)) AS key
    JOIN products ON products.account_id = ${account("key.account_id")} AND products.product_id = key.product_id
    WHERE key.account_id = ${account("key.account_id")}
    ORDER BY products.account_id, products.product_id LIMIT ${keys.length}`)
  return new Map(rows.map((row) => [productKey(row), storedProduct(row)]))
})

const comparesProduct = ({ definition }: Pick<Candidate, "definition">): boolean =>
  definition.filters.flat().some(({ field }) => field.startsWith("product."))

/** Candidates with the products that their filters compare. Reads nothing for filters that compare none. Joins an open transaction. */
export const withProducts = Effect.fnUntraced(function* <A extends Omit<Candidate, "history" | "product">>(
  sql: SqlClient.SqlClient,
  candidates: ReadonlyArray<A>
) {
  const keyOf = ({ trigger }: Pick<Candidate, "trigger">): ReadonlyArray<ProductKey> => {
    const product = productOf(trigger)
    return product === null ? [] : [{ account_id: trigger.account_id, product_id: product.product_id }]
  }
  const products = yield* readProducts(sql, candidates.filter(comparesProduct).flatMap(keyOf))
  return candidates.map((candidate) => {
    const [key] = keyOf(candidate)
    return { ...candidate, product: key === undefined ? null : (products.get(productKey(key)) ?? null) }
  })
})
