import { Result } from "effect"
import { layoutLimits } from "../../domain/imports/FileLayout.ts"
import { type InspectedFile, inspectAs, inspectFile } from "../../domain/imports/inspectFile.ts"
import { maxBlanks } from "../../domain/imports/splitRows.ts"
import * as words from "../words/imports.ts"

// Enough rows to show how numbers and dates are written.
const beginningBytes = 1024 * 1024

export const isNdjson = (file: File): boolean => /\.(?:ndjson|jsonl|json)$/i.test(file.name)

const bytesOf = async (file: File, from: number, to: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer())

export const readBeginning = (file: File): Promise<Uint8Array> => bytesOf(file, 0, beginningBytes)

/** Whether the whole file is UTF-8. Reads a megabyte at a time. */
export const isUtf8 = async (file: File): Promise<boolean> => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for (let from = 0; from < file.size; from += beginningBytes) {
      decoder.decode(await bytesOf(file, from, from + beginningBytes), { stream: from + beginningBytes < file.size })
    }
    return true
  } catch {
    return false
  }
}

/** A file that is not read, with the sentence that says why. */
export class UnreadableFile extends Error {}

const reasons = words.whyUnreadable({ columns: layoutLimits.columns, blanks: maxBlanks })

/** Finds out how a CSV file is written. Rejects with `UnreadableFile`. */
export const inspect = async (file: File, timezone: string): Promise<InspectedFile> => {
  const beginning = await readBeginning(file)
  const inspected = inspectFile(beginning, timezone)
  if (Result.isFailure(inspected)) throw new UnreadableFile(reasons[inspected.failure])
  const { format } = inspected.success
  // The first letter that is not UTF-8 may come late in a file.
  const isOther = format.encoding === "utf-8" && !(await isUtf8(file))
  return isOther ? inspectAs(beginning, { ...format, encoding: "windows-1252" }) : inspected.success
}
