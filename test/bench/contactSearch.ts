import { ConfigProvider, Effect, Layer } from "effect"
import { searchTerms } from "../../src/domain/contacts/contactSearch.ts"
import { ContactQueries } from "../../src/store/contacts/ContactQueries.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import type { Databases } from "./databases.ts"
import { quantile } from "./figures.ts"

const account = "acc_00000000000000000000000001"

// Names that repeat as in a store: a few hundred family names, so that a common one has thousands of contacts.
const fill = (contacts: number): ReadonlyArray<string> => [
  "SET session_replication_role = replica",
  `INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    order_count, created_at, updated_at)
  SELECT '${account}', 'con_' || lpad(n::text, 26, '0'), 'customer' || n || '@example.com', 'customer' || n || '@example.com',
    '+1415' || lpad(n::text, 7, '0'), 'First' || n % 5000, 'Family' || n % 300, 'subscribed', 'never_subscribed', 0, now(), now()
  FROM generate_series(1, ${contacts}) n`,
  `INSERT INTO contact_search (account_id, contact_id, words)
  SELECT account_id, contact_id, lower(concat_ws(' ', '', first_name, last_name, email, ltrim(phone, '+'))) FROM contacts`,
  "SET session_replication_role = origin",
  "VACUUM ANALYZE"
]

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
  const made = await databases.create("search")
  await databases.query(made.url, ...fill(contacts))
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: made.url }))
  const measure = Effect.gen(function* () {
    const queries = yield* ContactQueries
    const search = Effect.fnUntraced(function* (text: string) {
      const started = performance.now()
      const filter = { search: searchTerms(text) }
      const total = yield* queries.total(account, filter)
      yield* queries.read(account, filter, { before: null, offset: 0, limit: 26, total })
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
    measure.pipe(Effect.provide(ContactQueries.layer.pipe(Layer.provide(ClientLayer), Layer.provide(settings))))
  )
  console.log(`\nSearch among ${contacts} contacts, ms: p50, slowest of 20`)
  for (const [kind, times] of Object.entries(search)) {
    console.log(`  ${kind.padEnd(20)} ${quantile(times, 0.5).toFixed(1)}, ${(times.at(-1) ?? 0).toFixed(1)}`)
  }
  const slowest = Math.max(...Object.values(search).map((times) => times.at(-1) ?? 0))
  return { search, ratios: { "search slowest": slowest } }
}
