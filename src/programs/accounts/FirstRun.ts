import { Clock, Config, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Password } from "../../domain/accounts/User.ts"
import { Email } from "../../domain/contacts/Email.ts"
import { makeId } from "../../domain/values/Id.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Passwords } from "../../store/accounts/Passwords.ts"
import { SetupLinks } from "../../store/accounts/SetupLinks.ts"
import { Tokens } from "../../store/accounts/Tokens.ts"
import { Users } from "../../store/accounts/Users.ts"
import { databaseUrl } from "../../store/database/Database.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { waitWhileLate } from "../../store/database/serverClient.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Senders } from "../../store/senders/Senders.ts"

/** The settings of the first owner are invalid. The operator reads the message. */
export class OwnerUnusable extends Schema.TaggedError<OwnerUnusable>()("OwnerUnusable", { message: Schema.String }) {}

/** The results of a first run: the account it created, and the secret of the set-up link for the first owner; each may be null. */
export interface FirstRun {
  readonly account_id: string | null
  readonly secret: string | null
}

const nothingToDo: FirstRun = { account_id: null, secret: null }

/**
 * Ensures that a user can sign in: creates the given owner, or a set-up link for the first owner. Does nothing once there is a user.
 * Processes that start together on an empty database create one account, and one owner or one link.
 */
export const firstRun = Effect.fn("FirstRun")(function* (
  owner: { readonly email: string; readonly password: string } | null
) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* Accounts
  const users = yield* Users
  const links = yield* SetupLinks
  const passwords = yield* Passwords
  const senders = yield* Senders
  if (yield* waitWhileLate(transact(sql)(users.exist))) return nothingToDo
  const password_hash = owner === null ? null : yield* passwords.hash(owner.password)
  let lastAttempt = nothingToDo
  const attempt = Effect.gen(function* () {
    yield* users.lock
    if (yield* users.exist) return nothingToDo
    const existing = yield* accounts.oldestBusiness
    const account = existing ?? (yield* accounts.create({ name: "My store" }))
    const account_id = existing === undefined ? account.id : null
    if (existing === undefined) yield* senders.shareAddress(account.id)
    if (owner === null) {
      // An earlier attempt may have committed although its answer was lost. Only this process knows that link's secret.
      if (lastAttempt.secret !== null && (yield* links.isUsable(lastAttempt.secret))) return lastAttempt
      const secret = (yield* links.firstOwnerLinkExists) ? null : yield* links.create(null, { proves: true })
      lastAttempt = { account_id, secret }
      return lastAttempt
    }
    const id = yield* makeId("usr")
    const created_at = new Date(yield* Clock.currentTimeMillis)
    yield* users.create({ id, email: owner.email, operator: true, password_hash, created_at, proven: true })
    yield* accounts.addOwner(account.id, id)
    return { account_id, secret: null }
  })
  return yield* waitWhileLate(transact(sql)(attempt))
})

const ownerFromSettings = Effect.gen(function* () {
  const email = yield* Config.option(Config.String("OWNER_EMAIL"))
  const password = yield* Config.option(Config.Redacted("OWNER_PASSWORD"))
  if (Option.isNone(email) && Option.isNone(password)) return null
  return yield* Schema.decodeUnknownEffect(Schema.Struct({ email: Email, password: Password }))({
    email: Option.getOrUndefined(email),
    password: Option.getOrUndefined(Option.map(password, Redacted.value))
  }).pipe(
    Effect.mapError(
      () =>
        new OwnerUnusable({
          message: "OWNER_EMAIL and OWNER_PASSWORD must be an e-mail address and a password of 8 to 1024 characters"
        })
    )
  )
})

const firstOrder = (url: string, token: string) => `
A first order, ready to paste (the token in it is shown only now):

  curl ${url}/v1/orders/placed \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"order_id": 1001, "email": "ada@example.com", "total": 59.90, "currency": "USD", "order_date": "2026-05-04T09:30:00Z"}'
`

/** Runs `firstRun` when the process starts, and prints the set-up link and a first order to the standard output, never to the log. */
export const FirstRunLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tokens = yield* Tokens
    const { account_id, secret } = yield* firstRun(yield* ownerFromSettings)
    const { href } = yield* publicUrl
    if (secret !== null) process.stdout.write(`\nSet up your account: ${href}/dashboard/setup#${secret}\n`)
    // Print no token where the output may be kept, as by a supervisor.
    if (account_id === null || !process.stdout.isTTY || Option.isSome(yield* databaseUrl)) return
    const scopes = ["orders_write", "contacts_read", "contacts_write", "events_write"] as const
    const { token } = yield* transactOnce(sql)(tokens.create(account_id, { name: "First run", scopes }, null))
    process.stdout.write(`${firstOrder(href, token)}\n`)
  })
)
