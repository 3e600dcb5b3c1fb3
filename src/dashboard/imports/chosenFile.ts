import { detectMarks, type InspectedFile, inspectAs, layoutOf } from "../../domain/imports/inspectFile.ts"
import { type DateOrder, type DecimalMark, type FileLayout, ndjsonLayout } from "../../domain/imports/FileLayout.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { guessColumns } from "../../domain/imports/importColumns.ts"

/** What the form knows of a CSV file: as it was found, and as the user has it read. Null marks have to be answered. */
export interface ChosenCsv {
  readonly inspected: InspectedFile
  readonly targets: ReadonlyArray<string>
  readonly decimal: DecimalMark | null
  readonly dates: DateOrder | null
}

/** The values for rows of a file that have none. */
export type FileValues = Pick<FileLayout, "currency" | "email_consent" | "sms_consent">

export const noValues: FileValues = { currency: null, email_consent: null, sms_consent: null }

/** A CSV file with these targets, or with those that its headers suggest. */
export const withTargets = (
  kind: ImportKind,
  inspected: InspectedFile,
  targets = guessColumns(kind, inspected.headers, inspected.preset)
): ChosenCsv => {
  const { decimal, dates } = detectMarks(inspected.rows, targets)
  return {
    inspected,
    targets,
    decimal: decimal === "ambiguous" ? null : decimal === "," ? "," : ".",
    dates: dates === "ambiguous" ? null : dates === "mdy" ? "mdy" : "dmy"
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
  const { inspected, targets, decimal, dates } = csv
  if (decimal === null || dates === null) return undefined
  return { ...layoutOf(kind, inspected, targets, { decimal, dates }), ...values }
}
