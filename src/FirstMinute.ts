import { Config, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Email } from "./domain/contacts/Email.ts"
import { Password } from "./domain/accounts/User.ts"
import { publicUrl } from "./store/database/PublicUrl.ts"
import { firstStart } from "./programs/accounts/FirstStart.ts"
import { databaseUrl } from "./store/database/Database.ts"
import { Tokens } from "./store/accounts/Tokens.ts"

/** Who is to be the first owner can't be. Its message is what the operator reads. */
export class OwnerUnusable extends Schema.TaggedError<OwnerUnusable>()("OwnerUnusable", { message: Schema.String }) {}

const owner = Effect.gen(function* () {
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

const curl = (url: string, token: string) => `
A first order, ready to paste (the token in it is shown only now):

  curl ${url}/v1/orders/placed \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' \\
    -d '{"order_id": 1001, "email": "ada@example.com", "total": 59.90, "currency": "USD", "order_date": "2026-05-04T09:30:00Z"}'
`

/** The first start makes sure that somebody can sign in, and says how: plainly on the standard output, never in the log. */
export const FirstMinuteLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { account_id, secret } = yield* firstStart(yield* owner)
    const { href } = yield* publicUrl
    if (secret !== null) process.stdout.write(`\nSet up your account: ${href}/dashboard/setup#${secret}\n`)
    // Output that is kept, in a file or by a supervisor, gets no token.
    if (account_id === null || !process.stdout.isTTY || Option.isSome(yield* databaseUrl)) return
    const tokens = yield* Tokens
    const scopes = ["orders_write", "contacts_read", "contacts_write", "events_write"] as const
    const { token } = yield* tokens.create(account_id, { name: "First minute", scopes }, null)
    process.stdout.write(`${curl(href, token)}\n`)
  })
)
