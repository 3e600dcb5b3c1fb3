import { contactJson } from "./contactJson.ts"
import type { ContactDecision } from "./decideContact.ts"
import { consentMoves, moveSentence } from "./consentMoves.ts"

/** What a call on a contact comes to. */
type ContactAction = "created" | "changed" | "unchanged" | "merged" | "erased" | "replayed"

const sentences: Record<ContactAction, string> = {
  created: "A contact would be created; its id would be another.",
  changed: "The contact would be changed.",
  unchanged: "The contact would stay as it is.",
  merged:
    "The other contact would become part of this one: its orders, events, messages, flow runs and consent ledger would move, and its id would answer 404.",
  erased: "The contact would be erased, with what is personal in its orders and events.",
  replayed: "Nothing would be done: the answer of the first call with this Idempotency-Key would come again."
}

/** A call in words and data. `contact` is JSON text: as it is after the call, or for an erasure as it was. */
export interface ContactOutcome {
  readonly contact: string
  readonly dry_run: {
    readonly summary: ReadonlyArray<string>
    readonly action: ContactAction
    readonly consent: ReturnType<typeof consentMoves>
    readonly welcome_sms: boolean
  }
}

/** A call that moves no consent. */
export const plainOutcome = (action: ContactAction, contact: string): ContactOutcome => ({
  contact,
  dry_run: { summary: [sentences[action]], action, consent: [], welcome_sms: false }
})

/** A decision in words and data. Pure. */
export const contactOutcome = (
  action: ContactAction,
  { contact, ledger, welcomed }: ContactDecision
): ContactOutcome => {
  const consent = consentMoves(ledger)
  return {
    contact: contactJson(contact),
    dry_run: {
      summary: [
        sentences[action],
        ...consent.map(moveSentence),
        ...(welcomed ? ["One welcome SMS would be sent."] : [])
      ],
      action,
      consent,
      welcome_sms: welcomed
    }
  }
}
