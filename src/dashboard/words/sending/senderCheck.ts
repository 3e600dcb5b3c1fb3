/** Words of what a check of the sender's domain found, in the settings and before a campaign or flow sends. */
import type { RecordStatus } from "../../../domain/senders/dns/RecordCheck.ts"

export const records = { proof: "Ownership", spf: "SPF", dkim: "DKIM", dmarc: "DMARC" } as const
export const recordStates: Readonly<Record<RecordStatus, string>> = {
  ok: "Found",
  missing: "Missing",
  wrong: "Needs a change",
  unknown: "Not sure"
}
export const neverChecked = "Your sender's domain was never checked"
export const checkFirst = "Mail providers may put your e-mail into spam if its DNS records are missing. Check them in"
export const recordsLacking = (domain: string) => `Records of ${domain} are not complete`
export const recordState = (record: string, state: string) => `${record}: ${state.toLowerCase()}`
export const mayGoToSpam = (time: string) =>
  `Found ${time}. Mail providers may put your e-mail into spam. Add the records, then check again in`
export const allFound = (domain: string, time: string) => `All DNS records of ${domain} were found ${time}.`
