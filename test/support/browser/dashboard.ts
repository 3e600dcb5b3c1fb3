import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { firstRun } from "../../../src/programs/accounts/FirstRun.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { Accounts } from "../../../src/store/accounts/Accounts.ts"
import { Passwords } from "../../../src/store/accounts/Passwords.ts"
import { Secrets } from "../../../src/store/keys/Secrets.ts"
import { Senders } from "../../../src/store/senders/Senders.ts"
import { SetupLinks } from "../../../src/store/accounts/SetupLinks.ts"
import { Users } from "../../../src/store/accounts/Users.ts"
import { seedSender } from "../database/seed.ts"
import { CheapPasswords, contentType, encoded, Origin, send } from "../http/http.ts"

export const operator = { email: "operator@example.com", password: "correct horse" }

/** The stores that a first run uses. */
export const FirstRunStoresLayer = Layer.mergeAll(
  Accounts.layer,
  Passwords.layer,
  Senders.layer,
  SetupLinks.layer,
  Users.layer
).pipe(Layer.provide(Secrets.layer), Layer.provide(Keys.layerMemory), Layer.provide(CheapPasswords))

/** A browser: keeps the session cookie, and sends Origin. */
export const browser = Effect.map(Origin, (origin) => {
  let cookie = ""
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(`${origin}/dashboard/api${path}`, {
      method,
      headers: { origin, cookie, ...contentType(body), ...headers },
      ...encoded(body)
    }).pipe(
      Effect.tap((answer) =>
        Effect.sync(() => {
          const [set] = answer.headers.getSetCookie()
          if (set !== undefined) cookie = set.split(";")[0] ?? ""
        })
      )
    )
  return { call, cookie: () => cookie }
})

/** A browser with the operator signed in, and the operator's account, which has a sender. */
export const operatorBrowser = Effect.gen(function* () {
  yield* firstRun(operator).pipe(Effect.provide(FirstRunStoresLayer))
  const { call, cookie } = yield* browser
  yield* call("POST", "/session", operator)
  const sql = yield* SqlClient.SqlClient
  const [own] = yield* sql<{ account_id: string }>`SELECT account_id FROM memberships JOIN users USING (user_id)
    WHERE email = ${operator.email} ORDER BY memberships.created_at, account_id LIMIT 1`
  const account = own?.account_id ?? ""
  yield* seedSender(account)
  return { call, cookie, account }
})

/** A new account with a sender, and a browser with its owner signed in. */
export const ownerBrowser = Effect.fnUntraced(function* (name: string) {
  const boss = yield* operatorBrowser
  const owner = { email: `${name}@example.com`, password: `password of ${name}` }
  const opened = yield* boss.call("POST", "/accounts", { name, owner })
  const { call, cookie } = yield* browser
  yield* call("POST", "/session", owner)
  const account = String(opened.json.data.id)
  yield* seedSender(account)
  return { call, cookie, boss, owner, account }
})
