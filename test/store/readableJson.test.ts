import { assert } from "@effect/vitest"
import { Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { onBoth } from "../support/database/databases.ts"

const pieces = [
  "\\u0000",
  "\\ud83d",
  "\\uD800",
  "\\ude00",
  "\\uDC00",
  "\\u00e9",
  "\\\\",
  '\\"',
  "\\n",
  "u0000",
  "ud83d",
  "a",
  " "
]
const Text = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(6))

onBoth("readable_json", Layer.empty, (it) => {
  it.effect.prop(
    "gives a document that the database can read, and null for any other",
    [Text],
    ([text]) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const document = `{"a":"${text.join("")}"}`
        const isReadable = Exit.isSuccess(yield* Effect.exit(sql`SELECT ${document}::json -> '' AS read`))
        assert.deepStrictEqual(yield* sql`SELECT readable_json(${document}::json)::text AS kept`, [
          { kept: isReadable ? document : null }
        ])
      }),
    { arbitrary: { runs: 300 } }
  )
})
