import { Result } from "effect"
import { importLimits } from "../../../src/domain/imports/Import.ts"
import { guessColumns } from "../../../src/domain/imports/importColumns.ts"
import { detectMarks, inspectFile, layoutOf } from "../../../src/domain/imports/inspectFile.ts"
import { layoutIssues } from "../../../src/domain/imports/layoutIssues.ts"
import { bodyOfStored, isTooLong, issueOfStored, readPart, storedRecord } from "../../../src/domain/imports/readPart.ts"

/** The bodies of the contacts in a file, previewed and uploaded as the dashboard does, or why it is not imported. */
export const importedContacts = (file: Uint8Array): string | ReadonlyArray<unknown> => {
  const inspected = inspectFile(file.subarray(0, 1024 * 1024), "UTC")
  if (Result.isFailure(inspected)) return inspected.failure
  const { headers, preset, rows } = inspected.success
  const targets = guessColumns("contacts", headers, preset)
  detectMarks(rows, targets)
  const layout = layoutOf("contacts", inspected.success, targets)
  const [problem] = layoutIssues("contacts", layout)
  if (problem !== undefined) return problem.message
  const bodies: Array<unknown> = []
  let [from, row] = [0, 0]
  while (from < file.length) {
    const bytes = file.subarray(from, from + importLimits.part)
    const part = readPart("contacts", layout, { bytes, row, isEnd: from + bytes.length === file.length })
    if (Result.isFailure(part)) return part.failure.message
    for (const record of part.success.records) {
      const stored = storedRecord(layout, record)
      if (isTooLong(stored)) return "too long"
      bodies.push(issueOfStored(layout, stored)?.message ?? JSON.parse(bodyOfStored("contacts", layout, stored)))
    }
    from += part.success.bytes
    row = part.success.row
  }
  return bodies
}
