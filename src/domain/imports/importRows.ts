import type { ImportKind } from "./Import.ts"
import { Result } from "effect"
import { type JsonObject, parseObject } from "../json/Json.ts"
import { customValue } from "./columnTypes.ts"
import { consentOfWord, isDenial, refusalLeftOut, refusalOfCell, strictestConsent } from "./consentWords.ts"
import type { FileLayout } from "./FileLayout.ts"
import { proofFields, proofOfRow } from "./fileProof.ts"
import { booleanOfCell, numberOfCell, stateOfCell, tagsOfCell, textOfCell, timeOfCell } from "./importCells.ts"

/** A row of a file, numbered as in a spreadsheet: the headers are row 1. */
export interface FileRow {
  readonly row: number
  readonly cells: ReadonlyArray<string>
}

const isNumber = /(^|\.)(subtotal|total|total_items|quantity|price|amount|product_id|variant_id)$/

const valueOf = ({ format }: FileLayout, target: string, cell: string): unknown => {
  if (target === "order_id") return cell.replace(/^#/, "")
  if (target === "order_date") return timeOfCell(cell, format)
  if (target.startsWith("accepts_")) return booleanOfCell(cell)
  if (target.endsWith("_status")) return stateOfCell(cell)
  if (target === "tags" || target.startsWith("topics_")) return tagsOfCell(cell)
  return isNumber.test(target) ? numberOfCell(cell, format.decimal) : cell
}

type Members = Readonly<Record<string, unknown>>

// Targets that are read by code of their own, not copied to the member of their name.
const ownTargets = new Set([
  "order",
  "order_status",
  "custom_field",
  "custom_fields",
  "international_phone",
  "email_consent",
  "email_unsubscribed",
  "email_suppressed",
  "sms_consent",
  "sms_unsubscribed",
  ...proofFields
])

/** The members of a row in a group: of `line_item`, its `line_item.sku` and so on. Undefined if all are blank. */
const membersOf = (layout: FileLayout, { cells }: FileRow, group: string): Members | undefined => {
  // The cells are counted, not the columns of the layout: the work stays within the length of the file.
  const members = cells.flatMap((text, at): ReadonlyArray<readonly [string, unknown]> => {
    const cell = textOfCell(text)
    if (cell === "") return []
    const target = layout.targets[at] ?? ""
    const [head, member] = target.includes(".") ? target.split(".") : ["", target]
    if (head !== group || member === undefined || member === "") return []
    return ownTargets.has(member) ? [] : [[member, valueOf(layout, target, cell)]]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

// Payment and fulfillment of the one status that an order of WooCommerce has.
const orderStatuses: Readonly<Record<string, Members>> = {
  pending: { financial_status: "pending" },
  pending_payment: { financial_status: "pending" },
  on_hold: { financial_status: "pending" },
  processing: { financial_status: "paid" },
  completed: { financial_status: "paid", fulfillment_status: "fulfilled" },
  refunded: { financial_status: "refunded" },
  cancelled: { financial_status: "voided" },
  failed: { financial_status: "voided" }
}

/** The cells of a row by the field of their column, the first of each. Linear in the cells, not in the columns of the layout. */
const cellsByTarget = ({ targets }: FileLayout, { cells }: FileRow): ReadonlyMap<string, string> =>
  new Map(cells.map((cell, at) => [targets[at] ?? "", textOfCell(cell)] as const).toReversed())

const statusesOf = (layout: FileLayout, rows: ReadonlyArray<FileRow>): Members => {
  const stated = rows.map((row) => cellsByTarget(layout, row).get("order_status")).find((cell) => cell !== "")
  if (stated === undefined) return {}
  const status = stateOfCell(stated).replace(/^wc_/, "")
  return (Object.hasOwn(orderStatuses, status) ? orderStatuses[status] : undefined) ?? { financial_status: status }
}

// An id that begins with a number sign is the number that people read, without which it is the id.
const orderNumber = (layout: FileLayout, rows: ReadonlyArray<FileRow>): string | undefined => {
  const cells = rows.map((row) => cellsByTarget(layout, row))
  const names = cells.map((row) => row.get("order") ?? "")
  const ids = cells.map((row) => row.get("order_id") ?? "").filter((id) => id.startsWith("#"))
  return [...names, ...ids].find((name) => name !== "")
}

const orderOf = (layout: FileLayout, rows: ReadonlyArray<FileRow>): Members => {
  // The first row of an order with a value for a member provides it.
  const first = (group: string) =>
    rows.reduceRight<Members>((found, row) => ({ ...found, ...membersOf(layout, row, group) }), {})
  const lists = Object.entries({
    line_items: rows.flatMap((row) => membersOf(layout, row, "line_item") ?? []),
    discounts: [first("discount")].filter(isFilled),
    tax_lines: [first("tax")].filter(isFilled)
  })
  const addresses = ["shipping_address", "billing_address"].map((name) => [name, first(name)] as const)
  const number = orderNumber(layout, rows)
  return {
    ...(number === undefined ? {} : { order_number: number }),
    ...(layout.currency === null ? {} : { currency: layout.currency }),
    ...statusesOf(layout, rows),
    ...first(""),
    ...Object.fromEntries(lists.filter(([, all]) => all.length > 0)),
    ...Object.fromEntries(addresses.filter(([, members]) => isFilled(members)))
  }
}

const isFilled = (members: Members): boolean => Object.keys(members).length > 0

/**
 * The consent that the columns of a row and the file as a whole state. A yes of the whole file holds for no row that denies it, in a
 * column that is left out too.
 */
const consentOf = (
  layout: FileLayout,
  row: FileRow,
  cells: ReadonlyMap<string, string>,
  channel: "email" | "sms"
): string | undefined => {
  const cell = (target: string) => cells.get(target) ?? ""
  const whole = layout[`${channel}_consent`] ?? undefined
  const isYes = whole === "subscribed" || whole === "single_opt_in"
  const refusals = isYes
    ? row.cells.flatMap((text, at) =>
        isUnused(layout.targets[at]) ? (refusalLeftOut(channel, layout.headers[at] ?? "", text) ?? []) : []
      )
    : []
  return strictestConsent(
    [
      ...refusals,
      consentOfWord(channel, cell(`${channel}_consent`)),
      refusalOfCell(channel, "unsubscribed", cell(`${channel}_unsubscribed`)),
      refusalOfCell(channel, "suppressed", cell(`${channel}_suppressed`)),
      isYes && isDenial(cell(`${channel}_consent`)) ? undefined : whole
    ].filter((stated) => stated !== undefined)
  )
}

/** The members of a JSON object in a cell, with every digit of its numbers; none of other text. */
const objectOfCell = (cell: string): JsonObject => {
  const parsed = parseObject(Buffer.from(cell))
  return Result.isSuccess(parsed) ? parsed.success : {}
}

/**
 * The phone of a row. Digits without a plus sign are national in a row with a country; else the layout says whether they begin with a
 * country code, or nobody knows.
 */
const phoneOf = (layout: FileLayout, cells: ReadonlyMap<string, string>): Members => {
  const international = cells.get("international_phone") ?? ""
  const phone = international === "" ? (cells.get("phone") ?? "") : international
  if (phone === "") return {}
  if (!/^[1-9]\d{6,14}$/.test(phone)) return { phone }
  if (international !== "" || layout.phones === "international") return { phone: `+${phone}` }
  const isKnown = layout.phones === "national" || (cells.get("country") ?? "") !== ""
  return isKnown ? { phone } : { phone, phone_is_guessed: true }
}

const isUnused = (target: string | undefined): boolean =>
  target === undefined || target === "" || target === "custom_field"

const contactOf = (layout: FileLayout, row: FileRow): Members => {
  const custom = row.cells.flatMap((text, at) => {
    const cell = textOfCell(text)
    return layout.targets[at] === "custom_field" && cell !== ""
      ? [[layout.headers[at] ?? "", customValue(layout.types?.[at], cell, layout.format)] as const]
      : []
  })
  const cells = cellsByTarget(layout, row)
  const fields = [...Object.entries(objectOfCell(cells.get("custom_fields") ?? "")), ...custom]
  const [email_consent, sms_consent] = [consentOf(layout, row, cells, "email"), consentOf(layout, row, cells, "sms")]
  const [email_proof, sms_proof] = [proofOfRow(layout, cells, "email"), proofOfRow(layout, cells, "sms")]
  return {
    ...membersOf(layout, row, ""),
    ...phoneOf(layout, cells),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent }),
    ...(email_proof === undefined ? {} : { email_proof }),
    ...(sms_proof === undefined ? {} : { sms_proof }),
    ...(fields.length === 0 ? {} : { custom_fields: Object.fromEntries(fields) })
  }
}

/** The column with the name of the order, -1 without one. */
export const orderColumn = (targets: ReadonlyArray<string>): number =>
  targets.includes("order") ? targets.indexOf("order") : targets.indexOf("order_id")

/** Whether a row belongs to the order of the row before: it has the same order name in the `column`, or none. */
export const continuesOrder = (column: number, before: FileRow, row: FileRow): boolean => {
  const name = row.cells[column]?.trim() ?? ""
  return name === "" || name === before.cells[column]?.trim()
}

/** A row with the order name of the row before, where the export has it only on the first row of an order. */
export const withOrderName = (column: number, before: FileRow, row: FileRow): FileRow => {
  if (row.cells[column]?.trim() !== "") return row
  return { ...row, cells: row.cells.with(column, before.cells[column] ?? "") }
}

/** The body of the API, as JSON text, of the rows of one order or of the one row of a contact (contract §4.10). Pure. */
export const bodyOfRows = (kind: ImportKind, layout: FileLayout, rows: ReadonlyArray<FileRow>): string => {
  const [first = { row: 0, cells: [] }] = rows
  return JSON.stringify(kind === "orders" ? orderOf(layout, rows) : contactOf(layout, first))
}
