import { type DnsRecord, type RecordCheck, recordCheck, type Texts, unanswered } from "./dns/RecordCheck.ts"

const prefix = "tally-domain-verification="

/** The DNS record by which an account proves a domain to be its own. `token` is of the account and domain. */
export const proofRecord = (domain: string, token: string): DnsRecord => ({
  type: "TXT",
  name: `_tally.${domain}`,
  value: `${prefix}${token}`
})

/** Whether DNS has the record. `texts`: the texts of its name. Pure. */
export const hasProof = (texts: Texts, { value }: DnsRecord): boolean =>
  texts?.some((text) => text.trim() === value) === true

/** The facts by which a domain is judged. `holder`: whether another business has proven it; `isService`: it is that of `EMAIL_FROM`. */
export interface ProofFacts {
  readonly domain: string
  readonly record: DnsRecord
  readonly texts: Texts
  readonly isProven: boolean
  readonly isSigned: boolean
  readonly isHeldByOther: boolean
  readonly isService: boolean
}

/** The result of the check of a domain's proof, in words. DNS with the account's DKIM key proves it too. Pure. */
export const checkProof = ({
  domain,
  record,
  texts,
  isProven,
  isSigned,
  isHeldByOther,
  isService
}: ProofFacts): RecordCheck => {
  if (isService)
    return recordCheck("wrong", `${domain} is the domain of this service. Use a domain of your own.`, null, [])
  const has = hasProof(texts, record) || isSigned
  if (isHeldByOther) {
    const message = `${domain} is proven by another account of this service. Remove its record at ${record.name}, then check again.`
    return recordCheck("wrong", message, record, texts ?? [])
  }
  if (has) return recordCheck("ok", "The domain is proven to be yours.", null, [])
  if (isProven) return recordCheck("ok", "The domain was proven to be yours before.", null, [])
  if (texts === undefined) return unanswered(record)
  const message = `Add this record to show that ${domain} is yours. Until this check finds it, only test mail to yourself goes out through the mail server of this service.`
  return recordCheck("missing", message, record, texts)
}
