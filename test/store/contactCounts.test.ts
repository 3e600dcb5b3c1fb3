import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contactParameter } from "../../src/store/contacts/contactParameter.ts"
import { accountFunction } from "../../src/store/distributed/accountOf.ts"
import { jsonRows } from "../../src/store/sql/parameters.ts"
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
})
