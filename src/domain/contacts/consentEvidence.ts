import { type Channel, isOptIn, type LedgerEntry } from "./Consent.ts"
import { type ConsentProof, consentedAt } from "./ConsentProof.ts"
import type { ContactWrite } from "./decideContact.ts"

/** The evidence of a write for a channel on which it states a yes. */
export const evidenceOf = ({ fields, evidence }: ContactWrite, channel: Channel): ConsentProof | undefined => {
  const value = fields[`${channel}_consent`]
  return value !== undefined && isOptIn(value) ? evidence?.[channel] : undefined
}

/** The proof of what a write states for a channel. */
export const proofOf = (write: ContactWrite, channel: Channel): { readonly proof?: ConsentProof } => {
  const evidence = evidenceOf(write, channel)
  return write.proof === undefined && evidence === undefined ? {} : { proof: { ...evidence, ...write.proof } }
}

/** When the platform of a connected store recorded the consent of the write, in milliseconds. */
export const reportedAt = ({ reported }: ContactWrite, channel: Channel): number | undefined =>
  reported?.[`${channel}_consent_at`] ?? undefined

/** The ledger of a channel, in which a yes with evidence took effect when the person gave it. */
export const withTimes = (now: number, lines: ReadonlyArray<LedgerEntry>, evidence: ConsentProof | undefined) => {
  const at = consentedAt(evidence)
  return at === undefined
    ? lines
    : lines.map((line) =>
        line.proof !== undefined && isOptIn(line.to_state) ? { ...line, effective_at: Math.min(at, now) } : line
      )
}
