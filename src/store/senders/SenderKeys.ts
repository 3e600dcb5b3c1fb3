import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { DkimKey } from "../../domain/senders/dns/dkim.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { retried } from "../database/Transaction.ts"
import { Secrets } from "../keys/Secrets.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import type { KnownKey } from "./senderRow.ts"

/** A DKIM key with its private part, as PEM. */
export interface DkimKeyPair extends DkimKey {
  readonly private_key: Redacted.Redacted
}

const queryKeys = query(
  Schema.Struct({
    domain: Schema.String,
    selector: Schema.String,
    public_key: Schema.String,
    encrypted_key: Schema.String,
    seen_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
  })
)

/** The rows of an account's keys. Those of domains that no sender has any more go when one is made, so they are few. */
export const keyRows = (sql: SqlClient.SqlClient, account_id: string) =>
  queryKeys(sql`SELECT domain, selector, public_key, encrypted_key, seen_at FROM sender_keys
    WHERE account_id = ${account_id} ORDER BY domain LIMIT 100`)

/** The place that a key is encrypted for: keys cannot be read in the row of another account. */
export const keyPlace = (account_id: string): string => `${account_id}|dkim_key`

/** The keys of an account without their private parts. */
export const knownKeys = (
  sql: SqlClient.SqlClient,
  account_id: string
): Effect.Effect<ReadonlyArray<KnownKey>, SqlError.SqlError> =>
  Effect.map(keyRows(sql, account_id), (rows) =>
    rows.map(({ domain, selector, public_key, seen_at }) => ({ domain, selector, public_key, seen_at }))
  )

/** The DKIM keys of accounts, one a domain, which sign the mail of all senders there. Their private parts are stored encrypted. */
export class SenderKeys extends Context.Service<
  SenderKeys,
  {
    /**
     * Replaces the key of its domain, and drops those of domains other than `kept`. Requires the lock of the account's sender. Joins the open
     * transaction.
     */
    readonly set: (
      account_id: string,
      key: DkimKeyPair,
      kept: ReadonlyArray<string>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Removes the key of a domain. Requires the lock of the account's sender. Joins the open transaction. */
    readonly remove: (account_id: string, domain: string) => Effect.Effect<void, SqlError.SqlError>
    /** Records whether DNS has the key. Does nothing if the domain has another key by now. */
    readonly mark: (account_id: string, key: DkimKey, isPublished: boolean) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/senders/SenderKeys") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      // Processes keep senders by their version. Former checks looked for another key, so their findings go.
      const touch = Effect.fnUntraced(function* (account_id: string, domain: string) {
        const check = sql`CASE WHEN dns_check ->> 'domain' = ${domain} THEN NULL ELSE dns_check END`
        yield* sql`UPDATE senders SET dns_check = ${check}, version = version + 1, updated_at = ${yield* now}
          WHERE account_id = ${account_id}`
        yield* sql`UPDATE further_senders SET dns_check = ${check} WHERE account_id = ${account_id}`
      })

      return SenderKeys.of({
        set: Effect.fnUntraced(function* (account_id, { domain, selector, public_key, private_key }, kept) {
          const encrypted = yield* secrets.encrypt(Redacted.value(private_key), keyPlace(account_id))
          yield* sql`DELETE FROM sender_keys WHERE account_id = ${account_id} AND domain <> ALL(${texts([domain, ...kept])})`
          yield* sql`INSERT INTO sender_keys (account_id, domain, selector, public_key, encrypted_key)
            VALUES (${account_id}, ${domain}, ${selector}, ${public_key}, ${encrypted})
            ON CONFLICT (account_id, domain) DO UPDATE SET selector = excluded.selector, public_key = excluded.public_key,
              encrypted_key = excluded.encrypted_key, seen_at = NULL`
          yield* touch(account_id, domain)
        }),
        remove: Effect.fnUntraced(function* (account_id, domain) {
          const removed =
            yield* sql`DELETE FROM sender_keys WHERE account_id = ${account_id} AND domain = ${domain} RETURNING 1`
          if (removed.length === 0) return
          // Processes of the previous version sign by these columns.
          yield* sql`UPDATE senders SET dkim_domain = NULL, dkim_selector = NULL, dkim_public_key = NULL, encrypted_dkim_key = NULL,
            dkim_seen_at = NULL WHERE account_id = ${account_id} AND dkim_domain = ${domain}`
          yield* touch(account_id, domain)
        }),
        mark: Effect.fnUntraced(function* (account_id, { domain, selector }, isPublished) {
          // Only a change counts as one, so that checks do not empty the caches of senders.
          const changed = yield* sql`UPDATE sender_keys SET seen_at = ${isPublished ? yield* now : null}
            WHERE account_id = ${account_id} AND domain = ${domain} AND selector = ${selector}
              AND (seen_at IS NOT NULL) <> ${isPublished} RETURNING 1`
          if (changed.length > 0) yield* sql`UPDATE senders SET version = version + 1 WHERE account_id = ${account_id}`
        }, retried)
      })
    })
  )
}
