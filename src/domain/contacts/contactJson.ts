import type { FullContact } from "./Contact.ts"
import type { ContactDecision } from "./decideContact.ts"
import { changeSentence, type ConsentChange, consentChanges } from "./ledgerJson.ts"
import { formatTime } from "../values/Time.ts"

/** The contact as JSON text with nulls (contract §4.1). Custom fields keep every digit. */
export const contactJson = (contact: FullContact): string => {
  const { contact_id, tags, custom_fields, email, phone, first_name, last_name, ...rest } = contact
  const head = JSON.stringify({
    id: contact_id,
    email,
    phone,
    first_name,
    last_name,
    email_consent: rest.email_consent,
    sms_consent: rest.sms_consent
  })
  const tail = JSON.stringify({
    order_count: rest.order_count,
    first_order_at: timeOrNull(rest.first_order_at),
    last_order_at: timeOrNull(rest.last_order_at),
    created_at: formatTime(rest.created_at),
    updated_at: formatTime(rest.updated_at)
  })
  return `${head.slice(0, -1)},"tags":${tags},"custom_fields":${custom_fields},${tail.slice(1)}`
}

const timeOrNull = (millis: number | null): string | null => (millis === null ? null : formatTime(millis))

/** The action that a call on a contact takes. */
type ContactAction = "created" | "changed" | "unchanged" | "merged" | "erased" | "replayed"

const sentences: Record<ContactAction, string> = {
  created: "A contact would be created, with another id.",
  changed: "The contact would be changed.",
  unchanged: "The contact would stay as it is.",
  merged:
    "The other contact would become part of this one: its orders, events, messages, flow runs and consent ledger would move, and its id would answer 404.",
  erased: "The contact would be erased, with the personal data in its orders and events.",
  replayed: "Nothing would change: the answer to the first call with this Idempotency-Key would be repeated."
}

/** The outcome of a call. `contact` is JSON text of the contact after the call, or before an erasure. */
export interface ContactOutcome {
  readonly contact: string
  readonly dry_run: {
    readonly summary: ReadonlyArray<string>
    readonly action: ContactAction
    readonly consent: ReadonlyArray<ConsentChange>
    readonly welcome_sms: boolean
  }
}

/** The outcome of a call that changes no consent. */
export const plainOutcome = (action: ContactAction, contact: string): ContactOutcome => ({
  contact,
  dry_run: { summary: [sentences[action]], action, consent: [], welcome_sms: false }
})

/** The outcome of a decision. Pure. */
export const contactOutcome = (
  action: ContactAction,
  { contact, ledger, sendsWelcome }: ContactDecision
): ContactOutcome => {
  const consent = consentChanges(ledger)
  return {
    contact: contactJson(contact),
    dry_run: {
      summary: [
        sentences[action],
        ...consent.map(changeSentence),
        ...(sendsWelcome ? ["One welcome SMS would be sent."] : [])
      ],
      action,
      consent,
      welcome_sms: sendsWelcome
    }
  }
}
