import { Schema } from "effect"
import { beginning } from "../../values/Text.ts"

/** A DNS record to publish. */
export const DnsRecord = Schema.Struct({ type: Schema.Literal("TXT"), name: Schema.String, value: Schema.String })
export type DnsRecord = typeof DnsRecord.Type

/** `unknown`: DNS did not answer, or the records do not show it. */
export const RecordStatus = Schema.Literals(["ok", "missing", "wrong", "unknown"])
export type RecordStatus = typeof RecordStatus.Type

/** The result of a DNS lookup for one rule: in words, the record to publish (null if none is needed) and the records found. */
export const RecordCheck = Schema.Struct({
  status: RecordStatus,
  message: Schema.String,
  record: Schema.NullOr(DnsRecord),
  found: Schema.Array(Schema.String)
}).annotate({ identifier: "RecordCheck" })
export type RecordCheck = typeof RecordCheck.Type

/** The texts of a name, or undefined if DNS did not answer. */
export type Texts = ReadonlyArray<string> | undefined

const maxFound = 5
const maxFoundLength = 500

/** A check of these records, of which at most 5 with 500 characters each are shown. */
export const recordCheck = (
  status: RecordStatus,
  message: string,
  record: DnsRecord | null,
  found: ReadonlyArray<string>
): RecordCheck => ({
  status,
  message,
  record,
  found: found.slice(0, maxFound).map((text) => beginning(text, maxFoundLength))
})

/** The check of a rule whose name DNS gave no answer for. */
export const unanswered = (record: DnsRecord | null): RecordCheck =>
  recordCheck("unknown", "DNS gave no answer. Try again in a few minutes.", record, [])

/** The tags of a DKIM or DMARC record, as `v=DMARC1; p=none`. Of a repeated tag the first counts. */
export const tagsOf = (text: string): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>()
  for (const part of text.slice(0, 4_000).split(";")) {
    const at = part.indexOf("=")
    const name = part.slice(0, at).trim().toLowerCase()
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}
