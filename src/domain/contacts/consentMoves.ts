import { type LedgerEntry, rules } from "./Consent.ts"

/** A line the consent ledger would get, with its rule in words. */
export interface ConsentMove extends Pick<LedgerEntry, "channel" | "refused"> {
  readonly from: LedgerEntry["from_state"]
  readonly to: LedgerEntry["to_state"]
  readonly rule: string
}

export const consentMoves = (ledger: ReadonlyArray<LedgerEntry>): ReadonlyArray<ConsentMove> =>
  ledger.map(({ channel, from_state, to_state, refused, rule }) => ({
    channel,
    from: from_state,
    to: to_state,
    refused,
    rule: rules[rule]
  }))

/** The move as a sentence. */
export const moveSentence = ({ channel, from, to, refused, rule }: ConsentMove): string => {
  const name = channel === "email" ? "E-mail" : "SMS"
  if (from === to && !refused) return `${name} consent would stay ${from}: ${rule}.`
  return refused
    ? `${name} consent would stay ${from} and not become ${to}: ${rule}.`
    : `${name} consent would change from ${from} to ${to}: ${rule}.`
}
