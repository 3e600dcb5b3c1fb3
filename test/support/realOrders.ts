// npm run real-orders -- --file orders.ndjson.gz: real orders through the typed client, on both databases.
import { ConfigProvider, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { makeClient } from "../../src/client.ts"
import { OrderInput } from "../../src/domain/OrderInput.ts"
import { DatabaseLayer } from "../../src/store/Database.ts"
import { administer } from "./administer.ts"
import type { Settings } from "./databases.ts"
import { figuresOf } from "./figures.ts"
import { startPostgres } from "./postgres.ts"
import { startServer } from "./processes.ts"
import { seedAccount } from "./seed.ts"

const { values } = parseArgs({ options: { file: { type: "string" } } })
const file = values.file ?? join(import.meta.dirname, "../data/online-retail-50.ndjson.gz")
const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n")
const orders = lines.map((line) => JSON.parse(line))
const expected = figuresOf(orders)

const bar = (name: string, done: number) => {
  const filled = Math.round((30 * done) / orders.length)
  process.stdout.write(
    `${process.stdout.isTTY ? "\r" : ""}${name.padEnd(10)} [${"#".repeat(filled)}${" ".repeat(30 - filled)}] ${done}/${orders.length}` +
      (done === orders.length || !process.stdout.isTTY ? "\n" : "")
  )
}

const check = (holds: boolean, what: string) => (holds ? Effect.void : Effect.die(new Error(what)))

/** What the answer must say of an order that was sent. */
const echoOf = ({ total, currency, order_date, initial_sync: _sync, ...rest }: Record<string, unknown>) => ({
  ...rest,
  source: "api",
  total_amount: Number(total),
  currency_code: currency,
  placed_at: order_date
})

const placeAll = (name: string, origin: string, token: string) =>
  Effect.gen(function* () {
    const client = yield* makeClient({ baseUrl: origin, token })
    let done = 0
    yield* Effect.forEach(
      orders,
      (order) =>
        Effect.gen(function* () {
          const payload = yield* Schema.decodeUnknownEffect(OrderInput)(order)
          const response = yield* client.orders.place({ headers: {}, payload, responseMode: "response-only" })
          const { created_at: _c, updated_at: _u, ...echo } = JSON.parse(yield* response.text).data ?? {}
          const told = { ...echo, total_amount: Number(echo["total_amount"]) }
          yield* check(response.status === 201, `Order ${order.order_id} was answered with ${response.status}`)
          yield* check(isDeepStrictEqual(told, echoOf(order)), `Order ${order.order_id} came back as another`)
          done++
          if (process.stdout.isTTY || done % 100 === 0 || done === orders.length) bar(name, done)
        }),
      { concurrency: 16, discard: true }
    )
  })

const compareFigures = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ email: string; order_count: number; first_order_at: Date; last_order_at: Date }>`
    SELECT email, order_count, first_order_at, last_order_at FROM contacts WHERE account_id = ${account_id}
    ORDER BY email LIMIT 1000000`
  yield* check(rows.length === expected.size, `${rows.length} contacts instead of ${expected.size}`)
  for (const row of rows) {
    const figures = {
      order_count: Number(row.order_count),
      first_order_at: row.first_order_at.getTime(),
      last_order_at: row.last_order_at.getTime()
    }
    yield* check(isDeepStrictEqual(figures, expected.get(row.email)), `The figures of ${row.email} differ`)
  }
})

const withDatabase = (settings: Settings) =>
  Effect.provide(DatabaseLayer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))))

const replay = (name: string, settings: Settings) =>
  Effect.gen(function* () {
    const { account_id, token } = yield* seedAccount().pipe(withDatabase(settings), Effect.scoped)
    const started = Date.now()
    yield* Effect.scoped(
      Effect.gen(function* () {
        const server = yield* startServer(settings)
        yield* placeAll(name, server.origin, token)
        yield* server.end("SIGTERM")
      })
    )
    yield* compareFigures(account_id).pipe(withDatabase(settings), Effect.scoped)
    const seconds = (Date.now() - started) / 1000
    console.log(
      `${name}: ${orders.length} echoes equal, figures of ${expected.size} contacts equal, ${seconds.toFixed(1)} s`
    )
  })

const scratch = mkdtempSync(join(tmpdir(), "tally-real-orders-"))
chmodSync(scratch, 0o711)
mkdirSync(join(scratch, "server"), { mode: 0o755 })
const postgres = await startPostgres(join(scratch, "server"))
try {
  await administer(postgres.url("postgres"), "CREATE DATABASE tally")
  const key = "ab".repeat(32)
  await Effect.runPromise(
    Effect.andThen(
      replay("embedded", { DATA_DIR: join(scratch, "data"), ENCRYPTION_KEY: key }),
      replay("PostgreSQL", { DATABASE_URL: postgres.url("tally"), ENCRYPTION_KEY: key })
    )
  )
} finally {
  await postgres.stop()
  rmSync(scratch, { recursive: true, force: true })
}
