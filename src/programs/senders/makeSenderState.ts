import { Effect, Redacted } from "effect"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { dkimRecord } from "../../domain/senders/dns/dkim.ts"
import { decideRoute, isServiceDomain, missingFields } from "../../domain/senders/MailRoute.ts"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { parseSmtpUrl } from "../../domain/senders/SmtpServer.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import type { StoredSender } from "../../store/senders/senderRow.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"

/** Gives a function that tells how a sender stands, as the API shows it, but for what is of the account alone: the tracking domain and the price of texts. */
export const makeSenderState = Effect.gen(function* () {
  const domains = yield* SenderDomains
  const { server } = yield* EmailTransport
  return (
    account_id: string,
    { profile, shared_address, smtp_host, domain_proven, keys, last_check }: StoredSender,
    smtp_url: Redacted.Redacted | null
  ): Omit<SenderState, "tracking_domain" | "sms_part_price"> => {
    const smtp = smtp_url === null ? undefined : parseSmtpUrl(Redacted.value(smtp_url))
    const settings = { from_email: profile.from_email, shared_address, has_server: smtp_host !== null, domain_proven }
    const route = decideRoute(settings, server)
    const from = route._tag === "send" || route._tag === "unproven" ? route.from : profile.from_email
    const domain = profile.from_email === null ? undefined : emailDomain(profile.from_email)
    const key = from === null ? undefined : keys.find((one) => one.domain === emailDomain(from))
    return {
      ...profile,
      smtp_host,
      smtp_server:
        smtp === undefined ? null : { port: smtp.port, security: smtp.secure ? "tls" : "starttls", user: smtp.user },
      shared_address,
      sending:
        route._tag === "send"
          ? { status: "sending", from, server: route.server }
          : { status: route._tag, from, server: null },
      missing: missingFields(profile, settings, server),
      domain_proof:
        domain === undefined ||
        settings.has_server ||
        !server.sends ||
        isServiceDomain(profile.from_email ?? "", server)
          ? null
          : { domain, proven: domain_proven, record: domains.record(account_id, domain) },
      dkim: key === undefined ? null : { record: dkimRecord(key), seen_at: key.seen_at },
      last_check
    }
  }
})
