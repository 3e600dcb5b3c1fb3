import { type RecordCheck, recordCheck, type Texts, unanswered } from "./RecordCheck.ts"

/** The SPF includes of mail services, by the end of their SMTP server's name. */
const services: ReadonlyArray<readonly [host: string, include: string]> = [
  ["sendgrid.net", "sendgrid.net"],
  ["amazonaws.com", "amazonses.com"],
  ["resend.com", "amazonses.com"],
  ["mailgun.org", "mailgun.org"],
  ["postmarkapp.com", "spf.mtasv.net"],
  ["brevo.com", "spf.brevo.com"],
  ["sendinblue.com", "spf.brevo.com"],
  ["mailjet.com", "spf.mailjet.com"],
  ["sparkpostmail.com", "_spf.sparkpostmail.com"],
  ["gmail.com", "_spf.google.com"],
  ["google.com", "_spf.google.com"],
  ["office365.com", "spf.protection.outlook.com"],
  ["messagingengine.com", "spf.messagingengine.com"],
  ["zoho.com", "zohomail.com"]
]

/** The SPF mechanism that authorizes a mail server, undefined for a name that is no public host name. */
export const mechanismOf = (host: string): string | undefined => {
  const service = services.find(([end]) => host === end || host.endsWith(`.${end}`))
  if (service !== undefined) return `include:${service[1]}`
  return /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/.test(host) ? `a:${host}` : undefined
}

const isSpf = (text: string): boolean => /^v=spf1(?:\s|$)/i.test(text)

/** The SPF records among the texts of a name. */
export const spfRecords = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.filter(isSpf)

const termsOf = (record: string): ReadonlyArray<string> => record.slice(0, 4_000).toLowerCase().split(/\s+/).slice(1)

const withoutQualifier = (term: string): string => term.replace(/^\+/, "")

/** The names whose SPF records a record takes in, by `include:` or `redirect=`. */
export const spfTargets = (record: string): ReadonlyArray<string> =>
  termsOf(record).flatMap((term) => /^\+?(?:include:|redirect=)([a-z0-9._-]{1,253})$/.exec(term)?.[1] ?? [])

/** The mechanisms of a record that authorize, without qualifier. */
export const spfMechanisms = (record: string): ReadonlyArray<string> =>
  termsOf(record)
    .filter((term) => !/^[-~?]/.test(term))
    .map(withoutQualifier)

/** Inserts a mechanism before `all` or `redirect=`, which end a record. */
const withMechanism = (record: string, mechanism: string): string => {
  const terms = record.trim().split(/\s+/)
  const end = terms.findIndex((term, at) => at > 0 && /^(?:[-+~?]?all$|redirect=)/i.test(term))
  return (end === -1 ? [...terms, mechanism] : [...terms.slice(0, end), mechanism, ...terms.slice(end)]).join(" ")
}

/**
 * Whether the SPF record of a domain authorizes the mail server. `texts`: the texts of the domain. `reached`: the authorizing
 * mechanisms of its record and of all records that this takes in. `host`: the mail server, null if none is set.
 */
export const checkSpf = (
  domain: string,
  texts: Texts,
  reached: ReadonlySet<string>,
  host: string | null
): RecordCheck => {
  const mechanism = host === null ? undefined : mechanismOf(host)
  const recordOf = (value: string) => ({ type: "TXT", name: domain, value }) as const
  const fresh = mechanism === undefined ? null : recordOf(`v=spf1 ${mechanism} ~all`)
  if (texts === undefined) return unanswered(fresh)
  const records = spfRecords(texts)
  const [record] = records
  if (record === undefined) {
    const message =
      mechanism === undefined
        ? `${domain} has no SPF record. Set a mail server first; then this check shows the record to add.`
        : `${domain} has no SPF record, so receivers can't tell that your mail server may send for it. Add this one.`
    return recordCheck("missing", message, fresh, [])
  }
  if (records.length > 1) {
    const message = `${domain} has ${records.length} SPF records, and receivers reject more than one. Merge them into one.`
    return recordCheck("wrong", message, null, records)
  }
  if (termsOf(record).some((term) => term === "+all" || term === "all")) {
    const fixed = record.trim().replace(/(\s)\+?all(?=\s|$)/i, "$1~all")
    const complete = mechanism === undefined || reached.has(mechanism) ? fixed : withMechanism(fixed, mechanism)
    const message = "The SPF record ends in +all, which lets everybody send for your domain. Replace it with this one."
    return recordCheck("wrong", message, recordOf(complete), records)
  }
  if (mechanism === undefined) return recordCheck("ok", `${domain} has an SPF record.`, null, records)
  if (reached.has(mechanism)) return recordCheck("ok", "The SPF record lets your mail server send.", null, records)
  const extended = recordOf(withMechanism(record, mechanism))
  if (mechanism.startsWith("a:")) {
    const message = `The SPF record does not name ${host}. Unless it contains the server's addresses, replace it with this one.`
    return recordCheck("unknown", message, extended, records)
  }
  const message = `The SPF record does not contain ${mechanism}, which your mail service needs. Replace it with this one.`
  return recordCheck("wrong", message, extended, records)
}
