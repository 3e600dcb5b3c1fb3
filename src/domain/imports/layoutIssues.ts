import type { ValidationIssue } from "../ValidationIssue.ts"
import { fits } from "../values/Text.ts"
import { type FileLayout, layoutLimits } from "./FileLayout.ts"
import type { ImportKind } from "./Import.ts"
import { importTargets } from "./importColumns.ts"

/** The columns of which a file needs one, and how a user finds them. */
const needed: Readonly<Record<ImportKind, { readonly targets: ReadonlyArray<string>; readonly words: string }>> = {
  orders: { targets: ["order", "order_id"], words: "Choose the column with the order's id" },
  contacts: {
    targets: ["email", "phone", "international_phone"],
    words: "Choose a column with the e-mail address or the phone"
  }
}

const columnIssue = (
  kind: ImportKind,
  { headers, targets }: FileLayout,
  column: number,
  used: Map<string, string>
): string | undefined => {
  const target = targets[column] ?? ""
  const header = headers[column] ?? ""
  if (target === "") return undefined
  if (!importTargets[kind].includes(target)) return `Is no field of ${kind}`
  if (target === "custom_field" && header.trim() === "") return "Needs a header, which names the custom field"
  // Custom fields are named by their headers, all other fields by themselves.
  const name = target === "custom_field" ? `custom_field ${header.trim()}` : target
  const other = used.get(name)
  used.set(name, header)
  return other === undefined ? undefined : `"${header}" would be imported to the same field as "${other}"`
}

/** The reasons why a file cannot be imported by a layout: nothing of two columns may be lost because both have one field. Pure. */
export const layoutIssues = (kind: ImportKind, layout: FileLayout): ReadonlyArray<ValidationIssue> => {
  const { format, headers, targets } = layout
  if (format.type === "ndjson") return []
  if (headers.length > layoutLimits.columns) {
    return [{ field: "layout.headers", message: `Must be at most ${layoutLimits.columns} columns` }]
  }
  if (headers.length !== targets.length) {
    return [{ field: "layout.targets", message: `Must have a field for each of the ${headers.length} columns` }]
  }
  const long = headers.findIndex((header) => !fits(header, layoutLimits.header))
  if (long !== -1) {
    return [{ field: `layout.headers.${long}`, message: `Must have at most ${layoutLimits.header} characters` }]
  }
  const used = new Map<string, string>()
  const issues = headers.flatMap((_, column): ReadonlyArray<ValidationIssue> => {
    const message = columnIssue(kind, layout, column, used)
    return message === undefined ? [] : [{ field: `layout.targets.${column}`, message }]
  })
  const hasNeeded = needed[kind].targets.some((target) => targets.includes(target))
  return hasNeeded ? issues : [...issues, { field: "layout.targets", message: needed[kind].words }]
}
