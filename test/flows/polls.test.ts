import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { postgres } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { eventually } from "../support/faults/eventually.ts"

const isPoll = (statement: string) => /cluster_messages/.test(statement) && /deliver_at <=/.test(statement)

describe("the engine's polling queries", () => {
  it.live("are not prepared, since each has a unique text", () =>
    Effect.gen(function* () {
      const line = yield* startDatabaseProxy(yield* postgres)
      yield* startServer(line.settings)
      const polls = () => line.statements().filter(isPoll)
      yield* eventually(Effect.sync(() => new Set(polls()).size >= 3))
      assert.deepStrictEqual(line.prepared().filter(isPoll), [])
      assert.notDeepEqual(line.prepared(), [])
    })
  )
})
