import { csvCell } from "../values/csvCell.ts"
import type { FailedRecord } from "./Import.ts"
import type { FileLayout } from "./FileLayout.ts"
import { type FileRow } from "./importRows.ts"
import { rowsOfStored } from "./readPart.ts"

const lineOf = (cells: ReadonlyArray<string>): string => cells.map(csvCell).join(",")

const problemOf = ({ issues }: FailedRecord): string =>
  issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")

const rowsOf = ({ format }: FileLayout, { row, body }: FailedRecord): ReadonlyArray<FileRow> => {
  if (body === null) return [{ row, cells: [] }]
  return format.type === "csv" ? rowsOfStored(body) : [{ row, cells: [body] }]
}

/**
 * Failed records as CSV that can be mended and imported again: their rows whole, then the number of the row in the file, and on the
 * first row of a record its problems, then the cells beyond the columns of the file (contract §4.10).
 */
export const failuresCsv = (layout: FileLayout, failures: ReadonlyArray<FailedRecord>): string => {
  const headers = layout.format.type === "csv" ? layout.headers : ["body"]
  const lines = failures.flatMap((failure) =>
    rowsOf(layout, failure).map(({ row, cells }, at) => {
      const padded = headers.map((_, column) => cells[column] ?? "")
      const further = cells.slice(headers.length)
      return lineOf([...padded, String(row), at === 0 ? problemOf(failure) : "", ...further])
    })
  )
  return [lineOf([...headers, "row", "problem"]), ...lines].join("\r\n") + "\r\n"
}
