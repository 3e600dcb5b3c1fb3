import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../../src/outbound/sending/Messages.ts"
import { databaseLayer, postgres } from "../database/databases.ts"
import { seedAccount } from "../database/seed.ts"
import { type newMessage, seedContact, sendingLayer } from "./messages.ts"
import { mailServer } from "./providers.ts"

/** The consent of an account's only contact. */
export const consentOf = Effect.fnUntraced(function* (account_id: string, channel: "email" | "sms" = "email") {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT email_consent, sms_consent FROM contacts WHERE account_id = ${account_id} LIMIT 1`
  return row?.[`${channel}_consent`]
})

/** Runs a test on a real mail server, with a contact of a new account. */
export const withMailServer = <A, E, R>(
  options: Parameters<typeof mailServer>[0],
  use: (account_id: string, contact: Effect.Success<ReturnType<typeof seedContact>>) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const server = yield* mailServer(options)
    return yield* Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      return yield* use(account_id, yield* seedContact(account_id))
    }).pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
  }).pipe(Effect.provide(databaseLayer(postgres)))

/** Queues messages. */
export const record = (...messages: ReadonlyArray<ReturnType<typeof newMessage>>) =>
  Effect.flatMap(Messages, (service) => service.record(messages))
