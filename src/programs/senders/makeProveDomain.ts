import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkProof, hasProof } from "../../domain/senders/domainProof.ts"
import { isServiceDomain } from "../../domain/senders/MailRoute.ts"
import { DomainRecords } from "../../outbound/senders/DomainRecords.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"

interface Asked {
  readonly account_id: string
  readonly from: string
  readonly domain: string
  /** DNS has the account's DKIM key. */
  readonly isSigned: boolean
}

/**
 * Gives a function that looks for the proof of a sender's domain in DNS and records it (contract §12). A domain that another business has
 * proven changes hands once DNS has the record of this account and no longer theirs.
 */
export const makeProveDomain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const domains = yield* SenderDomains
  const records = yield* DomainRecords
  const { server } = yield* EmailTransport
  return Effect.fnUntraced(function* ({ account_id, from, domain, isSigned }: Asked) {
    const record = domains.record(account_id, domain)
    const [texts, holders] = yield* Effect.all([records.texts(record.name), domains.holders(account_id, domain)], {
      concurrency: "unbounded"
    })
    const isService = isServiceDomain(from, server)
    const has = hasProof(texts, record) || isSigned
    const left = holders.others.filter(
      (other) => has && texts !== undefined && !hasProof(texts, domains.record(other, domain))
    )
    const isHeldByOther = left.length < holders.others.length
    if (has && !isService && !isHeldByOther && !(holders.isProven && left.length === 0)) {
      const save = Effect.gen(function* () {
        yield* Effect.forEach(left, (other) => domains.withdraw(other, domain), { discard: true })
        if (!holders.isProven) yield* domains.prove(account_id, domain)
      })
      yield* transact(sql)(save)
    }
    return checkProof({ domain, record, texts, isProven: holders.isProven, isSigned, isHeldByOther, isService })
  })
})
