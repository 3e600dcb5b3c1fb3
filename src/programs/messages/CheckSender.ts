import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { emailDomain } from "../../domain/contacts/Email.ts"
import type { RateLimited, Unavailable } from "../../domain/Errors.ts"
import { checkDkim, dkimRecord } from "../../domain/messages/dns/dkim.ts"
import { checkDmarc, dmarcNames } from "../../domain/messages/dns/dmarc.ts"
import type { Texts } from "../../domain/messages/dns/RecordCheck.ts"
import { checkSpf, spfMechanisms, spfRecords, spfTargets } from "../../domain/messages/dns/spf.ts"
import type { DomainCheck } from "../../domain/messages/SenderState.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { reasonText } from "../../domain/reasons.ts"
import { makeId } from "../../domain/values/Id.ts"
import { DomainRecords } from "../../messages/email/DomainRecords.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { MailRoutes } from "../../messages/email/MailRoutes.ts"
import { testMail } from "../../messages/email/testMail.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { Senders } from "../../store/messages/Senders.ts"

/** SPF allows ten lookups; receivers reject a record that needs more. */
const maxSpfLookups = 10

// Each check makes some 20 lookups; the others wait.
const maxChecks = 4

/** Tries an account's sender out: what DNS says about its domain, and a test mail. */
export class CheckSender extends Context.Service<
  CheckSender,
  {
    /** Looks up SPF, DKIM and DMARC of the domain of the account's address. From then on mail is signed if DNS has the DKIM key. */
    readonly check: (account_id: string) => Effect.Effect<DomainCheck, ValidationFailed | Unavailable>
    /** Sends a test mail the way the account's messages go. At most 10 in an hour. The error says why it was not sent. */
    readonly test: (
      account: { readonly id: string; readonly name: string },
      to: string
    ) => Effect.Effect<"sent" | "captured", ValidationFailed | RateLimited | Unavailable>
  }
>()("tally/programs/messages/CheckSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const records = yield* DomainRecords
      const transport = yield* EmailTransport
      const routes = yield* MailRoutes
      const permits = yield* Semaphore.make(maxChecks)

      /** The mechanisms of an SPF record and of the records that it takes in, as far as ten lookups reach. */
      const reachedBy = Effect.fnUntraced(function* (texts: Texts) {
        const reached = new Set<string>()
        const visited = new Set<string>()
        let waiting = spfRecords(texts ?? [])
        while (waiting.length > 0) {
          const next: Array<string> = []
          for (const record of waiting) {
            for (const mechanism of spfMechanisms(record)) reached.add(mechanism)
            for (const name of spfTargets(record)) {
              if (visited.has(name) || visited.size >= maxSpfLookups) continue
              visited.add(name)
              next.push(name)
            }
          }
          const found = yield* Effect.forEach(next, records.texts, { concurrency: 4 })
          waiting = found.flatMap((each) => spfRecords(each ?? []).slice(0, 1))
        }
        return reached
      })

      const check = Effect.fn("CheckSender.check")(function* (account_id: string) {
        const { profile, smtp_host, dkim, shared_address } = yield* senders.read(account_id)
        const from = profile.from_email ?? (shared_address ? transport.server.from : null)
        if (from === null) return yield* noAddress
        const domain = emailDomain(from)
        const key = dkim?.domain === domain ? dkim : undefined
        const [texts, keyTexts, policies] = yield* Effect.all(
          [
            records.texts(domain),
            key === undefined ? Effect.succeed([]) : records.texts(dkimRecord(key).name),
            Effect.forEach(dmarcNames(domain), records.texts, { concurrency: "unbounded" })
          ],
          { concurrency: "unbounded" }
        )
        const reached = yield* reachedBy(texts)
        const dkimCheck = checkDkim(key, keyTexts)
        // Mail is signed as long as receivers find the key; a lookup without an answer changes nothing.
        if (key !== undefined && keyTexts !== undefined)
          yield* senders.markKey(account_id, key, dkimCheck.status === "ok")
        return {
          domain,
          spf: checkSpf(domain, texts, reached, smtp_host ?? transport.server.host),
          dkim: dkimCheck,
          dmarc: checkDmarc(domain, policies)
        }
      })

      return CheckSender.of({
        check: (account_id) => permits.withPermits(1)(check(account_id)),
        test: Effect.fn("CheckSender.test")(function* ({ id, name }, to) {
          const { version } = yield* senders.readSecrets(id)
          const { profile } = yield* senders.read(id)
          const found = yield* routes.find(id, version)
          if (found._tag === "none") return yield* invalid("from_email", reasonText(found.reason))
          yield* transactOnce(sql)(senders.countTest(id))
          const mail = testMail(yield* makeId("tst"), to, profile, name)
          return yield* transport.send(mail, found.route).pipe(
            Effect.timeout("20 seconds"),
            Effect.catchTags({
              SendFailed: ({ reason }) => Effect.fail(invalid("to", `Not sent: ${reason}`)),
              TimeoutError: () => Effect.fail(invalid("to", "Not sent: the mail server did not answer"))
            })
          )
        })
      })
    })
  )
}

const noAddress = invalid("from_email", "Set the address that you send from first")
