import { type Cause, type Channel, type EmailConsent, type LedgerEntry, rules, type SmsConsent } from "./Consent.ts"
import { formatTime } from "../values/Time.ts"

/** The last line of a channel's ledger that was not refused; undefined when nothing ever moved it. */
type LastMove = Pick<LedgerEntry, "to_state" | "recorded_at"> | undefined

/** What the ledger says of a contact at a time: the last moves up to then, and the newest lines up to then. */
export interface ConsentHistory {
  readonly created_at: number
  readonly email: LastMove
  readonly sms: LastMove
  readonly history: ReadonlyArray<LedgerEntry>
}

/** A consent and since when. `since` is null before the contact was there. */
const stateOf = (last: LastMove, created_at: number, at: number) => ({
  state: last?.to_state ?? ("never_subscribed" as const),
  since: last === undefined ? (created_at <= at ? formatTime(created_at) : null) : formatTime(last.recorded_at)
})

/** The answer of `GET /contacts/{id}/consent` for the time `at` (contract §4). Pure. */
export const consentAnswer = ({ created_at, email, sms, history }: ConsentHistory, at: number) => ({
  email: stateOf(email, created_at, at),
  sms: stateOf(sms, created_at, at),
  history: history.map(lineOf)
})

interface Line {
  readonly channel: Channel
  readonly from: EmailConsent | SmsConsent
  readonly to: EmailConsent | SmsConsent
  readonly refused: boolean
  readonly cause: Cause
  readonly rule: string
  readonly source_id: string
  readonly actor: string
  readonly effective_at: string
  readonly recorded_at: string
}

const lineOf = (entry: LedgerEntry): Line => ({
  channel: entry.channel,
  from: entry.from_state,
  to: entry.to_state,
  refused: entry.refused,
  cause: entry.cause,
  rule: rules[entry.rule],
  source_id: entry.source_id,
  actor: entry.actor,
  effective_at: formatTime(entry.effective_at),
  recorded_at: formatTime(entry.recorded_at)
})
