import { type DnsRecord, type RecordCheck, recordCheck, tagsOf, type Texts, unanswered } from "./RecordCheck.ts"

/** The public part of an account's DKIM key. `public_key` is its DER (SPKI) in base64. */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  readonly public_key: string
}

/** The DNS record of a DKIM key. */
export const dkimRecord = ({ domain, selector, public_key }: DkimKey): DnsRecord => ({
  type: "TXT",
  name: `${selector}._domainkey.${domain}`,
  value: `v=DKIM1; k=rsa; p=${public_key}`
})

/** Whether DNS has the key. `texts`: the texts of the name of its record. Undefined `key`: the account has none for the domain. */
export const checkDkim = (key: DkimKey | undefined, texts: Texts): RecordCheck => {
  if (key === undefined) {
    const message =
      "There is no DKIM key for this domain. Create one, unless your mail service signs your mail with a key of its own."
    return recordCheck("missing", message, null, [])
  }
  const record = dkimRecord(key)
  if (texts === undefined) return unanswered(record)
  const keys = texts.filter((text) => tagsOf(text).has("p"))
  if (keys.length === 0) {
    const message = "The DKIM record is not there yet. Add it; your mail is signed once this check finds it."
    return recordCheck("missing", message, record, [])
  }
  if (keys.length > 1) {
    return recordCheck("wrong", `${record.name} has several DKIM records. Keep only this one.`, record, keys)
  }
  const published = tagsOf(keys[0] ?? "")
    .get("p")
    ?.replace(/\s+/g, "")
  if (published !== key.public_key) {
    const message = "The DKIM record has another key, or was cut off when it was pasted. Replace it with this one."
    return recordCheck("wrong", message, record, keys)
  }
  return recordCheck("ok", "The DKIM record is right. Your mail is signed with it.", null, keys)
}
