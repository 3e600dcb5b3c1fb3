import { DateTime } from "effect"
import { type Cause, type Channel, type EmailConsent, type LedgerEntry, rules, type SmsConsent } from "./Consent.ts"
import type { ConsentProof } from "./ConsentProof.ts"
import type { ConsentChange as ConsentEntry } from "./ConsentChange.ts"
import { formatTime } from "../values/Time.ts"

/** The last change of a channel; undefined before the first. */
type LastChange = Pick<LedgerEntry, "to_state" | "recorded_at"> | undefined

/** The ledger of a contact up to a time: the last change of each channel, the topics left, and the newest entries, newest first. */
export interface ConsentHistory {
  readonly created_at: number
  /** Until when the contact has paused marketing messages; null without a pause. */
  readonly paused_until: number | null
  readonly email: LastChange
  readonly sms: LastChange
  /** The topics left, with the time of the last entry of each. */
  readonly left_topics: ReadonlyArray<Pick<LedgerEntry, "recorded_at"> & { readonly topic: string }>
  readonly history: ReadonlyArray<LedgerEntry>
}

/**
 * The data of `GET /contacts/{id}/consent` at a time in milliseconds (contract §4.6). `since` is null before the contact existed. A pause is
 * shown until it ends; a time ahead of `now` shows that of now. Pure.
 */
export const consentHistoryJson = (
  { created_at, paused_until, email, sms, left_topics, history }: ConsentHistory,
  { at, now }: { readonly at: number; readonly now: number }
) => ({
  email: stateJson(email, created_at, at),
  sms: stateJson(sms, created_at, at),
  paused_until: paused_until === null || paused_until <= Math.min(at, now) ? null : formatTime(paused_until),
  left_topics: left_topics.map(({ topic, recorded_at }) => ({ topic, since: formatTime(recorded_at) })),
  history: history.map(entryJson)
})

const stateJson = (last: LastChange, created_at: number, at: number) => ({
  state: last?.to_state ?? ("never_subscribed" as const),
  since: last === undefined ? (created_at <= at ? formatTime(created_at) : null) : formatTime(last.recorded_at)
})

interface EntryJson {
  readonly channel: Channel
  readonly topic?: string
  readonly from: EmailConsent | SmsConsent
  readonly to: EmailConsent | SmsConsent
  readonly refused: boolean
  readonly cause: Cause
  readonly rule: string
  readonly source_id: string
  readonly actor: string
  readonly effective_at: string
  readonly recorded_at: string
  readonly proof?: ConsentProof
}

const entryJson = (entry: LedgerEntry): EntryJson => ({
  channel: entry.channel,
  ...(entry.topic === undefined ? {} : { topic: entry.topic }),
  from: entry.from_state,
  to: entry.to_state,
  refused: entry.refused,
  cause: entry.cause,
  rule: rules[entry.rule],
  source_id: entry.source_id,
  actor: entry.actor,
  effective_at: formatTime(entry.effective_at),
  recorded_at: formatTime(entry.recorded_at),
  ...(entry.proof === undefined ? {} : { proof: entry.proof })
})

/** An entry of the ledger as responses have it. */
export const consentChange = (entry: LedgerEntry): ConsentEntry => ({
  ...entryJson(entry),
  effective_at: DateTime.makeUnsafe(entry.effective_at),
  recorded_at: DateTime.makeUnsafe(entry.recorded_at)
})

/** A ledger entry in the answer of a dry run. `rule` is a sentence. */
export interface ConsentChange extends Pick<EntryJson, "channel" | "topic" | "from" | "to" | "refused" | "rule"> {}

export const consentChanges = (ledger: ReadonlyArray<LedgerEntry>): ReadonlyArray<ConsentChange> =>
  ledger.map(({ channel, topic, from_state, to_state, refused, rule }) => ({
    channel,
    ...(topic === undefined ? {} : { topic }),
    from: from_state,
    to: to_state,
    refused,
    rule: rules[rule]
  }))

/** The change as a sentence for the summary of a dry run. */
export const changeSentence = ({ channel, topic, from, to, refused, rule }: ConsentChange): string => {
  if (topic !== undefined)
    return `The topic ${topic} would be ${to === "unsubscribed" ? "left" : "returned to"}: ${rule}.`
  const name = channel === "email" ? "E-mail" : "SMS"
  if (from === to && !refused) return `${name} consent would stay ${from}: ${rule}.`
  return refused
    ? `${name} consent would stay ${from} and not become ${to}: ${rule}.`
    : `${name} consent would change from ${from} to ${to}: ${rule}.`
}
