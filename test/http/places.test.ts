import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { databaseLayer, databases } from "../support/databases.ts"
import { turnedAwayBy } from "../support/gated.ts"
import { answered, crowd, hold, mib } from "../support/held.ts"
import { type Answer, Origin, OriginLayer, post, send } from "../support/http.ts"
import { body } from "../support/races.ts"
import { seedAccount, seedToken } from "../support/seed.ts"
import { until } from "../support/until.ts"

const path = "/v1/orders/placed"
const text = JSON.stringify(body())
const large = text.padEnd(mib)
const signIn = "/dashboard/api/session"

const accounts = (count: number) => Effect.forEach(Array.from({ length: count }), () => seedAccount())

/** An order of `token` but for its last character. */
const order = (origin: string, token: string, whole = text) =>
  hold(origin, path, [`Authorization: Bearer ${token}`, `Content-Length: ${whole.length}`], whole.slice(0, -1))

const told = ({ status, headers }: Answer) => [status, headers.get("retry-after")]
const busy = [503, "1"]

/** Waits until there is a place again. */
const servedAgain = (call: Effect.Effect<Answer>) =>
  call.pipe(
    Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: ({ status }) => status !== 503 }),
    Effect.timeout("2 minutes")
  )

/** A server of its own, so that no test finds places that another one's callers are just leaving. */
const parts = OriginLayer.pipe(Layer.provideMerge(databaseLayer(databases.PostgreSQL)))

describe("a process", () => {
  it.live("takes 1,024 calls of all accounts at once; more are turned away, and served when some have ended", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const [other, ...crowding] = yield* accounts(5)
      const place = post(origin + path, other?.token ?? "", text)
      // Fewer of each account than an account may have.
      const held = yield* crowd("process", 1_024, (at) => order(origin, crowding[at % 4]?.token ?? ""))
      assert.deepStrictEqual(told(yield* place), busy)
      assert.strictEqual((yield* send(`${origin}/health/ready`)).status, 200)
      assert.strictEqual((yield* send(origin + signIn)).status, 401)
      const first = held.find(({ answer }) => answer() === "")
      yield* first?.send("}") ?? Effect.void
      yield* until(Effect.sync(() => first?.answer().startsWith("HTTP/1.1 201 ") === true))
      assert.strictEqual((yield* place).status, 201)
      assert.lengthOf(answered(held), 41)
      yield* Effect.forEach(held, ({ hangUp }) => hangUp)
      assert.strictEqual((yield* servedAgain(place)).status, 200)
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

  it.live("takes 384 calls of an account at once, whichever of its tokens they have, while others are served", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const [noisy, quiet] = yield* Effect.all([seedAccount(), seedAccount()])
      const tokens = [noisy.token, yield* seedToken(noisy.account_id), yield* seedToken(noisy.account_id)]
      const held = yield* crowd("account", 384, (at) => order(origin, tokens[at % 2] ?? ""))
      for (const token of tokens) assert.deepStrictEqual(told(yield* post(origin + path, token, text)), busy)
      assert.strictEqual((yield* post(origin + path, quiet.token, text)).status, 201)
      assert.lengthOf(answered(held), 40)
      yield* Effect.forEach(held, ({ hangUp }) => hangUp)
      assert.strictEqual((yield* servedAgain(post(origin + path, noisy.token, text))).status, 201)
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

  it.live("takes 64 MiB of large bodies of all accounts at once, while small ones are read", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const [other, ...crowding] = yield* accounts(8)
      const place = (whole: string) => post(origin + path, other?.token ?? "", whole)
      const ofAccounts = yield* turnedAwayBy("account_bytes")
      const held = yield* crowd("bytes", 64, (at) => order(origin, crowding[at % 7]?.token ?? "", large))
      assert.strictEqual(yield* turnedAwayBy("account_bytes"), ofAccounts)
      assert.deepStrictEqual(told(yield* place(large)), busy)
      assert.strictEqual((yield* place(text)).status, 201)
      assert.lengthOf(answered(held), 40)
      yield* Effect.forEach(held, ({ hangUp }) => hangUp)
      assert.strictEqual((yield* servedAgain(place(large))).status, 200)
    }).pipe(Effect.scoped, Effect.provide(parts))
  )
})

describe("the dashboard", () => {
  it.live("takes 256 calls at once, and no room from the API", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const held = yield* crowd("dashboard", 256, () => hold(origin, signIn, ["Content-Length: 100"], "{"))
      assert.deepStrictEqual(told(yield* send(origin + signIn)), busy)
      assert.strictEqual((yield* post(origin + path, token, text)).status, 201)
      assert.lengthOf(answered(held), 40)
      yield* Effect.forEach(held, ({ hangUp }) => hangUp)
      assert.strictEqual((yield* servedAgain(send(origin + signIn))).status, 401)
    }).pipe(Effect.scoped, Effect.provide(parts))
  )

  it.live("takes 16 MiB of large bodies at once, while small ones are read", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      // The most that it reads of a form.
      const form = "{}".padEnd(mib / 4)
      const held = yield* crowd("dashboard_bytes", 64, () => hold(origin, signIn, [`Content-Length: ${mib / 4}`], "{"))
      assert.deepStrictEqual(told(yield* post(origin + signIn, null, form)), busy)
      assert.strictEqual((yield* post(origin + signIn, null, "{}")).status, 422)
      assert.strictEqual((yield* post(origin + path, token, large)).status, 201)
      assert.lengthOf(answered(held), 40)
      yield* Effect.forEach(held, ({ hangUp }) => hangUp)
      assert.strictEqual((yield* servedAgain(post(origin + signIn, null, form))).status, 422)
    }).pipe(Effect.scoped, Effect.provide(parts))
  )
})
