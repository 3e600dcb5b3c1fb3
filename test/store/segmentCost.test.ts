import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Condition } from "../../src/domain/conditions/Condition.ts"
import { compileConditions } from "../../src/store/conditions/compileConditions.ts"
import { onBoth } from "../support/database/databases.ts"

const numbers = (count: number): Condition => ({
  field: "contact.custom_fields.size",
  op: "in",
  value: Array.from({ length: count }, (_, at) => at)
})

onBoth("The cost of a segment", Layer.empty, (it) => {
  it.effect("is that of reading each JSON value once a contact, however many conditions and values compare it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scope = { account_id: "acc", now: 0, contacts: sql`contact_id IS NOT NULL` }
      const textOf = (...conditions: ReadonlyArray<Condition>) => {
        const { joins, matches } = compileConditions(
          sql,
          scope,
          conditions.map((condition) => [condition])
        )
        return sql`SELECT ${joins} ${matches}`.compile()[0]
      }
      const readings = (text: string) => text.split("contacts.custom_fields").length - 1
      const once = readings(textOf(numbers(1)))
      assert.isAbove(once, 0)
      assert.strictEqual(readings(textOf(numbers(100))), once)
      assert.strictEqual(readings(textOf(...Array.from({ length: 20 }, () => numbers(100)))), once)
      const tags = (text: string) => text.split("contacts.tags").length - 1
      const tag = (value: string): Condition => ({ field: "contact.tags", op: "contains", value })
      const some = tags(textOf(tag("a"), tag("b")))
      assert.strictEqual(tags(textOf(...[..."abcdefgh"].map(tag))), some)
    })
  )
})
