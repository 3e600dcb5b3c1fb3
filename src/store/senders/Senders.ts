import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { RateLimited, type Unavailable } from "../../domain/Errors.ts"
import type { DkimKey } from "../../domain/senders/dns/dkim.ts"
import type { SmsPartPrice } from "../../domain/messages/smsPrice.ts"
import { SenderCheck } from "../../domain/senders/SenderState.ts"
import type { SenderProfile } from "../../domain/senders/SenderProfile.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { domainHolders } from "./domainHolders.ts"
import { keyPlace, keyRows, knownKeys } from "./SenderDomains.ts"
import { SenderRow, type StoredSender, storedSender, unsetSender } from "./senderRow.ts"

/** The settings by which the mail of a sender is sent, with secrets. `version` grows with every change of the account's senders; 0 for an account that has set nothing. */
export interface SendingSender {
  readonly version: number
  readonly from_email: string | null
  readonly shared_address: boolean
  readonly has_server: boolean
  /** The account's business has proven the domain of the address by DNS. */
  readonly domain_proven: boolean
  /** The own mail server. Null without one, and where it was stored under another `ENCRYPTION_KEY`. */
  readonly smtp_url: Redacted.Redacted | null
  /** The keys that were seen in DNS, one a domain, without keys that were stored under another `ENCRYPTION_KEY`. */
  readonly keys: ReadonlyArray<Pick<DkimKey, "domain" | "selector"> & { readonly private_key: Redacted.Redacted }>
}

const querySender = queryOne(SenderRow)
const SecretsRow = Schema.Struct({ ...SenderRow.fields, encrypted_smtp_url: Schema.NullOr(Schema.String) })
const querySecrets = queryOne(SecretsRow)
const queryAddress = queryOne(Schema.Struct({ from_email: Schema.String }))
const encodeCheck = Schema.encodeEffect(Schema.fromJsonString(SenderCheck))
const queryCount = queryOne(Schema.Struct({ number: Schema.Int, since: Schema.Date }))

/** The settings of an account that has set nothing. */
const unsetSecrets = {
  version: 0,
  shared_address: false,
  has_server: false,
  domain_proven: false,
  smtp_url: null,
  keys: []
} as const

/** Test mails of an account within an hour. */
export const maxTests = 10
const testWindow = 3_600_000

/** DKIM keys that an account makes within a day. */
const maxKeys = 5
const keyWindow = 86_400_000

/** The senders of accounts (contract §12). The mail server is stored encrypted. */
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
    /** Sets what one part of a text costs, or nothing. Requires `lock`. Joins the open transaction. */
    readonly setPartPrice: (account_id: string, price: SmsPartPrice | null) => Effect.Effect<void, SqlError.SqlError>
    /** Lets the account send from `EMAIL_FROM`. Joins the open transaction. */
    readonly shareAddress: (account_id: string) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Keeps what a check of the domain found, of a further sender by its id. Does nothing if address, server or key are no longer those of `checked`.
     */
    readonly keepCheck: (
      account_id: string,
      checked: StoredSender,
      found: SenderCheck,
      sender_id?: string | null
    ) => Effect.Effect<void, Unavailable>
    readonly readSecrets: (account_id: string) => Effect.Effect<SendingSender, Unavailable>
    /** The secrets of a further sender; undefined if there is none of the id. */
    readonly readFurtherSecrets: (
      account_id: string,
      sender_id: string
    ) => Effect.Effect<SendingSender | undefined, Unavailable>
    /** Counts a DKIM key that is made. Fails beyond 5 in a day. Joins the open transaction. */
    readonly countKey: (account_id: string) => Effect.Effect<void, RateLimited | SqlError.SqlError>
    /** Counts a test mail. Fails beyond 10 in an hour. Joins the open transaction. */
    readonly countTest: (account_id: string) => Effect.Effect<void, RateLimited | SqlError.SqlError>
  }
>()("tally/store/senders/Senders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const columns = sql`from_name, from_email, reply_to, postal_address, logo_url, color, link_parameters, tracking_host, shared_address, smtp_host,
        dns_check::text, sms_part_amount::text, sms_part_currency, version`
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      const smtpPlace = (account_id: string) => `${account_id}|smtp_url`
      const decrypted = (encrypted: string | null, place: string) =>
        encrypted === null
          ? Effect.succeed(null)
          : secrets.decrypt(encrypted, place).pipe(
              Effect.map((text) => Redacted.make(text)),
              Effect.catchDefect(() => Effect.succeed(null))
            )

      const isProven = (account_id: string, from_email: string | null) =>
        from_email === null
          ? Effect.succeed(false)
          : Effect.map(domainHolders(sql, account_id, [emailDomain(from_email)]), (holders) => holders.isProven)
      const stored = Effect.fnUntraced(function* (account_id: string, row: typeof SenderRow.Type | undefined) {
        if (row === undefined) return unsetSender
        const domain_proven = yield* isProven(account_id, row.from_email)
        return storedSender({ ...row, domain_proven, keys: yield* knownKeys(sql, account_id) })
      })

      const secretsOf = Effect.fnUntraced(function* (
        account_id: string,
        row: typeof SecretsRow.Type | undefined,
        address: string | null
      ): Effect.fn.Return<SendingSender, SqlError.SqlError> {
        if (row === undefined) return { ...unsetSecrets, from_email: address }
        const keys = (yield* keyRows(sql, account_id)).filter(({ seen_at }) => seen_at !== null)
        const read = yield* Effect.forEach(keys, ({ domain, selector, encrypted_key }) =>
          Effect.map(decrypted(encrypted_key, keyPlace(account_id)), (private_key) =>
            private_key === null ? [] : [{ domain, selector, private_key }]
          )
        )
        return {
          version: row.version,
          from_email: address,
          shared_address: row.shared_address,
          has_server: row.encrypted_smtp_url !== null,
          domain_proven: yield* isProven(account_id, address),
          smtp_url: yield* decrypted(row.encrypted_smtp_url, smtpPlace(account_id)),
          keys: read.flat()
        }
      })
      const secretsRow = (account_id: string) =>
        querySecrets(sql`SELECT ${columns}, encrypted_smtp_url FROM senders WHERE account_id = ${account_id}`)

      // Counts in a window that begins with its first, beyond which it fails.
      const count = Effect.fnUntraced(function* (
        account_id: string,
        { since, number, max, window }: { since: Fragment; number: Fragment; max: number; window: number }
      ) {
        const at = yield* Clock.currentTimeMillis
        const ended = new Date(at - window)
        const row = yield* queryCount(sql`
          INSERT INTO senders AS kept (account_id, ${since}, ${number}, updated_at)
          VALUES (${account_id}, ${new Date(at)}, 1, ${new Date(at)})
          ON CONFLICT (account_id) DO UPDATE SET
            ${number} = CASE WHEN kept.${since} > ${ended} THEN least(kept.${number} + 1, 1000000) ELSE 1 END,
            ${since} = CASE WHEN kept.${since} > ${ended} THEN kept.${since} ELSE excluded.${since} END
          RETURNING ${number} AS number, ${since} AS since`)
        const { number: counted, since: began } = row ?? { number: 0, since: new Date(at) }
        if (counted <= max) return
        const wait = began.getTime() + window - at
        return yield* new RateLimited({ retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
      })

      return Senders.of({
        read: (account_id) =>
          querySender(sql`SELECT ${columns} FROM senders WHERE account_id = ${account_id}`).pipe(
            Effect.flatMap((row) => stored(account_id, row)),
            retried
          ),
        lock: Effect.fnUntraced(function* (account_id) {
          yield* sql`INSERT INTO senders (account_id, updated_at) VALUES (${account_id}, ${yield* now}) ON CONFLICT DO NOTHING`
          const row = yield* querySender(
            sql`SELECT ${columns} FROM senders WHERE account_id = ${account_id} FOR NO KEY UPDATE`
          )
          return yield* stored(account_id, row)
        }),
        save: Effect.fnUntraced(function* (account_id, { profile, shared_address }, smtp) {
          const { from_name, from_email, reply_to, postal_address, logo_url, color, link_parameters } = profile
          yield* sql`UPDATE senders SET from_name = ${from_name}, from_email = ${from_email}, reply_to = ${reply_to},
            postal_address = ${postal_address}, logo_url = ${logo_url}, color = ${color}, link_parameters = ${link_parameters},
            shared_address = ${shared_address},
            dns_check = CASE WHEN from_email IS NOT DISTINCT FROM ${from_email} THEN dns_check END,
            version = version + 1, updated_at = ${yield* now} WHERE account_id = ${account_id}`
          if (smtp === undefined) return
          const url = smtp === null ? null : yield* secrets.encrypt(smtp.url, smtpPlace(account_id))
          yield* sql`UPDATE senders SET encrypted_smtp_url = ${url}, smtp_host = ${smtp?.host ?? null},
            dns_check = CASE WHEN smtp_host IS NOT DISTINCT FROM ${smtp?.host ?? null} THEN dns_check END
            WHERE account_id = ${account_id}`
          yield* sql`UPDATE further_senders SET dns_check = NULL WHERE account_id = ${account_id}`
        }),
        setPartPrice: Effect.fnUntraced(function* (account_id, price) {
          yield* sql`UPDATE senders SET sms_part_amount = ${price?.amount ?? null}::numeric,
            sms_part_currency = ${price?.currency ?? null}, updated_at = ${yield* now} WHERE account_id = ${account_id}`
        }),
        shareAddress: Effect.fnUntraced(function* (account_id) {
          yield* sql`INSERT INTO senders AS kept (account_id, shared_address, updated_at)
            VALUES (${account_id}, true, ${yield* now})
            ON CONFLICT (account_id) DO UPDATE SET shared_address = true, version = kept.version + 1`
        }),
        keepCheck: Effect.fnUntraced(function* (account_id, { profile, smtp_host, keys }, found, sender_id = null) {
          const json = yield* Effect.orDie(encodeCheck(found))
          const selector = keys.find(({ domain }) => domain === found.domain)?.selector ?? null
          const isSame = sql`account_id = ${account_id} AND from_email IS NOT DISTINCT FROM ${profile.from_email}
            AND ${selector}::text IS NOT DISTINCT FROM
              (SELECT selector FROM sender_keys WHERE account_id = ${account_id} AND domain = ${found.domain})`
          if (sender_id === null)
            yield* sql`UPDATE senders SET dns_check = ${json}::json
              WHERE ${isSame} AND smtp_host IS NOT DISTINCT FROM ${smtp_host}`
          else
            yield* sql`UPDATE further_senders SET dns_check = ${json}::json WHERE ${isSame} AND sender_id = ${sender_id}
              AND EXISTS (SELECT FROM senders WHERE account_id = ${account_id} AND smtp_host IS NOT DISTINCT FROM ${smtp_host})`
        }, retried),
        readSecrets: (account_id) =>
          retried(Effect.flatMap(secretsRow(account_id), (row) => secretsOf(account_id, row, row?.from_email ?? null))),
        readFurtherSecrets: Effect.fnUntraced(function* (account_id, sender_id) {
          const further = yield* queryAddress(sql`SELECT from_email FROM further_senders
            WHERE account_id = ${account_id} AND sender_id = ${sender_id}`)
          if (further === undefined) return undefined
          return yield* secretsOf(account_id, yield* secretsRow(account_id), further.from_email)
        }, retried),
        countTest: (account_id) =>
          count(account_id, { since: sql`tests_since`, number: sql`tests`, max: maxTests, window: testWindow }),
        countKey: (account_id) =>
          count(account_id, { since: sql`keys_since`, number: sql`keys`, max: maxKeys, window: keyWindow })
      })
    })
  )
}
