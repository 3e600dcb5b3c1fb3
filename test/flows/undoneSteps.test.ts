import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RunUndos } from "../../src/programs/changes/RunUndos.ts"
import { BulkChanges } from "../../src/store/changes/BulkChanges.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { UndoingLayer } from "../support/samples/undos.ts"

onEither("the undo of a flow's steps", Layer.mergeAll(engineLayer, UndoingLayer, BulkChanges.layer), (it) => {
  it.effect("takes back what a step did to tags and fields on one day, where it was not changed since", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* BulkChanges
      const undos = yield* RunUndos
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "UTC")
      const steps = [
        { id: "add", type: "add_tag", tag: "new" },
        { id: "size", type: "set_field", field: "size", value: 42 },
        { id: "later", type: "delay", duration: "1 day" },
        { id: "remove", type: "remove_tag", tag: "new" }
      ] as const
      const flow_id = yield* activateFlow(account_id, { steps })
      yield* order(1n, "delivered", {})
      yield* until("2026-05-06T09:00:00Z")
      const contact = Effect.map(
        sql`SELECT tags::text, custom_fields::text FROM contacts WHERE account_id = ${account_id}`,
        ([row]) => row
      )
      assert.deepStrictEqual(yield* contact, { tags: "[]", custom_fields: '{"size":42}' })
      const listed = yield* changes.list(account_id, { before: null, limit: 10 })
      assert.sameDeepMembers(
        listed.map(({ kind, action, subject, step_id, contacts }) => ({ kind, action, subject, step_id, contacts })),
        [
          { kind: "flow_step", action: "add_tag", subject: "new", step_id: "add", contacts: 1 },
          { kind: "flow_step", action: "set_field", subject: "size", step_id: "size", contacts: 1 },
          { kind: "flow_step", action: "remove_tag", subject: "new", step_id: "remove", contacts: 1 }
        ]
      )
      assert.isTrue(listed.every((change) => change.can_undo && change.flow_id !== null))
      const undo = Effect.fnUntraced(function* (step: string) {
        const id = listed.find(({ step_id }) => step_id === step)?.id ?? ""
        yield* changes.startUndo(account_id, id, { actor: "usr_1", cause: "dashboard" })
        yield* undos.step.pipe(Effect.repeat({ until: (found) => !found }))
        return yield* changes.read(account_id, id)
      })
      assert.deepInclude(yield* undo("remove"), { undo: "finished", undone: 1, kept: 0 })
      assert.deepStrictEqual(yield* contact, { tags: '["new"]', custom_fields: '{"size":42}' })
      assert.deepInclude(yield* undo("size"), { undo: "finished", undone: 1, kept: 0 })
      assert.deepInclude(yield* undo("add"), { undo: "finished", undone: 1, kept: 0 })
      assert.deepStrictEqual(yield* contact, { tags: "[]", custom_fields: "{}" })
      yield* sql`UPDATE contacts SET tags = '["new"]' WHERE account_id = ${account_id}`
      assert.deepInclude(yield* undo("add"), { can_undo: false, undone: 1, kept: 0 })
      assert.deepStrictEqual(yield* contact, { tags: '["new"]', custom_fields: "{}" })
      assert.isNotEmpty(flow_id)
    })
  )
})
