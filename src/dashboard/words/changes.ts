/** Words of the pages of bulk changes. */
import type { ChangeAction, ChangeKind } from "../../domain/changes/BulkChange.ts"
import type { KeptMember } from "../../domain/changes/keptReasons.ts"
import { counted } from "./common.ts"

export const changes = "Bulk changes"
export const changesSubtitle =
  "Imports, actions on many contacts, and tags and fields that flows set, by step and day. Each can be undone for 30 days, but for deletions."
export const what = "Change"
export const by = "By"
export const flow = "Flow"
export const contacts = "Contacts"
export const state = "State"
export const noChangesYet = "No bulk changes yet"
export const howChangesArrive =
  "When you import contacts, change many at once, or a flow adds tags or sets fields, the change is listed here and can be undone."
export const importContacts = "Import contacts"
export const sampleTime = "Today, 10:02"
export const sampleName = "Import of spring-fair.csv"
export const allChanges = "All bulk changes"

const kinds: Readonly<Record<ChangeKind, string>> = {
  import: "Import",
  bulk_action: "Action on contacts",
  flow_step: "Flow step"
}

const actions: Readonly<Record<ChangeAction, (subject: string) => string>> = {
  add_tag: (tag) => `Added the tag “${tag}”`,
  remove_tag: (tag) => `Removed the tag “${tag}”`,
  set_field: (field) => `Set the field “${field}”`,
  unsubscribe_email: () => "Unsubscribed from e-mail",
  unsubscribe_sms: () => "Unsubscribed from SMS",
  delete: () => "Deleted contacts"
}

/** What a change did, in words. */
export const titleOf = (change: {
  readonly kind: ChangeKind
  readonly name: string | null
  readonly action: ChangeAction | null
  readonly subject: string | null
}): string => {
  if (change.action !== null) return actions[change.action](change.subject ?? "")
  return change.name === null ? kinds[change.kind] : `Import of ${change.name}`
}

// Undo
export const undo = "Undo"
export const undoing = "Undoing"
export const undone = "Undone"
export const notUndone = "In effect"
export const stillRunning = "Under way"
export const cantBeUndone = "Can't be undone"
export const undoTitle = (title: string) => `Undo: ${title}?`
export const lookingAt = (contacts: number) => `Looking at ${counted(contacts, "contact")} so far`
export const wouldBeUndone = (contacts: number) => `${counted(contacts, "contact")} would be as before.`
export const wouldBeKept = (contacts: number) => `${counted(contacts, "contact")} would keep something:`
export const forReason = (reason: string, contacts: number) => `${reason}: ${contacts.toLocaleString()}`
export const whatUndoDoes = "What an undo does"
const takenBack: Readonly<Record<ChangeKind, string>> = {
  import:
    "Names, addresses, tags, fields, topics and consents that the file changed become as before, if nothing changed them since. Contacts that it made are deleted, unless something refers to them.",
  bulk_action: "Tags and consents become as before, if nothing changed them since.",
  flow_step: "Tags and fields become as before, if nothing changed them since."
}
const sentStays = "Messages that were sent stay sent, and flows that began go on."
const neverMore = "No consent becomes stronger than it was before the change. An undo can't be undone."
const stays: Readonly<Record<ChangeKind, string>> = {
  import: `Orders stay, with the people who placed them: an order that was taken in is kept for good. ${sentStays} ${neverMore}`,
  bulk_action: `${sentStays} ${neverMore}`,
  flow_step: `${sentStays} A step that goes on may change further contacts. ${neverMore}`
}
const erasedForGood =
  "Names, addresses, fields, notes and event data of these contacts were erased for good. Nothing of them is kept, so an undo has nothing to give back. Their orders stay, without personal data."
/** Tells which effects of a change its undo takes back, and which stay. */
export const undoEffects = ({
  kind,
  action
}: {
  readonly kind: ChangeKind
  readonly action: ChangeAction | null
}): ReadonlyArray<string> => (action === "delete" ? [erasedForGood] : [takenBack[kind], stays[kind]])
export const undoneResult = (undone: number, kept: number) =>
  `${counted(undone, "contact is", "contacts are")} as before, ${counted(kept, "contact")} kept something.`
export const progress = "Contacts looked at"
export const progressOf = (done: number, all: number) => `${done.toLocaleString()} of ${counted(all, "contact")}`
export const result = "Result of the undo"
export const undoneContacts = "As before"
export const keptContacts = "Kept something"
export const undoneBy = "Undone by"
export const undoneAt = "Undone"

// What an undo left
export const kept = "Not taken back"
export const keptSubtitle = "Contacts of which something stays, and why."
export const nothingKept = "Everything was taken back"
export const keptList = "Contacts that keep something would be listed here."
export const deletedContact = "Deleted contact"
export const reasonOf = (member: string, reason: string) => `${member}: ${reason}`

const members: Readonly<Record<KeptMember["member"], string>> = {
  contact: "Contact",
  email: "E-mail",
  phone: "Phone",
  first_name: "First name",
  last_name: "Last name",
  email_consent: "E-mail consent",
  sms_consent: "SMS consent",
  tag: "Tag",
  topic: "Topic",
  custom_field: "Field"
}
export const memberOf = ({ member, name }: Pick<KeptMember, "member" | "name">): string =>
  name === null ? members[member] : `${members[member]} “${name}”`
