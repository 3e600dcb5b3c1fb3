import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RateLimited, type Unavailable } from "../../domain/Errors.ts"
import type { DkimKey } from "../../domain/messages/dns/dkim.ts"
import type { SenderProfile } from "../../domain/messages/SenderProfile.ts"
import { queryOne } from "../database/query.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { SenderRow, type StoredSender, storedSender, unsetSender } from "./senderRow.ts"

/** A DKIM key with its private part, as PEM. */
export interface DkimKeyPair extends DkimKey {
  readonly private_key: Redacted.Redacted
}

/** The settings by which an account's mail is sent, with secrets. `version` grows with every change; 0 for an account that has set nothing. */
export interface SendingSender {
  readonly version: number
  readonly from_email: string | null
  readonly shared_address: boolean
  readonly has_server: boolean
  /** The own mail server. Null without one, and where it was stored under another `ENCRYPTION_KEY`. */
  readonly smtp_url: Redacted.Redacted | null
  /** The key, once DNS had it. Null where it was stored under another `ENCRYPTION_KEY`. */
  readonly dkim: (Pick<DkimKey, "domain" | "selector"> & { readonly private_key: Redacted.Redacted }) | null
}

const querySender = queryOne(SenderRow)
const querySecrets = queryOne(
  Schema.Struct({
    ...SenderRow.fields,
    encrypted_smtp_url: Schema.NullOr(Schema.String),
    encrypted_dkim_key: Schema.NullOr(Schema.String)
  })
)
const queryTests = queryOne(Schema.Struct({ tests: Schema.Int, tests_since: Schema.Date }))

/** Test mails of an account within an hour. */
export const maxTests = 10
const testWindow = 3_600_000

/** The senders of accounts (contract §12). Mail server and DKIM key are stored encrypted. */
export class Senders extends Context.Service<
  Senders,
  {
    readonly read: (account_id: string) => Effect.Effect<StoredSender, Unavailable>
    /** Reads a sender for a change and locks it until the open transaction ends, so that concurrent changes see each other. */
    readonly lock: (account_id: string) => Effect.Effect<StoredSender, SqlError.SqlError>
    /** Replaces the profile, and the mail server unless `smtp` is undefined. Requires `lock`. Joins the open transaction. */
    readonly save: (
      account_id: string,
      sender: { readonly profile: SenderProfile; readonly shared_address: boolean },
      smtp: { readonly url: string; readonly host: string } | null | undefined
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Lets the account send from `EMAIL_FROM`. Joins the open transaction. */
    readonly shareAddress: (account_id: string) => Effect.Effect<void, SqlError.SqlError>
    /** Replaces the DKIM key; null removes it. Requires `lock`. Joins the open transaction. */
    readonly setKey: (account_id: string, key: DkimKeyPair | null) => Effect.Effect<void, SqlError.SqlError>
    /** Records whether DNS has the key. Does nothing if the account has another key by now. */
    readonly markKey: (account_id: string, key: DkimKey, isPublished: boolean) => Effect.Effect<void, Unavailable>
    readonly readSecrets: (account_id: string) => Effect.Effect<SendingSender, Unavailable>
    /** Counts a test mail. Fails beyond 10 in an hour. Joins the open transaction. */
    readonly countTest: (account_id: string) => Effect.Effect<void, RateLimited | SqlError.SqlError>
  }
>()("tally/store/messages/Senders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = sql`from_name, from_email, reply_to, postal_address, logo_url, color, shared_address, smtp_host,
        dkim_domain, dkim_selector, dkim_public_key, dkim_seen_at, version`
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const smtpPlace = (account_id: string) => `${account_id}|smtp_url`
      const keyPlace = (account_id: string) => `${account_id}|dkim_key`
      const decrypted = (encrypted: string | null, place: string) =>
        encrypted === null
          ? Effect.succeed(null)
          : secrets.decrypt(encrypted, place).pipe(
              Effect.map((text) => Redacted.make(text)),
              Effect.catchDefect(() => Effect.succeed(null))
            )

      return Senders.of({
        read: (account_id) =>
          querySender(sql`SELECT ${columns} FROM senders WHERE account_id = ${account_id}`).pipe(
            retried,
            Effect.map((row) => (row === undefined ? unsetSender : storedSender(row)))
          ),
        lock: Effect.fnUntraced(function* (account_id) {
          yield* sql`INSERT INTO senders (account_id, updated_at) VALUES (${account_id}, ${yield* now}) ON CONFLICT DO NOTHING`
          const row = yield* querySender(
            sql`SELECT ${columns} FROM senders WHERE account_id = ${account_id} FOR NO KEY UPDATE`
          )
          return row === undefined ? unsetSender : storedSender(row)
        }),
        save: Effect.fnUntraced(function* (account_id, { profile, shared_address }, smtp) {
          const { from_name, from_email, reply_to, postal_address, logo_url, color } = profile
          yield* sql`UPDATE senders SET from_name = ${from_name}, from_email = ${from_email}, reply_to = ${reply_to},
            postal_address = ${postal_address}, logo_url = ${logo_url}, color = ${color}, shared_address = ${shared_address},
            version = version + 1, updated_at = ${yield* now} WHERE account_id = ${account_id}`
          if (smtp === undefined) return
          const url = smtp === null ? null : yield* secrets.encrypt(smtp.url, smtpPlace(account_id))
          yield* sql`UPDATE senders SET encrypted_smtp_url = ${url}, smtp_host = ${smtp?.host ?? null}
            WHERE account_id = ${account_id}`
        }),
        shareAddress: Effect.fnUntraced(function* (account_id) {
          yield* sql`INSERT INTO senders AS kept (account_id, shared_address, updated_at)
            VALUES (${account_id}, true, ${yield* now})
            ON CONFLICT (account_id) DO UPDATE SET shared_address = true, version = kept.version + 1`
        }),
        setKey: Effect.fnUntraced(function* (account_id, key) {
          const encrypted =
            key === null ? null : yield* secrets.encrypt(Redacted.value(key.private_key), keyPlace(account_id))
          yield* sql`UPDATE senders SET dkim_domain = ${key?.domain ?? null}, dkim_selector = ${key?.selector ?? null},
            dkim_public_key = ${key?.public_key ?? null}, encrypted_dkim_key = ${encrypted}, dkim_seen_at = NULL,
            version = version + 1, updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND dkim_selector IS DISTINCT FROM ${key?.selector ?? null}`
        }),
        markKey: Effect.fnUntraced(function* (account_id, { domain, selector }, isPublished) {
          // Only a change counts as one, so that checks do not empty the caches of senders.
          yield* sql`UPDATE senders SET dkim_seen_at = ${isPublished ? yield* now : null}, version = version + 1
            WHERE account_id = ${account_id} AND dkim_domain = ${domain} AND dkim_selector = ${selector}
              AND (dkim_seen_at IS NOT NULL) <> ${isPublished}`
        }, retried),
        readSecrets: Effect.fnUntraced(function* (account_id) {
          const row = yield* querySecrets(sql`SELECT ${columns}, encrypted_smtp_url, encrypted_dkim_key FROM senders
            WHERE account_id = ${account_id}`).pipe(retried)
          if (row === undefined) {
            return {
              version: 0,
              from_email: null,
              shared_address: false,
              has_server: false,
              smtp_url: null,
              dkim: null
            }
          }
          const { dkim, profile, shared_address } = storedSender(row)
          const smtp_url = yield* decrypted(row.encrypted_smtp_url, smtpPlace(account_id))
          const private_key =
            dkim?.seen_at == null ? null : yield* decrypted(row.encrypted_dkim_key, keyPlace(account_id))
          return {
            version: row.version,
            from_email: profile.from_email,
            shared_address,
            has_server: row.encrypted_smtp_url !== null,
            smtp_url,
            dkim: dkim === null || private_key === null ? null : { ...dkim, private_key }
          }
        }),
        countTest: Effect.fnUntraced(function* (account_id) {
          const at = yield* Clock.currentTimeMillis
          const ended = new Date(at - testWindow)
          const row = yield* queryTests(sql`
            INSERT INTO senders AS kept (account_id, tests_since, tests, updated_at)
            VALUES (${account_id}, ${new Date(at)}, 1, ${new Date(at)})
            ON CONFLICT (account_id) DO UPDATE SET
              tests = CASE WHEN kept.tests_since > ${ended} THEN least(kept.tests + 1, 1000000) ELSE 1 END,
              tests_since = CASE WHEN kept.tests_since > ${ended} THEN kept.tests_since ELSE excluded.tests_since END
            RETURNING tests, tests_since`)
          const { tests, tests_since } = row ?? { tests: 0, tests_since: new Date(at) }
          if (tests <= maxTests) return
          const wait = tests_since.getTime() + testWindow - at
          return yield* new RateLimited({ retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
        })
      })
    })
  )
}
