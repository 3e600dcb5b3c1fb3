import type { FailedRecord } from "./Import.ts"

// A spreadsheet would run a cell that begins like a formula.
const cell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** Failed records for a spreadsheet: a line for each issue, with the row of the file it is about. */
export const failuresCsv = (failures: ReadonlyArray<FailedRecord>): string =>
  [
    "row,field,problem",
    ...failures.flatMap(({ row, issues }) =>
      issues.map(({ field, message }) => `${row},${cell(field)},${cell(message)}`)
    )
  ].join("\r\n") + "\r\n"
