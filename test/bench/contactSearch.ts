import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { searchTerms } from "../../src/domain/contacts/contactSearch.ts"
import { ContactQueries } from "../../src/store/contacts/ContactQueries.ts"
import { readOnly } from "../../src/store/database/Transaction.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import type { Databases } from "./databases.ts"
import { quantile } from "./figures.ts"
import { seedShop, shop } from "./shopSeed.ts"

const searches = {
  "whole e-mail": (n: number) => `customer${n}@example.com`,
  "part of an e-mail": (n: number) => `mer${n}@`,
  "end of a phone": (n: number) => String(n).padStart(7, "0"),
  "family name": (n: number) => `family${n % 300}`,
  "two words": (n: number) => `first${n % 5000} fam`,
  "found in none": (n: number) => `nobody${n}`,
  "found in all": () => "example.com",
  "one letter": () => "f"
}

/** The dashboard's search of contacts by parts of e-mail, phone and name: p50 and the slowest of each kind. */
export const benchSearch = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const { url } = await databases.create("search")
  await seedShop(databases, url, contacts, { history: false })
  return measureSearch(url, contacts)
}

/** Searches among the contacts of the shop. */
export const measureSearch = async (url: string, contacts: number): Promise<Record<string, unknown>> => {
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url }))
  const measure = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queries = yield* ContactQueries
    const search = Effect.fnUntraced(function* (text: string) {
      const started = performance.now()
      const filter = { search: searchTerms(text) }
      yield* readOnly(sql)(
        Effect.flatMap(queries.total(shop, filter), (total) =>
          queries.read(shop, filter, { before: null, offset: 0, limit: 26, total })
        )
      )
      return performance.now() - started
    })
    // Opens the connection, too.
    const first = [yield* search("customer1@example.com"), yield* search("example.com")]
    const figures: Record<string, ReadonlyArray<number>> = { "first after a start": first.toSorted((a, b) => a - b) }
    for (const [kind, textOf] of Object.entries(searches)) {
      const times: Array<number> = []
      for (let at = 0; at < 20; at++) times.push(yield* search(textOf(1 + ((at * 48_611) % contacts))))
      figures[kind] = times.toSorted((a, b) => a - b)
    }
    return figures
  })
  const search = await Effect.runPromise(
    measure.pipe(Effect.provide(ContactQueries.layer.pipe(Layer.provideMerge(ClientLayer), Layer.provide(settings))))
  )
  console.log(`\nSearch among ${contacts} contacts, ms: p50, slowest of 20`)
  for (const [kind, times] of Object.entries(search)) {
    console.log(`  ${kind.padEnd(20)} ${quantile(times, 0.5).toFixed(1)}, ${(times.at(-1) ?? 0).toFixed(1)}`)
  }
  const slowest = Math.max(...Object.values(search).map((times) => times.at(-1) ?? 0))
  return { search, ratios: { "search slowest": slowest } }
}
