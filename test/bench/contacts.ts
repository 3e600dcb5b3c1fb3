import { Config, ConfigProvider, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactQuery } from "../../src/domain/contacts/ContactQuery.ts"
import { ReadContacts } from "../../src/programs/contacts/ReadContacts.ts"
import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { ContactQueries } from "../../src/store/contacts/ContactQueries.ts"
import { Contacts } from "../../src/store/contacts/Contacts.ts"
import { ContactTopics } from "../../src/store/contacts/ContactTopics.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { DatabaseLayer } from "../../src/store/database/Database.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { recountContacts } from "../support/database/recountContacts.ts"
import { quantile, table } from "./figures.ts"

// Reads lists of 1,000,000 contacts in one account by cursor, from the first page to the last in stretches, by every kind of filter.
// `DATABASE_URL=postgres://…/an_empty_database node test/bench/contacts.ts`; CONTACTS sets another number.

const account = { account_id: `acc_${"0".repeat(26)}`, default_country: "US" }

const generate = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`INSERT INTO accounts (account_id, name, created_at) VALUES (${account.account_id}, 'Bench', now())`
      // One contact in a thousand is suppressed, one in a hundred changed in the last hour, spread over the list.
      yield* sql`
        INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent,
          sms_consent, order_count, created_at, updated_at)
        SELECT ${account.account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com',
          '+1415' || lpad(n::text, 7, '0'), 'Ada', 'Lovelace',
          CASE WHEN n % 1000 = 0 THEN 'suppressed' WHEN n % 3 = 0 THEN 'unsubscribed' ELSE 'subscribed' END,
          CASE WHEN n % 4 = 0 THEN 'subscribed' ELSE 'never_subscribed' END, 0, now() - interval '1 year',
          CASE WHEN n % 100 = 0 THEN now() ELSE now() - interval '1 year' END
        FROM generate_series(1, ${count}) n`
      yield* recountContacts
    })
  )
  const connection = yield* sql.reserve
  yield* connection.executeUnprepared("SET statement_timeout = 0", [], undefined)
  yield* connection.executeUnprepared("VACUUM ANALYZE contacts", [], undefined)
}, Effect.scoped)

const filters = (now: number): Record<string, ContactQuery> => ({
  "no filter": {},
  "email_consent=subscribed (2/3)": { email_consent: "subscribed" },
  "email_consent=suppressed (1/1000)": { email_consent: "suppressed" },
  "sms_consent=subscribed (1/4)": { sms_consent: "subscribed" },
  "both consents": { email_consent: "unsubscribed", sms_consent: "subscribed" },
  "updated_since, 1 %": { updated_since: DateTime.makeUnsafe(now - 3_600_000) },
  "updated_since, all": { updated_since: DateTime.makeUnsafe(now - 800 * 86_400_000) }
})

const perPage = 100

/** Stretches of pages by cursor, begun at every tenth of the list and ending with its last page. */
const readStretches = Effect.fnUntraced(function* (query: ContactQuery) {
  const lists = yield* ReadContacts
  const { pagination } = yield* lists.list(account, { ...query, per_page: perPage })
  const times: Array<number> = []
  for (const tenth of Array.from({ length: 11 }).keys()) {
    const page = Math.max(1, Math.min(Math.floor((pagination.total_pages * tenth) / 10), pagination.total_pages - 20))
    let cursor = (yield* lists.list(account, { ...query, per_page: perPage, page })).pagination.next_cursor
    for (let left = 50; cursor !== null && left > 0; left--) {
      const from = performance.now()
      cursor = (yield* lists.list(account, { ...query, per_page: perPage, cursor })).pagination.next_cursor
      times.push(performance.now() - from)
    }
  }
  times.sort((a, b) => a - b)
  return { total: pagination.total_count, pages: times.length, times }
})

const run = Effect.gen(function* () {
  const count = yield* Config.Int("CONTACTS").pipe(Config.withDefault(1_000_000))
  yield* generate(count)
  const rows: Array<ReadonlyArray<string>> = []
  for (const [name, query] of Object.entries(filters(Date.now()))) {
    const { total, pages, times } = yield* readStretches(query)
    rows.push([name, String(total), String(pages), ...[0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1))])
  }
  table(["cursor pages of 100, ms", "contacts", "pages read", "p50", "p99", "worst"], rows)
})

await run.pipe(
  Effect.provide(
    ReadContacts.layer.pipe(
      Layer.provide([ContactQueries.layer, ContactTopics.layer, Contacts.layer, ScanContacts.layer]),
      Layer.provide(SuppressionList.layer),
      Layer.provide(Keys.layerMemory)
    )
  ),
  Effect.provide(DatabaseLayer),
  Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv())),
  Effect.runPromise
)
