import type { FailedRecord } from "./Import.ts"

// A spreadsheet would evaluate a cell that begins like a formula; an apostrophe makes it text.
const cell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** Failed records as CSV: a line for each issue, with its row in the file. */
export const failuresCsv = (failures: ReadonlyArray<FailedRecord>): string =>
  [
    "row,field,problem",
    ...failures.flatMap(({ row, issues }) =>
      issues.map(({ field, message }) => `${row},${cell(field)},${cell(message)}`)
    )
  ].join("\r\n") + "\r\n"
