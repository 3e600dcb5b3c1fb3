import { type RecordCheck, recordCheck, tagsOf, type Texts, unanswered } from "./RecordCheck.ts"

const maxLookups = 5

/**
 * The names that may hold the DMARC policy of a domain, nearest first: its own and those of its parents with at least two labels
 * (DMARC's tree walk, at most 5 names).
 */
export const dmarcNames = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  const parents = labels.slice(0, -1).map((_, at) => labels.slice(at).join("."))
  // The domain itself, then the parents nearest to the top, as the walk skips the labels between.
  const [own = domain, ...above] = parents
  return [own, ...above.slice(-(maxLookups - 1))].map((name) => `_dmarc.${name}`)
}

const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text)

const policies: Readonly<Record<string, string>> = {
  none: "Receivers only report mail that fails the checks. Once your mail passes, change p=none to p=quarantine.",
  quarantine: "Mail that fails the checks goes to spam.",
  reject: "Mail that fails the checks is rejected."
}

/** Whether a domain has a DMARC policy. `found`: the texts of each of `dmarcNames`, as far as they were looked up. */
export const checkDmarc = (domain: string, found: ReadonlyArray<Texts>): RecordCheck => {
  const record = { type: "TXT", name: `_dmarc.${domain}`, value: "v=DMARC1; p=none" } as const
  for (const texts of found) {
    if (texts === undefined) return unanswered(null)
    const records = texts.filter(isDmarc)
    const [only] = records
    if (only === undefined) continue
    if (records.length > 1) {
      return recordCheck(
        "wrong",
        "There are several DMARC records, and receivers ignore them. Keep one.",
        null,
        records
      )
    }
    const words = policies[tagsOf(only).get("p")?.toLowerCase() ?? ""]
    if (words === undefined) {
      return recordCheck(
        "wrong",
        "The DMARC record has no valid policy (p=). Replace it with this one.",
        record,
        records
      )
    }
    return recordCheck("ok", `There is a DMARC policy. ${words}`, null, records)
  }
  const message = `${domain} has no DMARC record, which Gmail and Yahoo require of those who send much mail. Add this one.`
  return recordCheck("missing", message, record, [])
}
