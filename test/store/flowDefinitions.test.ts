import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedFlow } from "../support/flows/seedFlows.ts"

onBoth("the definition of a flow's version", FlowVersions.layer, (it) => {
  it.effect("is taken from memory for a minute at most, so that what an erasure took out of it goes everywhere", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const versions = yield* FlowVersions
      const { account_id } = yield* seedFlow([{ id: "a", type: "add_tag", tag: "of ada@example.com" }])
      const read = Effect.map(versions.readDefinitions([{ account_id, flow_id: "flo_1", version: 1 }]), ([found]) =>
        found === undefined ? [] : Result.getOrThrow(found.definition).steps
      )
      const before = yield* read
      assert.deepStrictEqual(before, [{ id: "a", type: "add_tag", tag: "of ada@example.com" }])
      yield* sql`UPDATE flow_versions SET definition = replace(definition::text, 'ada@example.com', 'erased')::json
        WHERE account_id = ${account_id}`
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* read, before)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* read, [{ id: "a", type: "add_tag", tag: "of erased" }])
    })
  )
})
