import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstRun } from "../../src/programs/accounts/FirstRun.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { FirstRunStoresLayer } from "../support/browser/dashboard.ts"
import { postgres, withBareDatabase } from "../support/database/databases.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { reportRun } from "../support/runner/runs.ts"

/** A first start that loses the response of its n-th statement; returns whether it got there. */
const startWithout = Effect.fnUntraced(function* (at: number) {
  const direct = yield* postgres
  const line = yield* startDatabaseProxy(direct)
  yield* line.strike({ at, when: "after", what: "drop", idle: new Set() })
  const { secret } = yield* firstRun(null).pipe(Effect.provide(FirstRunStoresLayer), withBareDatabase(line.settings))
  const links = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT digest FROM setup_links`).pipe(
    withBareDatabase(direct)
  )
  assert.deepStrictEqual(links, [{ digest: digestOf(secret ?? "") }], `statement ${at}`)
  return line.struck()
})

describe("a first start whose database becomes unreachable", () => {
  it.live("prints the one valid setup link, whichever database response was lost", () =>
    Effect.gen(function* () {
      let runs = 0
      while (yield* Effect.scoped(startWithout(runs + 1))) runs++
      reportRun("n-th answer of a first start is lost", { runs })
      assert.isAbove(runs, 5)
    })
  )
})
