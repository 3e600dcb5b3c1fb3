import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { steady } from "../../src/store/steadyStatements.ts"
import { postgres } from "../support/databases.ts"
import { startServer } from "../support/processes.ts"
import { lineTo } from "../support/proxy.ts"
import { until } from "../support/until.ts"

const Id = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 10n ** 9n, maximum: 2n ** 63n - 1n }))
const isPoll = (statement: string) => /cluster_messages/.test(statement) && /deliver_at <=/.test(statement)

describe("the engine's statements", () => {
  it.live("are the same texts each time it asks for messages", () =>
    Effect.gen(function* () {
      const line = yield* lineTo(yield* postgres)
      yield* startServer(line.settings)
      const polls = () => line.statements().filter(isPoll)
      yield* until(Effect.sync(() => polls().length >= 4))
      assert.strictEqual(new Set(polls()).size, 1)
    })
  )

  it.prop(
    "keep their text whatever ids and times are in them, and every one of these",
    { ids: Schema.NonEmptyArray(Id), time: Id },
    ({ ids, time }) => {
      assert.deepStrictEqual(steady(`a = $1 AND b IN (${ids.join(",")}) AND c <= ${time} LIMIT 100`, ["x"]), [
        "a = $1 AND b = ANY($2::text::bigint[]) AND c <= $3::text::bigint LIMIT 100",
        ["x", `{${ids.join(",")}}`, String(time)]
      ])
    }
  )
})
