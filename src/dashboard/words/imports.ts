/** Words of the imports page. */
import type {
  ColumnType,
  DateOrder,
  DecimalMark,
  FileEncoding,
  PhoneDigits,
  Separator
} from "../../domain/imports/FileLayout.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import type { Unreadable } from "../../domain/imports/inspectFile.ts"
import { counted } from "./common.ts"

// List
export const imports = "Imports"
export const file = "File"
export const type = "Type"
export const imported = "Imported"
export const started = "Started"
export const actions = "Actions"
export const noImportsYet = "No imports yet"
export const sampleFile = "contacts.csv"
export const whatAreImports = "Import past orders and contacts from a file. This list keeps imports for 30 days."
export const importedOf = (done: number, all: number) => `${done.toLocaleString()} of ${all.toLocaleString()}`
export const failedDownload = (count: number) => `${count.toLocaleString()} failed: download`
export const cancelTitle = (name: string) => `Cancel the import of ${name}?`
export const cancelText = (others: number) =>
  others === 0
    ? "Imported records stay."
    : `Imported records stay. The other ${others === 1 ? "record is" : `${others.toLocaleString()} records are`} dropped.`

// Upload
export const uploading = (name: string) => `Uploading ${name}`
export const keepPageOpen = "Keep this page open until the upload is done. The import then continues on its own."
export const uploaded = "Uploaded"
export const continueUpload = "Continue"
export const differentFile = "This is a different file."

// New import
export const newImport = "New import"
export const importFile = "Import"
export const kinds: Readonly<Record<ImportKind, string>> = { orders: "Orders", contacts: "Contacts" }
export const fileHint =
  "CSV with a header row, as Shopify, WooCommerce, Klaviyo, Mailchimp, Omnisend, Brevo and MailerLite export it, or NDJSON with one API body a line. Up to 1,000,000 records, 512 MB."
export const chooseFile = "Choose a file"
export const recognizedAs = (preset: string) => `Recognized as an export of ${preset}.`
export const notImportable = "This file can't be imported yet"
export const lift = "Let this file resubscribe people who unsubscribed or were suppressed"
export const liftHint = "Only if they asked for it since then. Otherwise an import never resubscribes anyone."
export const liftReasonHint = "The consent ledger keeps it with each change."
const effectsHint = "Imports never trigger flows or messages. Existing records are updated."
export const effectsOf: Readonly<Record<ImportKind, string>> = {
  orders: `${effectsHint} Orders stay: they can't be undone.`,
  contacts: `${effectsHint} You can undo the import for 30 days.`
}

// Files that can't be read
export const emptyFile = "The file is empty"
export const tooLarge = "The file is larger than 512 MB. Split it into smaller files"
export const notUtf8 = "The file is not readable text. Save it as UTF-8"
export const notRead = "The file couldn't be read"
export const whyUnreadable = (max: {
  readonly columns: number
  readonly blanks: number
}): Readonly<Record<Unreadable, string>> => ({
  xlsx: "This is a workbook. In Excel choose Save as → CSV UTF-8, and import that file.",
  compressed: "This is a compressed file. Unpack it, and import the file in it.",
  binary: "The file is not readable text.",
  columns: `The file has more than ${counted(max.columns, "column")}. Delete those that are not needed.`,
  blanks: `The file has more than ${counted(max.blanks, "blank")} in a row. Remove them.`
})

// Format
export const encoding = "Encoding"
export const encodings: Readonly<Record<FileEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252"
}
export const separator = "Columns separated by"
export const separators: Readonly<Record<Separator, string>> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar"
}
export const numbers = "Numbers"
export const decimals: Readonly<Record<DecimalMark, string>> = { ".": "1,234.50", ",": "1.234,50" }
export const dates = "Dates"
export const dateOrders: Readonly<Record<DateOrder, string>> = {
  dmy: "Day first: 31/12/2026",
  mdy: "Month first: 12/31/2026"
}
export const phones = "Phones without a plus sign"
export const phoneDigits: Readonly<Record<PhoneDigits, string>> = {
  national: "Are of the account's country",
  international: "Begin with their country code"
}
export const timezone = "Times without an offset are in"
export const bothPossible = "Both are possible in this file"
export const choose = "Choose"

// Columns
export const columns = "Columns"
export const column = "Column"
export const mapsTo = "Maps to"
export const values = "Values"
export const columnNamed = (name: string) => `Column ${name}`
export const withoutHeader = (place: number) => `${place} (no header)`
export const dontImport = "Don't import"
export const keepOthers = "Keep all other columns as custom fields"
export const typeOf = (name: string) => `Values of ${name}`
export const types: Readonly<Record<ColumnType, string>> = {
  text: "Text",
  number: "Numbers",
  boolean: "Yes or no",
  date: "Dates"
}
export const replaces = "Replace the tags and custom fields of contacts that exist"
export const replacesHint = "Otherwise those in the file are added to them."

// Values of the whole file
export const currency = "Currency of rows without one"
export const emailConsent = "E-mail consent of the whole file"
export const smsConsent = "SMS consent of the whole file"
export const asEachRowSays = "As each row says"

// Consents in the file
export const whatConsentBecomes = "What each word of consent becomes"
export const wordInFile = "Word in the file"
export const becomes = "Becomes"
export const notChanged = "Not changed"
export const notUnderstood = "Not understood: these rows fail"
export const andOtherWords = (count: number) => `and ${counted(count, "other word")}`
export const consentsLeftOut = "These columns seem to state a consent and are left out"
export const leftOut = (names: string) => `Left out: ${names}`
