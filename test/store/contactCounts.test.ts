import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactParameter } from "../../src/store/contacts/contactParameter.ts"
import { accountFunction, jsonRows } from "../../src/store/database/accountFunction.ts"
import { PlacingLayer } from "../support/programs.ts"
import { assertConsistent } from "../support/database/assertConsistent.ts"
import { isCitus, onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { contact } from "../support/samples/orders.ts"

onBoth("contact_counts", PlacingLayer, (it) => {
  const seed = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const accounts = [(yield* seedAccount()).account_id, (yield* seedAccount()).account_id]
    const of = (contact_id: string, members: Parameters<typeof contact>[0] = {}) =>
      accounts.map((account_id) => contact({ account_id, contact_id, ...members }))
    const save = (contacts: ReadonlyArray<ReturnType<typeof contact>>) =>
      sql`SELECT ${accountFunction(sql, "save_events", contacts, [
        contactParameter(sql, contacts),
        jsonRows(sql, []),
        jsonRows(sql, [])
      ])}`
    const total = sql<{ readonly total: number }>`
      SELECT sum(total)::int AS total FROM contact_counts WHERE account_id = ANY(string_to_array(${accounts.join()}, ','))`
    return {
      sql,
      accounts,
      of,
      save,
      total: Effect.map(total, ([row]) => row?.total),
      consistent: Effect.forEach(accounts, assertConsistent)
    }
  })

  it.effect.skipIf(isCitus)(
    "follow contacts that are created, changed and deleted, of one account and of several in one call",
    () =>
      Effect.gen(function* () {
        const { sql, accounts, of, save, total, consistent } = yield* seed
        const [first, second] = [of("con_1"), of("con_2")]
        yield* save([...first, ...second])
        assert.strictEqual(yield* total, 4)
        yield* save(of("con_1", { order_count: 0 }).slice(0, 1))
        assert.strictEqual(yield* total, 4)
        yield* sql`SELECT delete_contact(${accounts[0] ?? ""}, 'con_2')`
        yield* sql`SELECT delete_contact(${accounts[0] ?? ""}, 'con_of_nobody')`
        assert.strictEqual(yield* total, 3)
        yield* consistent
      })
  )

  it.effect.skipIf(isCitus)(
    "count contacts once that a process of an earlier version writes, beside those of the functions",
    () =>
      Effect.gen(function* () {
        const { sql, accounts, of, save, total, consistent } = yield* seed
        const [account_id = ""] = accounts
        const insert = (
          contact_id: string
        ) => sql`INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent,
        order_count, created_at, updated_at) VALUES (${account_id}, ${contact_id}, 'never_subscribed', 'never_subscribed', 0, now(), now())`
        yield* insert("con_1")
        yield* save(of("con_2"))
        yield* sql`UPDATE contacts SET order_count = 0 WHERE account_id = ${account_id}`
        yield* insert("con_3")
        assert.strictEqual(yield* total, 4)
        yield* sql`DELETE FROM contacts WHERE account_id = ${account_id} AND contact_id = 'con_2'`
        assert.strictEqual(yield* total, 3)
        yield* consistent
        const changed = sql`UPDATE contacts SET email_consent = 'subscribed' WHERE account_id = ${account_id}`
        yield* changed
        yield* changed
        const cells = yield* sql`SELECT email_consent, sum(total)::int AS total FROM contact_counts
        WHERE account_id = ${account_id} GROUP BY 1 ORDER BY 1`
        assert.deepStrictEqual(cells, [
          { email_consent: "never_subscribed", total: 0 },
          { email_consent: "subscribed", total: 2 }
        ])
      })
  )
})
