import { onPostgres, withContenders } from "./contenders.ts"
import type { Databases } from "./databases.ts"
import { quantile } from "./figures.ts"
import { generate } from "./generate.ts"
import { tokenOf } from "./traffic.ts"

/** `GET /contacts` by cursor through all contacts of one account: p50 and p99 of each tenth. */
export const benchContacts = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("ours")
  await databases.query(made.url, ...generate(contacts * 4, 1))
  return withContenders([() => onPostgres("ours", made)], ([ours]) => measurePages(ours?.port ?? 0))
}

/** Reads all pages of the contacts of the first account, or as many as `most`. */
export const measurePages = async (port: number, most = Number.POSITIVE_INFINITY): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${tokenOf(1)}` }
  const pages: Array<number> = []
  const read = async (cursor: string | null): Promise<string | null> => {
    const at = performance.now()
    const after = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`
    const response = await fetch(`http://127.0.0.1:${port}/v1/contacts?per_page=100${after}`, { headers })
    const body = (await response.json()) as { pagination: { next_cursor: string | null } }
    pages.push(performance.now() - at)
    return body.pagination.next_cursor
  }
  for (let warm = 0; warm < 100; warm++) await read(null)
  pages.length = 0
  let cursor = await read(null)
  while (cursor !== null && pages.length < most) cursor = await read(cursor)
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    pages.slice((tenth * pages.length) / 10, ((tenth + 1) * pages.length) / 10).toSorted((a, b) => a - b)
  )
  const of = (q: number) => tenths.map((tenth) => quantile(tenth, q))
  const [p50, p99] = [of(0.5), of(0.99)]
  console.log(`\n${pages.length} pages of 100 contacts by cursor, ms in each tenth of the way`)
  console.log(`  p50 ${p50.map((ms) => ms.toFixed(1)).join(" ")}`)
  console.log(`  p99 ${p99.map((ms) => ms.toFixed(1)).join(" ")}`)
  const ratios = { "contacts p99": Math.max(...p99), "contacts last ÷ first": (p50[9] ?? 0) / (p50[0] ?? 0) }
  return { pages: pages.length, p50, p99, ratios }
}
