import { assert, describe, it as plain } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { sessionLimits } from "../../src/domain/accounts/SignIn.ts"
import { ManageCredentials } from "../../src/programs/accounts/ManageCredentials.ts"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { Applications } from "../../src/store/accounts/Applications.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { PasswordCost, Passwords } from "../../src/store/accounts/Passwords.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { Sessions } from "../../src/store/accounts/Sessions.ts"
import { Tokens } from "../../src/store/accounts/Tokens.ts"
import { TokenUses } from "../../src/store/admission/TokenUses.ts"
import { Users } from "../../src/store/accounts/Users.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { OnTestTime } from "../support/flows/testTime.ts"

const SecretsLayer = Secrets.layer.pipe(Layer.provide(Keys.layerMemory))

const parts = ManageCredentials.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(Admissions.layer, Applications.layer, Sessions.layer, Tokens.layer, TokenUses.layer, Users.layer)
  ),
  Layer.provide(SecretsLayer),
  Layer.provide(OnTestTime)
)

const admits = Effect.fnUntraced(function* (token: string) {
  const admissions = yield* Admissions
  const { caller } = yield* admissions.admit({ digest: digestOf(token), serviceAccountId: null, address: "test" })
  return caller !== null
})

const signedIn = Effect.gen(function* () {
  const id = `usr_${(yield* Clock.currentTimeMillis).toString()}`
  const users = yield* Users
  const sessions = yield* Sessions
  const email = `${id}@example.com`
  yield* users.create({ id, email, operator: false, password_hash: null, created_at: new Date(0), proven: false })
  return yield* sessions.start(id)
})

onBoth("credentials by the clock", parts, (it) => {
  it.effect("an access token lasts 7200 s to the millisecond", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const applications = yield* Applications
      const credentials = yield* ManageCredentials
      const app = yield* applications.create(account_id, { name: "App", scopes: ["orders_write"] }, null)
      const { access_token } = yield* credentials.exchange({ ...app, scope: "" })
      yield* TestClock.adjust(Duration.millis(7_200_000 - 1))
      assert.isTrue(yield* admits(access_token))
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* admits(access_token))
      yield* credentials.exchange({ ...app, scope: "" })
      assert.strictEqual(yield* applications.revokeTokens(account_id, app.id), 1)
    })
  )

  it.effect("an API token lasts its chosen duration to the millisecond, then neither counts nor renews", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const tokens = yield* Tokens
      const { id, token } = yield* tokens.create(account_id, { name: "Month", scopes: [], expires_in: "30d" }, null)
      yield* TestClock.adjust(Duration.millis(30 * 86_400_000 - 1))
      assert.isTrue(yield* admits(token))
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* admits(token))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(tokens.renew(account_id, id))))
      const { data } = yield* tokens.list(account_id, {})
      assert.strictEqual(data.find((shown) => shown.id === id)?.status, "expired")
    })
  )

  it.effect("the last use of a token is written at intervals, and never moves back", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const tokens = yield* Tokens
      const uses = yield* TokenUses
      const { id } = yield* tokens.create(account_id, { name: "Used", scopes: [], expires_in: null }, null)
      const lastUse = Effect.map(
        tokens.list(account_id, {}),
        ({ data }) => data.find((token) => token.id === id)?.last_used_at?.epochMilliseconds
      )
      assert.isUndefined(yield* lastUse)
      yield* uses.note(account_id, id)
      const now = yield* Clock.currentTimeMillis
      yield* uses.write
      assert.strictEqual(yield* lastUse, now)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE bearer_tokens SET last_used_at = ${new Date(now + 5000)} WHERE account_id = ${account_id} AND token_id = ${id}`
      yield* uses.note(account_id, id)
      yield* uses.write
      assert.strictEqual(yield* lastUse, now + 5000)
    })
  )

  it.effect("the last use of a token is written within 15 seconds, each time", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const tokens = yield* Tokens
      const uses = yield* TokenUses
      const { id } = yield* tokens.create(account_id, { name: "Used", scopes: [], expires_in: null }, null)
      for (const pause of ["1 minute", "1 hour"] as const) {
        yield* TestClock.adjust(pause)
        const used = yield* Clock.currentTimeMillis
        yield* uses.note(account_id, id)
        yield* TestClock.adjust("15 seconds")
        yield* TestClock.withLive(
          eventually(
            Effect.map(tokens.list(account_id, {}), ({ data }) =>
              data.some((token) => token.id === id && token.last_used_at?.epochMilliseconds === used)
            )
          )
        )
      }
    })
  )

  it.effect("a session ends 30 minutes after its last use", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const secret = yield* signedIn
      const sessions = yield* Sessions
      yield* TestClock.adjust(Duration.millis(sessionLimits.idle - 1))
      assert.isDefined(yield* sessions.findUser(secret))
      yield* TestClock.adjust(Duration.millis(sessionLimits.idle - 1))
      assert.isDefined(yield* sessions.findUser(secret))
      yield* TestClock.adjust(Duration.millis(sessionLimits.idle))
      assert.isUndefined(yield* sessions.findUser(secret))
    })
  )

  it.effect("a session ends after 12 hours in any case", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 day")
      const secret = yield* signedIn
      const sessions = yield* Sessions
      const started = yield* Clock.currentTimeMillis
      for (let at = 0; at < 36; at++) {
        yield* TestClock.adjust(at === 35 ? Duration.millis(20 * 60_000 - 1) : "20 minutes")
        assert.isDefined(yield* sessions.findUser(secret))
      }
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Clock.currentTimeMillis) - started, sessionLimits.lifetime)
      assert.isUndefined(yield* sessions.findUser(secret))
    })
  )
})

describe("secrets", () => {
  plain.effect.prop(
    "come back from encryption only whole and in their place",
    [Schema.String.check(Schema.isPattern(/^[a-z0-9é😀 _-]{1,60}$/u))],
    ([secret]) =>
      Effect.gen(function* () {
        const secrets = yield* Secrets
        const encrypted = yield* secrets.encrypt(secret, "acc_1|int_1")
        assert.strictEqual(yield* secrets.decrypt(encrypted, "acc_1|int_1"), secret)
        assert.notStrictEqual(yield* secrets.encrypt(secret, "acc_1|int_1"), encrypted)
        const moved = yield* Effect.exit(secrets.decrypt(encrypted, "acc_2|int_1"))
        const changed = yield* Effect.exit(secrets.decrypt(tampered(encrypted), "acc_1|int_1"))
        assert.isTrue(Exit.isFailure(moved) && Exit.isFailure(changed))
      }).pipe(Effect.provide(SecretsLayer)),
    { arbitrary: { runs: 50 } }
  )

  plain.live("match passwords by scrypt, each with its own salt, and nobody without one", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const [one, other] = [yield* passwords.hash("correct horse"), yield* passwords.hash("correct horse")]
      assert.notStrictEqual(one, other)
      assert.match(one, /^scrypt\$15\$8\$1\$/)
      assert.isTrue(yield* passwords.matches("correct horse", one))
      assert.isFalse(yield* passwords.matches("correct horsf", one))
      assert.isFalse(yield* passwords.matches("", null))
    }).pipe(Effect.provide(Passwords.layer))
  )

  plain.live("match a password by the cost that it was hashed at", () =>
    Effect.gen(function* () {
      const cheap = yield* Effect.flatMap(Passwords, (passwords) => passwords.hash("correct horse")).pipe(
        Effect.provide(Layer.fresh(Passwords.layer)),
        Effect.provideService(PasswordCost, 4)
      )
      const passwords = yield* Passwords
      assert.isTrue(yield* passwords.matches("correct horse", cheap))
      assert.isFalse(yield* passwords.matches("correct horsf", cheap))
    }).pipe(Effect.provide(Passwords.layer))
  )
})

// Not the last character, which may encode unused bits.
const tampered = (text: string): string => {
  const at = text.length >> 1
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`
}
