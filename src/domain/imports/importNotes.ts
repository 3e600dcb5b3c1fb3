import { Schema } from "effect"
import { isOptIn, type LedgerEntry, rules } from "../contacts/Consent.ts"
import type { ContactDecision } from "../contacts/decideContact.ts"
import type { OrderDecision } from "../orders/decideOrder.ts"
import { beginning } from "../values/Text.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { ContactRecord } from "./contactImports.ts"

/** What an import tells of a row: it failed, a cell was left out, its person has no e-mail, or a consent was not taken. */
export const NoteKind = Schema.Literals(["failed", "cell", "no_email", "consent"]).annotate({
  message: "Must be failed, cell, no_email or consent"
})
export type NoteKind = typeof NoteKind.Type

/** A note with its row in the file, and the reason. `field` is empty where it concerns the whole row. */
export const ImportNote = Schema.Struct({
  row: Schema.Int,
  kind: NoteKind,
  field: Schema.String,
  message: Schema.String
}).annotate({ identifier: "ImportNote" })
export type ImportNote = typeof ImportNote.Type

/** A note of a row that is known. */
export type RowNote = Omit<ImportNote, "row">

const note = (kind: NoteKind, field: string, message: string): RowNote => ({ kind, field, message })

/** The notes of a record that failed. */
export const notesOfFailure = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<RowNote> =>
  issues.map(({ field, message }) => note("failed", beginning(field, 300), message))

const isConsent = (field: string): boolean => /^(?:email|sms)_consent$|^accepts_/.test(field)

/** The notes of members that were left out: a consent among them was not taken. */
const notesOfWarnings = (warnings: ReadonlyArray<ValidationIssue>): ReadonlyArray<RowNote> =>
  warnings.map(({ field, message }) => note(isConsent(field) ? "consent" : "cell", beginning(field, 300), message))

const refusalOf = (ledger: ReadonlyArray<LedgerEntry>, channel: "email" | "sms"): string | undefined => {
  const line = ledger.findLast((entry) => entry.channel === channel && entry.refused)
  return line === undefined ? undefined : rules[line.rule]
}

const lostPhone = "Is the phone of another contact, or the contact has one; left out"
const ofNoPhone = "Was given for a phone that the contact does not have"
const ofUnknownCountry = "Nothing says which country the phone is of, and no contact had it"

/** The note of topics that a contact has left though the row joins them. */
export const notesOfTopics = (stays: ReadonlyArray<string>): ReadonlyArray<RowNote> =>
  stays.length === 0
    ? []
    : [note("consent", "topics_joined", "The contact left this topic; an import does not bring them back")]

/** What an import of a record left out, by the record as the file has it and what was decided on it. Pure. */
export const notesOfContact = (
  { write: { fields }, isGuessed, warnings = [] }: ContactRecord,
  { contact, ledger }: Pick<ContactDecision, "contact" | "ledger">
): ReadonlyArray<RowNote> => {
  const { email_consent, sms_consent, phone } = fields
  const refused = (channel: "email" | "sms", other: string) =>
    note("consent", `${channel}_consent`, refusalOf(ledger, channel) ?? other)
  return [
    ...notesOfWarnings(warnings),
    ...(phone != null && contact.phone !== phone ? [note("cell", "phone", lostPhone)] : []),
    ...(contact.email === null ? [note("no_email", "email", "The contact has no e-mail")] : []),
    ...(email_consent !== undefined && isOptIn(email_consent) && !isOptIn(contact.email_consent)
      ? [refused("email", rules.import_keeps_withdrawal)]
      : []),
    ...(sms_consent !== undefined && isOptIn(sms_consent) && !isOptIn(contact.sms_consent)
      ? [refused("sms", isGuessed === true && contact.phone === phone ? ofUnknownCountry : ofNoPhone)]
      : [])
  ]
}

/** What an import of an order left out. Pure. */
export const notesOfOrder = (
  warnings: ReadonlyArray<ValidationIssue>,
  { order, ledger }: Pick<OrderDecision, "order" | "ledger">
): ReadonlyArray<RowNote> => [
  ...notesOfWarnings(warnings),
  ...(order.email === null ? [note("no_email", "email", "The order has no e-mail")] : []),
  ...(["email", "sms"] as const).flatMap((channel) => {
    const reason = refusalOf(ledger, channel)
    return reason === undefined ? [] : [note("consent", `accepts_${channel}_marketing`, reason)]
  })
]
