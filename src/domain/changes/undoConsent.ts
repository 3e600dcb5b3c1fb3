import type { Cause, Channel, LedgerEntry } from "../contacts/Consent.ts"
import { type EmailConsent, isStricter, type SmsConsent, type WithdrawnBy } from "../contacts/Consent.ts"
import { effectiveOptOut } from "../contacts/consentOnWrite.ts"
import { type ContactChange, isSame } from "./ContactChange.ts"
import type { KeptReason } from "./keptReasons.ts"

/** A consent with its withdrawal in effect. */
interface ConsentState<State extends EmailConsent | SmsConsent> {
  readonly state: State
  readonly withdrawn_at: number | null
  readonly withdrawn_by: WithdrawnBy | null
}

/** What happened to a channel since a change. */
export interface ChannelSince {
  /** The causes of the lines of the ledger. */
  readonly causes: ReadonlyArray<Cause>
  /** An order of the contact said yes, also where that changed nothing. */
  readonly hasOrderYes: boolean
}

const byPerson: ReadonlySet<Cause> = new Set([
  "order",
  "inbound_sms",
  "unsubscribe_link",
  "resubscribe_link",
  "preference_page",
  "form",
  "complaint"
])

const effective = ({ state, withdrawn_at: at, withdrawn_by: by }: ConsentState<EmailConsent | SmsConsent>) =>
  effectiveOptOut(state, at === null || by === null ? null : { at, by }) ?? state

/** Whether the state is stronger than that before another change which was undone. */
const isStrongerThanUndone = (
  channel: Channel,
  state: ConsentState<EmailConsent | SmsConsent>,
  undone: ReadonlyArray<ContactChange>
): boolean =>
  undone.some(({ members }) =>
    members.some(
      (changed) =>
        (changed.member === "email_consent" || changed.member === "sms_consent") &&
        changed.member === `${channel}_consent` &&
        isStricter(effective(changed.before), effective(state))
    )
  )

/** A change of a consent, and what is known of the channel now. */
interface ConsentUndo<State extends EmailConsent | SmsConsent> {
  readonly channel: Channel
  readonly now: ConsentState<State>
  readonly before: ConsentState<State>
  readonly after: ConsentState<State>
  /** The contact has the address that the consent before was of. */
  readonly hasAddress: boolean
  readonly since: ChannelSince
  readonly undone: ReadonlyArray<ContactChange>
}

/**
 * The consent after the undo of a change: that from before it, if nothing happened since, or the reason why it stays. It is never stronger
 * than before the change, nor than before another change that was undone. Pure.
 */
export const undoConsent = <State extends EmailConsent | SmsConsent>({
  channel,
  now,
  before,
  after,
  hasAddress,
  since,
  undone
}: ConsentUndo<State>): { readonly consent: ConsentState<State>; readonly kept?: KeptReason } => {
  if (isSame(now, before)) return { consent: now }
  if (since.causes.some((cause) => byPerson.has(cause))) return { consent: now, kept: "person_decided" }
  if (since.causes.length > 0 || !isSame(now, after)) {
    const isPersons = now.withdrawn_by === "person" && now.withdrawn_at !== after.withdrawn_at
    return { consent: now, kept: isPersons ? "person_decided" : "changed_since" }
  }
  const isRaised = isStricter(effective(now), effective(before))
  if (!isRaised && since.hasOrderYes) return { consent: now, kept: "person_decided" }
  if (isRaised && !hasAddress) return { consent: now, kept: "changed_since" }
  if (isRaised && isStrongerThanUndone(channel, before, undone)) return { consent: now, kept: "stronger_than_before" }
  return { consent: before }
}

/** The opposite line of the ledger; none where the state stays. */
export const undoLine = (
  line: Pick<LedgerEntry, "account_id" | "contact_id" | "channel" | "cause" | "source_id" | "actor">,
  from_state: EmailConsent | SmsConsent,
  to_state: EmailConsent | SmsConsent,
  now: number
): ReadonlyArray<LedgerEntry> =>
  from_state === to_state
    ? []
    : [{ ...line, from_state, to_state, refused: false, rule: "change_undone", effective_at: now, recorded_at: now }]
