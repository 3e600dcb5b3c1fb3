import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { makeDkimKey } from "../../outbound/senders/makeDkimKey.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Secrets } from "../../store/keys/Secrets.ts"
import { FurtherSenders } from "../../store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"

/** Gives functions that make and remove the DKIM key of a domain, which signs the mail of all senders there. */
export const makeSigningKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const senders = yield* Senders
  const further = yield* FurtherSenders
  const domains = yield* SenderDomains
  const secrets = yield* Secrets
  const { server } = yield* EmailTransport
  return {
    /** Makes a key for the domain of an address, at most 5 a day. Of two calls at once the first makes it. */
    make: Effect.fnUntraced(function* (account_id: string, address: string) {
      yield* transactOnce(sql)(senders.countKey(account_id))
      const key = yield* makeDkimKey(emailDomain(address), `tally-${yield* secrets.random(4, "hex")}`)
      const save = Effect.gen(function* () {
        const { keys: known, profile } = yield* senders.lock(account_id)
        if (known.some(({ domain }) => domain === key.domain)) return
        const others = yield* further.list(account_id)
        const addresses = [profile.from_email ?? server.from, ...others.map(({ from_email }) => from_email)]
        const kept = addresses.flatMap((one) => (one === null ? [] : [emailDomain(one)]))
        yield* domains.setKey(account_id, key, kept)
      })
      yield* transactOnce(sql)(save)
    }),
    /** Removes the key of the domain. Idempotent. */
    remove: (account_id: string, domain: string) =>
      transact(sql)(Effect.andThen(senders.lock(account_id), domains.removeKey(account_id, domain)))
  }
})
