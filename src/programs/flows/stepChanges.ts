import { type ContactChange, fieldChange, taggedChange } from "../../domain/changes/ContactChange.ts"
import type { ActionStep } from "../../domain/flows/Run.ts"
import type { TaggedContact } from "../../domain/flows/tagTriggers.ts"
import type { ChangedContact, NewBulkChange } from "../../store/changes/ChangedContacts.ts"
import type { ContactWithFields, UntaggedContact } from "../../store/contacts/ContactFields.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import type { RunMoveWithAction } from "./StepActions.ts"

/** What the steps of a transaction changed of contacts. */
interface StepResults {
  readonly tagged: ReadonlyArray<TaggedContact>
  readonly untagged: ReadonlyArray<UntaggedContact>
  readonly withFields: ReadonlyArray<ContactWithFields>
}

interface StepChange {
  readonly change: NewBulkChange
  readonly contacts: ReadonlyArray<ChangedContact>
}

const subjectOf = (step: ActionStep) => {
  if (step.type === "add_tag" || step.type === "remove_tag") return { action: step.type, subject: step.tag } as const
  return step.type === "set_field" ? ({ action: step.type, subject: step.field } as const) : undefined
}

/** The changes of contacts by tag and field steps, by flow, step and day (UTC), in the order of their ids. Pure. */
export const stepChanges = (
  moves: ReadonlyArray<RunMoveWithAction>,
  { tagged, untagged, withFields }: StepResults
): ReadonlyArray<StepChange> => {
  const changes = new Map<string, { readonly change: NewBulkChange; readonly contacts: Map<string, ChangedContact> }>()
  const keyOf = (account_id: string, contact_id: string) => `${account_id}|${contact_id}`
  const added = new Map(tagged.map(({ contact, tags }) => [keyOf(contact.account_id, contact.contact_id), tags]))
  const removed = new Map(untagged.map(({ account_id, contact_id, tags }) => [keyOf(account_id, contact_id), tags]))
  const fields = new Map(withFields.map((row) => [keyOf(row.account_id, row.contact_id), row]))

  const changeBy = (key: string, step: ActionStep): ContactChange | undefined => {
    if (step.type === "add_tag") return added.get(key)?.includes(step.tag) ? taggedChange(step.tag, true) : undefined
    if (step.type === "remove_tag")
      return removed.get(key)?.includes(step.tag) ? taggedChange(step.tag, false) : undefined
    const row = fields.get(key)
    return step.type === "set_field" && row !== undefined
      ? fieldChange(step.field, row.before, row.custom_fields)
      : undefined
  }

  for (const { action: step, run, now: changed_at } of moves) {
    const { account_id, contact_id, flow_id } = run
    const subject = step === null ? undefined : subjectOf(step)
    const change = step === null ? undefined : changeBy(keyOf(account_id, contact_id), step)
    if (step === null || subject === undefined || change === undefined) continue
    const day = Math.floor(changed_at / 86_400_000)
    const id = digestOf(JSON.stringify([account_id, flow_id, step.id, subject, day])).slice(0, 26)
    const change_id = `chg_${id}`
    const key = `${account_id}|${change_id}`
    const known = changes.get(key) ?? {
      change: { account_id, change_id, kind: "flow_step", actor: flow_id, flow_id, step_id: step.id, ...subject },
      contacts: new Map<string, ChangedContact>()
    }
    if (!known.contacts.has(contact_id)) known.contacts.set(contact_id, { contact_id, change, changed_at })
    changes.set(key, known)
  }
  return [...changes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { change, contacts }]) => ({ change, contacts: [...contacts.values()] }))
}
