import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Origin, post } from "../http/http.ts"
import { seedAccount, seedToken } from "../database/seed.ts"

/** A new account with calls to ingest events and to read its events and contacts. */
export const startEvents = Effect.gen(function* () {
  const { account_id } = yield* seedAccount()
  const token = yield* seedToken(account_id, { scopes: ["events_write"] })
  const url = `${yield* Origin}/v1/events`
  const sql = yield* SqlClient.SqlClient
  return {
    account_id,
    ingest: (body: unknown, headers?: Record<string, string>) => post(url, token, body, headers),
    events: sql<{ event_id: string; contact_id: string; event_data: string | null }>`
      SELECT event_id, contact_id, event_data::text FROM events WHERE account_id = ${account_id} ORDER BY event_id`,
    contacts: sql<{ contact_id: string; email: string | null; phone: string | null }>`
      SELECT contact_id, email, phone FROM contacts WHERE account_id = ${account_id} ORDER BY contact_id`
  }
})
