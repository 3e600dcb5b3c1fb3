import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { proofRecord } from "../../domain/senders/domainProof.ts"
import type { DnsRecord } from "../../domain/senders/dns/RecordCheck.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { type DomainHolders, domainHolders, provenDomains, rootOf } from "./domainHolders.ts"
import type { DkimKey } from "../../domain/senders/dns/dkim.ts"
import { Secrets } from "../keys/Secrets.ts"
import { texts } from "../sql/parameters.ts"
import type { KnownKey } from "./senderRow.ts"

const queryAccounts = query(Schema.Struct({ account_id: Schema.String }))

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

/**
 * The domains that accounts have proven to be theirs, and their DKIM keys, one a domain, which sign the mail of all senders there. A proof
 * counts for all accounts of its business. The private parts of keys are stored encrypted.
 */
export class SenderDomains extends Context.Service<
  SenderDomains,
  {
    /** The record by which the account proves the domain. */
    readonly record: (account_id: string, domain: string) => DnsRecord
    /** Whether the account's business has proven one of the domains, and which others have. */
    readonly holders: (
      account_id: string,
      ...domains: ReadonlyArray<string>
    ) => Effect.Effect<DomainHolders, Unavailable>
    /** Which of these domains the account's business has proven. */
    readonly proven: (
      account_id: string,
      domains: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, Unavailable>
    /** Records the proof. Joins the open transaction. */
    readonly prove: (account_id: string, domain: string) => Effect.Effect<void, ValidationFailed | SqlError.SqlError>
    /** Takes the proof of another account back. Joins the open transaction. */
    readonly withdraw: (account_id: string, domain: string) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Replaces the key of its domain, and drops those of domains other than `kept`. Requires the lock of the account's sender. Joins the open
     * transaction.
     */
    readonly setKey: (
      account_id: string,
      key: DkimKeyPair,
      kept: ReadonlyArray<string>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Removes the key of a domain. Requires the lock of the account's sender. Joins the open transaction. */
    readonly removeKey: (account_id: string, domain: string) => Effect.Effect<void, SqlError.SqlError>
    /** Records whether DNS has the key. Does nothing if the domain has another key by now. */
    readonly markKey: (account_id: string, key: DkimKey, isPublished: boolean) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/senders/SenderDomains") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "domain proofs")
      // Processes keep senders by their version.
      const touch = Effect.fnUntraced(function* (account_id: string) {
        const root = yield* rootOf(sql, account_id)
        const accounts = yield* queryAccounts(
          sql`SELECT account_id FROM accounts WHERE account_id = ${root} OR parent_id = ${root} ORDER BY account_id`
        )
        yield* Effect.forEach(
          accounts,
          (one) => sql`UPDATE senders SET version = version + 1 WHERE account_id = ${one.account_id}`,
          { discard: true }
        )
      })
      const secrets = yield* Secrets
      const now = Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis))
      // Processes keep senders by their version. Former checks looked for another key, so their findings go.
      const dropChecks = Effect.fnUntraced(function* (account_id: string, domain: string) {
        const check = sql`CASE WHEN dns_check ->> 'domain' = ${domain} THEN NULL ELSE dns_check END`
        yield* sql`UPDATE senders SET dns_check = ${check}, version = version + 1, updated_at = ${yield* now}
          WHERE account_id = ${account_id}`
        yield* sql`UPDATE further_senders SET dns_check = ${check} WHERE account_id = ${account_id}`
      })

      return SenderDomains.of({
        record: (account_id, domain) => proofRecord(domain, hash(`${account_id}|${domain}`).slice(0, 32)),
        holders: (account_id, ...domains) => retried(domainHolders(sql, account_id, domains)),
        proven: (account_id, domains) => retried(provenDomains(sql, account_id, domains)),
        prove: Effect.fnUntraced(function* (account_id, domain) {
          yield* withinQuota(
            sql,
            account_id,
            quotas.senderDomains,
            sql`FROM sender_domains WHERE account_id = ${account_id} AND domain <> ${domain}`
          )
          yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at)
            VALUES (${domain}, ${account_id}, ${timeText(yield* Clock.currentTimeMillis)}::timestamptz) ON CONFLICT DO NOTHING`
          yield* touch(account_id)
        }),
        withdraw: Effect.fnUntraced(function* (account_id, domain) {
          yield* sql`DELETE FROM sender_domains WHERE domain = ${domain} AND account_id = ${account_id}`
          yield* touch(account_id)
        }),
        setKey: Effect.fnUntraced(function* (account_id, { domain, selector, public_key, private_key }, kept) {
          const encrypted = yield* secrets.encrypt(Redacted.value(private_key), keyPlace(account_id))
          yield* sql`DELETE FROM sender_keys WHERE account_id = ${account_id} AND domain <> ALL(${texts([domain, ...kept])})`
          yield* sql`INSERT INTO sender_keys (account_id, domain, selector, public_key, encrypted_key)
            VALUES (${account_id}, ${domain}, ${selector}, ${public_key}, ${encrypted})
            ON CONFLICT (account_id, domain) DO UPDATE SET selector = excluded.selector, public_key = excluded.public_key,
              encrypted_key = excluded.encrypted_key, seen_at = NULL`
          yield* dropChecks(account_id, domain)
        }),
        removeKey: Effect.fnUntraced(function* (account_id, domain) {
          const removed =
            yield* sql`DELETE FROM sender_keys WHERE account_id = ${account_id} AND domain = ${domain} RETURNING 1`
          if (removed.length === 0) return
          // Processes of the previous version sign by these columns.
          yield* sql`UPDATE senders SET dkim_domain = NULL, dkim_selector = NULL, dkim_public_key = NULL, encrypted_dkim_key = NULL,
            dkim_seen_at = NULL WHERE account_id = ${account_id} AND dkim_domain = ${domain}`
          yield* dropChecks(account_id, domain)
        }),
        markKey: Effect.fnUntraced(function* (account_id, { domain, selector }, isPublished) {
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
