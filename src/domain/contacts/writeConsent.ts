import {
  type Cause,
  type EmailConsent,
  isOptIn,
  type LedgerEntry,
  type SmsConsent,
  type Withdrawal,
  withdrawalAfter
} from "./Consent.ts"
import { mayImport, type Move } from "./consentOnWrite.ts"
import { linesOf, onReturn } from "./Suppressions.ts"

/** What a contact write does to one channel. `value` is what the caller sets, `remembered` what came back with a new address. */
interface ChannelWrite<State> {
  readonly state: State
  readonly withdrawal: Withdrawal | null
  readonly value: State | undefined
  readonly onWrite: (state: State) => ReadonlyArray<Move<State>>
  readonly remembered: State | undefined
  /** When the person behind the new address took back what they had given, in milliseconds. */
  readonly remembered_at: number | undefined
  readonly remembered_cause: Cause | undefined
  /** The contact, which there was before, gets an address of this channel. */
  readonly readdressed: boolean
}

/** A line of the ledger but for what differs by rule. */
type Entry = Omit<LedgerEntry, "from_state" | "to_state" | "refused" | "rule">

/** A channel after a write: what is remembered comes first, then the caller's value. `returned` is the state between. Pure. */
export const writeConsent = <State extends EmailConsent | SmsConsent>(
  now: number,
  entry: Entry,
  { state, withdrawal, value, onWrite, remembered, remembered_at, remembered_cause, readdressed }: ChannelWrite<State>
) => {
  const back = onReturn(state, remembered)
  const returned = back.at(-1)?.to ?? state
  // A consent that stays given, for another address, stands: nothing of it was taken back.
  const standing =
    remembered_at === undefined || isOptIn(returned)
      ? withdrawal
      : ({ at: Math.max(remembered_at, withdrawal?.by === "person" ? withdrawal.at : 0), by: "person" } as const)
  const isKept =
    entry.cause === "import" && value !== undefined && value !== returned && !mayImport(returned, value, standing)
  const written = isKept ? [] : onWrite(returned)
  const to = written.at(-1)?.to
  const line = { ...entry, from_state: state, to_state: state, refused: false }
  const ledger: ReadonlyArray<LedgerEntry> = [
    ...(readdressed ? [{ ...line, rule: "address_changed" as const }] : []),
    ...linesOf(entry, state, [...back, ...written], remembered_cause),
    ...(isKept
      ? [{ ...line, from_state: returned, to_state: value, refused: true, rule: "import_keeps_withdrawal" as const }]
      : [])
  ]
  return {
    returned,
    state: to ?? returned,
    withdrawal: to === undefined ? standing : withdrawalAfter(standing, to, "merchant", now),
    ledger
  }
}
