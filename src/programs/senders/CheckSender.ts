import { Context, DateTime, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import { emailDomain, emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type RateLimited, type Unavailable } from "../../domain/Errors.ts"
import { checkDkim, dkimRecord } from "../../domain/senders/dns/dkim.ts"
import { checkDmarc, dmarcNames } from "../../domain/senders/dns/dmarc.ts"
import type { Texts } from "../../domain/senders/dns/RecordCheck.ts"
import { checkSpf, spfMechanisms, spfRecords, spfTargets } from "../../domain/senders/dns/spf.ts"
import type { DomainCheck } from "../../domain/senders/SenderState.ts"
import { isServiceDomain } from "../../domain/senders/MailRoute.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { reasonText } from "../../domain/reasons.ts"
import { makeId } from "../../domain/values/Id.ts"
import { DomainRecords } from "../../outbound/senders/DomainRecords.ts"
import { EmailTransport, type Mail } from "../../outbound/email/EmailTransport.ts"
import { MailRoutes } from "../../outbound/senders/MailRoutes.ts"
import { testMail } from "../../outbound/email/testMail.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { makeTurns } from "../accounts/makeTurns.ts"
import { makeProveDomain } from "./makeProveDomain.ts"
import { makeReadSenders } from "./makeReadSenders.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"
import { makeTestMessages, type TestMessages } from "../messages/TestMessages.ts"

/** SPF allows ten lookups; receivers reject a record that needs more. */
const maxSpfLookups = 10

/** Tries an account's sender out: what DNS says about its domain, a test mail, and the mail of a preview. */
export class CheckSender extends Context.Service<
  CheckSender,
  {
    /**
     * Looks up SPF, DKIM and DMARC of the domain of a sender's address, and keeps what it found for reviews. From then on mail is signed if DNS has
     * the DKIM key. `sender_id` is null for the sender of the account.
     */
    readonly check: (
      account_id: string,
      sender_id: string | null
    ) => Effect.Effect<DomainCheck, NotFound | ValidationFailed | Unavailable>
    /**
     * Sends a test mail the way the account's messages go; while the sender's domain is not proven, only to `own`, the address of who asks; null for a token, which has none.
     * It has the content that is given, else says that it is a test. At most 10 in an hour. The error says why it was not sent.
     */
    readonly test: (
      account: { readonly id: string; readonly name: string },
      sender_id: string | null,
      to: string,
      own: string | null,
      content?: Pick<Mail, "subject" | "html" | "text">
    ) => Effect.Effect<"sent" | "captured", NotFound | ValidationFailed | RateLimited | Unavailable>
  } & TestMessages
>()("tally/programs/senders/CheckSender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const domains = yield* SenderDomains
      const { one } = yield* makeReadSenders
      const readSender = Effect.fnUntraced(function* (account_id: string, sender_id: string | null) {
        return (yield* one(account_id, sender_id)) ?? (yield* new NotFound())
      })
      const records = yield* DomainRecords
      const transport = yield* EmailTransport
      const routes = yield* MailRoutes
      const proveDomain = yield* makeProveDomain

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

      const check = Effect.fn("CheckSender.check")(function* (account_id: string, sender_id: string | null) {
        const sender = yield* readSender(account_id, sender_id)
        const { profile, smtp_host, keys, shared_address } = sender
        const from = profile.from_email ?? (shared_address ? transport.server.from : null)
        if (from === null) return yield* noAddress
        const domain = emailDomain(from)
        const key = keys.find((one) => one.domain === domain)
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
          yield* domains.markKey(account_id, key, dkimCheck.status === "ok")
        const isSigned = dkimCheck.status === "ok"
        const needsProof =
          smtp_host === null && transport.server.sends && !(shared_address && isServiceDomain(from, transport.server))
        const found = {
          domain,
          proof: needsProof ? yield* proveDomain({ account_id, from, domain, isSigned }) : null,
          spf: checkSpf(domain, texts, reached, smtp_host ?? transport.server.host),
          dkim: dkimCheck,
          dmarc: checkDmarc(domain, policies)
        }
        const kept = {
          domain,
          proof: found.proof?.status ?? null,
          spf: found.spf.status,
          dkim: found.dkim.status,
          dmarc: found.dmarc.status,
          checked_at: yield* DateTime.now
        }
        yield* senders.keepCheck(account_id, sender, kept, sender_id)
        return found
      })

      const inTurn = makeTurns(
        yield* Semaphore.make(permits.senderChecks),
        Semaphore.make(permits.senderChecksOfAccount)
      )

      const test: typeof CheckSender.Service.test = Effect.fn("CheckSender.test")(function* (
        { id, name },
        sender_id,
        to,
        own,
        content
      ) {
        const { version } = yield* senders.readSecrets(id)
        const { profile } = yield* readSender(id, sender_id)
        const found = yield* routes.find(id, version, sender_id)
        if (found._tag === "none") return yield* invalid("from_email", reasonText(found.reason))
        if (found._tag === "unproven" && (own === null || emailKey(to) !== emailKey(own))) return yield* testsToOneself
        yield* transactOnce(sql)(senders.countTest(id))
        const mail = { ...testMail(yield* makeId("tst"), to, profile, name), ...content }
        return yield* transport.send(mail, found.route).pipe(
          Effect.timeout("20 seconds"),
          Effect.catchTags({
            SendFailed: ({ reason }) => Effect.fail(invalid("to", `Not sent: ${reason}`)),
            TimeoutError: () => Effect.fail(invalid("to", "Not sent: the mail server did not answer"))
          })
        )
      })

      return CheckSender.of({
        check: (account_id, sender_id) => inTurn(account_id, check(account_id, sender_id)),
        test,
        ...(yield* makeTestMessages(test))
      })
    })
  )
}

const testsToOneself = invalid(
  "to",
  "Until the sender's domain is proven by its DNS record, test mail goes to your own address only"
)
const noAddress = invalid("from_email", "Set the address that you send from first")
