import { Clock, Context, Effect, Layer, Schema } from "effect"
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

const queryAccounts = query(Schema.Struct({ account_id: Schema.String }))

/** The domains that accounts have proven to be theirs. A proof counts for all accounts of its business. */
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
        })
      })
    })
  )
}
