/** Words of the page of an import. */
import type { NoteKind } from "../../domain/imports/importNotes.ts"

export const backToImports = "All imports"
export const undo = "Undo this import"
export const whatStayed = "What stayed, and why"
export const ordersStay = "Orders of a file can't be undone"
export const whyOrdersStay = [
  "The orders stay, with the contacts that they made and the consents that they gave. An order that was taken in is kept for good: what people spent, segments and reports rely on it, and the store may report it again.",
  "To correct orders, import them again: each replaces the one with its number, and a voided one counts for nothing. Contacts are changed and deleted on their own pages. The import sent nothing and started no flow."
]
export const counts = "Counts"
export const records = "Records in the file"
export const withCells = "Imported without a cell"
export const withoutEmail = "Imported without an e-mail"
export const withConsents = "Imported without a consent of the file"
export const liftReason = "May resubscribe people"

export const leftOut = "Left out"
export const leftOutHint =
  "Rows that failed, cells left out, people without an e-mail, and consents not taken, each with its reason. The first 10,000 rows of each are kept."
export const show = "Show"
export const all = "Everything"
export const kinds: Readonly<Record<NoteKind, string>> = {
  failed: "Failed",
  cell: "Cell left out",
  no_email: "No e-mail",
  consent: "Consent not taken"
}
export const row = "Row"
export const what = "What"
export const field = "Field"
export const nothingLeftOut = "Nothing was left out"
export const whatIsListed = "Rows of the file that lost something would be listed here with the reason."
