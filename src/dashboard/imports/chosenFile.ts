import {
  columnTypes,
  detectMarks,
  detectPhones,
  type InspectedFile,
  inspectAs,
  layoutOf
} from "../../domain/imports/inspectFile.ts"
import {
  type ColumnType,
  type DateOrder,
  type DecimalMark,
  type FileLayout,
  ndjsonLayout,
  type PhoneDigits
} from "../../domain/imports/FileLayout.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { guessColumns } from "../../domain/imports/importColumns.ts"

/** A CSV file in the form: its marks as found, and as the user chose them. The user must choose null marks. */
export interface ChosenCsv {
  readonly inspected: InspectedFile
  readonly targets: ReadonlyArray<string>
  readonly decimal: DecimalMark | null
  readonly dates: DateOrder | null
  /** How phones without a plus sign are read; undefined if the file has none. */
  readonly phones: PhoneDigits | null | undefined
  readonly types: ReadonlyArray<ColumnType>
  readonly replaces: boolean
}

/** The values for rows of a file that have none. */
export type FileValues = Pick<FileLayout, "currency" | "email_consent" | "sms_consent">

export const noValues: FileValues = { currency: null, email_consent: null, sms_consent: null }

/** A CSV file with these targets, or with those that its headers suggest. */
export const withTargets = (
  kind: ImportKind,
  inspected: InspectedFile,
  targets = guessColumns(kind, inspected.headers, inspected.preset),
  types = columnTypes(inspected.headers, inspected.rows)
): ChosenCsv => {
  const { decimal, dates } = detectMarks(inspected.rows, targets, types)
  const phones = kind === "contacts" ? detectPhones(inspected, targets) : "none"
  return {
    types,
    replaces: false,
    phones: phones === "none" ? undefined : phones === "ambiguous" ? null : phones,
    inspected,
    targets,
    decimal: decimal === "ambiguous" ? null : decimal === "," ? "," : ".",
    dates: dates === "ambiguous" ? null : dates === "mdy" ? "mdy" : "dmy"
  }
}

/** The same file with other fields or types of its columns; what was answered stays answered. */
export const withColumns = (
  kind: ImportKind,
  csv: ChosenCsv,
  targets: ReadonlyArray<string>,
  types: ReadonlyArray<ColumnType>
): ChosenCsv => {
  const next = withTargets(kind, csv.inspected, targets, types)
  return {
    ...next,
    replaces: csv.replaces,
    decimal: next.decimal ?? csv.decimal,
    dates: next.dates ?? csv.dates,
    phones: next.phones === null ? csv.phones : next.phones
  }
}

/** The same file, read in another encoding, with another separator or timezone. */
export const readAgain = (
  kind: ImportKind,
  beginning: Uint8Array,
  { inspected, targets }: ChosenCsv,
  format: Partial<InspectedFile["format"]>
): ChosenCsv => {
  const again = inspectAs(beginning, { ...inspected.format, ...format })
  const isSame = again.headers.join("\n") === inspected.headers.join("\n")
  return withTargets(kind, again, isSame ? targets : undefined)
}

/** The layout to import by: of bodies of the API without a CSV. Undefined while a mark is not answered. */
export const layoutOfChosen = (
  kind: ImportKind,
  csv: ChosenCsv | undefined,
  values: FileValues
): FileLayout | undefined => {
  if (csv === undefined) return ndjsonLayout
  const { inspected, targets, decimal, dates, phones, types, replaces } = csv
  if (decimal === null || dates === null || phones === null) return undefined
  return {
    ...layoutOf(kind, inspected, targets, { decimal, dates }),
    ...values,
    types,
    ...(phones === undefined ? {} : { phones }),
    ...(replaces ? { replaces } : {})
  }
}
