import { Option, Schema } from "effect"
import { isObject } from "../json/Json.ts"
import { Condition, type Conditions, isRecency, Op } from "./Condition.ts"
import { type FieldKind, fieldKindOf } from "./Facts.ts"
import { fieldOps } from "./fieldOps.ts"
import { HistoryFilter } from "./HistoryFilter.ts"

/** The decoded value, or undefined if it does not decode. */
export const readable = <T>(schema: Schema.Codec<T, unknown>, value: unknown): T | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value))

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const Valued = Schema.Struct({ value: Condition.fields.value })

/** A value that the operator compares fields of this kind with. */
const fittingValue = (kind: FieldKind, op: Op): Condition["value"] => {
  if (op === "exists" || op === "not_exists") return undefined
  if (isRecency(op)) return "1 day"
  const one = kind === "number" ? 0 : kind === "boolean" ? true : kind === "time" ? "2026-05-04" : ""
  return op === "in" ? [one] : one
}

// A value of its own shape is checked with an operator that takes it.
const fittingOp = (kind: FieldKind, value: Condition["value"]): Op => {
  if (value === undefined) return "exists"
  return Array.isArray(value) && fieldOps[kind].includes("in") ? "in" : (fieldOps[kind][0] ?? "exists")
}

// Looks for the members that there are: a body may have thousands of others.
const readableFilter = (where: unknown): HistoryFilter => {
  const given = isObject(where) ? where : {}
  const names = Object.keys(HistoryFilter.fields).filter((name) => Object.hasOwn(given, name))
  const parts = names.flatMap((name) => Object.entries(readable(HistoryFilter, { [name]: given[name] }) ?? {}))
  return readable(HistoryFilter, Object.fromEntries(parts)) ?? {}
}

const harmless: Condition = { field: "contact.email", op: "exists" }

const readableCondition = (one: unknown): Condition => {
  const whole = readable(Condition, one)
  if (whole !== undefined) return whole
  const field = isObject(one) ? readable(Condition.fields.field, one["field"]) : undefined
  if (!isObject(one) || field === undefined) return harmless
  const kind = fieldKindOf(field)
  if (kind === undefined) return { field, op: "exists" }
  const valued = readable(Valued, one)
  const op = readable(Op, one["op"]) ?? fittingOp(kind, valued?.value)
  const value = valued === undefined ? fittingValue(kind, op) : valued.value
  return { field, op, where: readableFilter(one["where"]), ...(value === undefined ? {} : { value }) }
}

/** Conditions of unchecked JSON. Members of a condition that do not decode become ones that pass every check. */
export const readableConditions = (raw: unknown): Conditions =>
  listOf(raw).map((group) => listOf(group).map(readableCondition))
