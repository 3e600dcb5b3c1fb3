import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { isCitus, onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { Origin, OriginLayer, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"

// Commands that stop and start one worker of the cluster. No other suite may run meanwhile.
const { CITUS_STOP: stop, CITUS_START: start } = process.env
const run = (command = "") => Effect.promise(() => promisify(execFile)("sh", ["-c", command]))

onEither(
  "a worker of the cluster that is stopped",
  OriginLayer,
  (it) => {
    it.effect.skipIf(!isCitus || stop === undefined)(
      "takes its own accounts away, which answer 503, and no others",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const origin = yield* Origin
          const accounts = yield* Effect.forEach(Array.from({ length: 12 }), () => seedAccount())
          const nodeOf = (account_id: string) => sql<{ readonly port: number }>`
          SELECT nodeport AS port FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('contacts', ${account_id}::text)`
          const nodes = yield* Effect.forEach(accounts, ({ account_id }) =>
            Effect.map(nodeOf(account_id), ([row]) => row?.port)
          )
          const place = (order_id: number) =>
            Effect.forEach(accounts, ({ token }) =>
              Effect.map(post(`${origin}/v1/orders/placed`, token, orderBody({ order_id })), ({ status }) => status)
            )
          assert.deepStrictEqual([...new Set(yield* place(1))], [201])
          const statuses = yield* Effect.acquireUseRelease(
            run(stop),
            () => place(2),
            () => run(start)
          )
          const byNode = Map.groupBy(statuses, (_, at) => nodes[at])
          const answers = [...byNode.values()].map((found) => [...new Set(found)].join())
          assert.sameMembers(
            answers.filter((answer) => answer !== "201"),
            ["503"]
          )
          assert.include(answers, "201")
          yield* eventually(Effect.map(place(3), (found) => found.every((status) => status < 300)))
        })
    )
  },
  { excludeTestServices: true }
)
