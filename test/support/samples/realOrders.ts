// npm run real-orders -- --file orders.ndjson.gz: real orders through the typed client, on both databases.
import { ConfigProvider, Effect, Layer, Result, Schema } from "effect"
import { isDeepStrictEqual, parseArgs } from "node:util"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { makeClient } from "../../../src/client.ts"
import { formatAmount } from "../../../src/domain/orders/Currency.ts"
import { type JsonObject, numberText, parseAnswer, parseObject, textOf } from "../../../src/domain/json/Json.ts"
import { OrderInput } from "../../../src/domain/orders/OrderInput.ts"
import { DatabaseLayer } from "../../../src/store/database/Database.ts"
import { administer } from "../database/administer.ts"
import type { Settings } from "../database/databases.ts"
import { figuresOf } from "./figures.ts"
import { startPostgres } from "../database/postgres.ts"
import { startServer } from "../faults/processes.ts"
import { seedAccount } from "../database/seed.ts"

const { values } = parseArgs({ options: { file: { type: "string" } } })
const file = values.file ?? join(import.meta.dirname, "../../data/online-retail-50.ndjson.gz")
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

const texts = (members: JsonObject) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]))

/** The expected response to an order, to the digit. */
const echoOf = ({ total, currency, order_date, initial_sync: _sync, ...rest }: JsonObject) =>
  texts({
    ...rest,
    source: "api",
    total_amount: formatAmount(numberText(total) ?? "", String(currency)),
    currency_code: currency,
    placed_at: order_date
  })

/** The response, in comparable form. */
const toldBy = (answer: string) => {
  const { data } = Result.getOrThrow(parseAnswer(answer)) as { readonly data: JsonObject }
  const { created_at: _created, updated_at: _updated, ...echo } = data
  return texts(echo)
}

const placeAll = (name: string, origin: string, token: string) =>
  Effect.gen(function* () {
    const client = yield* makeClient({ baseUrl: origin, token })
    let done = 0
    yield* Effect.forEach(
      lines,
      (line) =>
        Effect.gen(function* () {
          const order = Result.getOrThrow(parseObject(Buffer.from(line)))
          const payload = yield* Schema.decodeUnknownEffect(OrderInput)(order)
          const response = yield* client.orders.place({ headers: {}, payload, responseMode: "response-only" })
          const summary = toldBy(yield* response.text)
          yield* check(
            response.status === 201,
            `Order ${textOf(order["order_id"])} was answered with ${response.status}`
          )
          yield* check(
            isDeepStrictEqual(summary, echoOf(order)),
            `Order ${textOf(order["order_id"])} came back as another`
          )
          done++
          if (process.stdout.isTTY || done % 100 === 0 || done === orders.length) bar(name, done)
        }),
      { concurrency: 16, discard: true }
    )
  })

/** Every contact of the account, as the API lists them. */
const readContacts = Effect.fnUntraced(function* (origin: string, token: string) {
  const { contacts } = yield* makeClient({ baseUrl: origin, token })
  const first = yield* contacts.list({ query: { per_page: 100 } })
  const found = [...first.data]
  for (let cursor = first.pagination.next_cursor; cursor !== null;) {
    const next = yield* contacts.list({ query: { per_page: 100, cursor } })
    found.push(...next.data)
    cursor = next.pagination.next_cursor
  }
  return found
})

const compareFigures = Effect.fnUntraced(function* (origin: string, token: string) {
  const contacts = yield* readContacts(origin, token)
  yield* check(contacts.length === expected.size, `${contacts.length} contacts instead of ${expected.size}`)
  for (const { email, order_count, first_order_at, last_order_at } of contacts) {
    const figures = {
      order_count,
      first_order_at: first_order_at?.epochMilliseconds,
      last_order_at: last_order_at?.epochMilliseconds
    }
    yield* check(isDeepStrictEqual(figures, expected.get(email ?? "")), `The figures of ${email} differ`)
  }
})

const withDatabase = (settings: Settings) =>
  Effect.provide(DatabaseLayer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))))

const replay = (name: string, settings: Settings) =>
  Effect.gen(function* () {
    const { token } = yield* seedAccount({ scopes: ["orders_write", "contacts_read"] }).pipe(
      withDatabase(settings),
      Effect.scoped
    )
    const started = Date.now()
    yield* Effect.scoped(
      Effect.gen(function* () {
        const server = yield* startServer(settings)
        yield* placeAll(name, server.origin, token)
        yield* compareFigures(server.origin, token)
        yield* server.end("SIGTERM")
      })
    )
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
