import type { ImportKind, ImportRecord } from "./Import.ts"
import { booleanOfCell, consentOfCell, numberOfCell, stateOfCell, textOfCell, timeOfCell } from "./importCells.ts"

/** A row of a file, numbered as in a spreadsheet: the headers are row 1. */
export interface FileRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

const isNumber = /(^|\.)(subtotal|total|total_items|quantity|price|amount|product_id|variant_id)$/

const valueOf = (target: string, cell: string): unknown => {
  if (target === "order_id") return cell.replace(/^#/, "")
  if (target === "order_date") return timeOfCell(cell)
  if (target.startsWith("accepts_")) return booleanOfCell(cell)
  if (target.endsWith("_status")) return stateOfCell(cell)
  if (target.endsWith("_consent")) return consentOfCell(cell)
  if (target === "tags")
    return cell
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "")
  return isNumber.test(target) ? numberOfCell(cell) : cell
}

type Members = Readonly<Record<string, unknown>>

/** The members of a row in a group: of `line_item`, its `line_item.sku` and so on. Undefined if all are blank. */
const membersOf = (targets: ReadonlyArray<string>, { cells }: FileRow, group: string): Members | undefined => {
  const members = targets.flatMap((target, at): ReadonlyArray<readonly [string, unknown]> => {
    const [head, member] = target.includes(".") ? target.split(".") : ["", target]
    const cell = textOfCell(cells[at] ?? "")
    if (head !== group || member === undefined || member === "" || cell === "") return []
    const value = valueOf(target, cell)
    return value === undefined || member === "order" || member === "custom_field" ? [] : [[member, value]]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const orderOf = (targets: ReadonlyArray<string>, rows: ReadonlyArray<FileRow>): Members => {
  // The first row of an order with a value for a member provides it.
  const first = (group: string) =>
    rows.reduceRight<Members>((found, row) => ({ ...found, ...membersOf(targets, row, group) }), {})
  const lists = Object.entries({
    line_items: rows.flatMap((row) => membersOf(targets, row, "line_item") ?? []),
    discounts: [first("discount")].filter(isFilled),
    tax_lines: [first("tax")].filter(isFilled)
  })
  const addresses = ["shipping_address", "billing_address"].map((name) => [name, first(name)] as const)
  return {
    ...first(""),
    ...Object.fromEntries(lists.filter(([, all]) => all.length > 0)),
    ...Object.fromEntries(addresses.filter(([, members]) => isFilled(members)))
  }
}

const isFilled = (members: Members): boolean => Object.keys(members).length > 0

const contactOf = (headers: ReadonlyArray<string>, targets: ReadonlyArray<string>, row: FileRow): Members => {
  const custom = targets.flatMap((target, at) => {
    const cell = textOfCell(row.cells[at] ?? "")
    return target === "custom_field" && cell !== "" ? [[headers[at] ?? "", cell] as const] : []
  })
  const fields = membersOf(targets, row, "") ?? {}
  return custom.length === 0 ? fields : { ...fields, custom_fields: Object.fromEntries(custom) }
}

/** Whether a row belongs to the order of the row before: it has the same order name, or none. */
export const continuesOrder = (targets: ReadonlyArray<string>, before: FileRow, row: FileRow): boolean => {
  const at = targets.includes("order") ? targets.indexOf("order") : targets.indexOf("order_id")
  const name = row.cells[at]?.trim() ?? ""
  return name === "" || name === before.cells[at]?.trim()
}

/** The record of the rows of one order, or of the one row of a contact. */
export const recordOf = (
  kind: ImportKind,
  headers: ReadonlyArray<string>,
  targets: ReadonlyArray<string>,
  rows: ReadonlyArray<FileRow>
): ImportRecord => {
  const [first = { row: 0, cells: [] }] = rows
  const body = kind === "orders" ? orderOf(targets, rows) : contactOf(headers, targets, first)
  return { row: first.row, body: JSON.stringify(body) }
}
