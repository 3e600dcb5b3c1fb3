import { Schema } from "effect"
import { numberText } from "../json/Json.ts"
import { leaf } from "../json/Leaf.ts"
import { fits, text } from "../values/Text.ts"
import { HistoryFilter } from "./HistoryFilter.ts"

/**
 * How a field is compared with a value. `exists` and `not_exists` take no value, `in` takes a list, `within` and `not_within` take
 * a duration before now, `within_next` one after it.
 */
export const Op = Schema.Literals([
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "contains",
  "not_contains",
  "in",
  "exists",
  "not_exists",
  "within",
  "not_within",
  "within_next"
])
export type Op = typeof Op.Type

/** The operators whose value is a duration. */
export const isRecency = (op: Op): op is "within" | "not_within" | "within_next" =>
  op === "within" || op === "not_within" || op === "within_next"

const maxTextLength = 1_000

const ScalarValue = Schema.Union([text(maxTextLength), Schema.Finite, Schema.Boolean])
export type Scalar = typeof ScalarValue.Type

const scalarOf = (value: unknown): Scalar | undefined => {
  const number = numberText(value)
  if (number !== undefined) return Number.isFinite(Number(number)) ? Number(number) : undefined
  return (typeof value === "string" && fits(value, maxTextLength)) || typeof value === "boolean" ? value : undefined
}

const scalarsOf = (values: ReadonlyArray<unknown>): ReadonlyArray<Scalar> | undefined => {
  if (values.length === 0 || values.length > 100) return undefined
  const scalars = values.flatMap((value) => scalarOf(value) ?? [])
  return scalars.length === values.length ? scalars : undefined
}

const json = { type: ["string", "number", "boolean"], maxLength: maxTextLength }

const Value = leaf({
  to: Schema.Union([ScalarValue, Schema.Array(ScalarValue).check(Schema.isMinLength(1), Schema.isMaxLength(100))]),
  json: { ...json, type: [...json.type, "array"], items: json, minItems: 1, maxItems: 100 },
  message: "Must be text, a number, true, false, or a list of 1 to 100 of them",
  decode: (value) => (Array.isArray(value) ? scalarsOf(value) : scalarOf(value)),
  encode: (value) => value
})

/** One comparison of a field with a value. `where` says which orders, events, messages or views a field about them counts. */
export const Condition = Schema.Struct({
  field: text(200),
  op: Op,
  value: Schema.optionalKey(Value),
  where: Schema.optionalKey(HistoryFilter)
})
export type Condition = typeof Condition.Type

/** Groups of conditions, an OR of ANDs (contract §10). No group at all always matches. */
export const Conditions = Schema.Array(
  Schema.Array(Condition).check(Schema.isMinLength(1, { message: "Must have a condition" }), Schema.isMaxLength(20))
).check(Schema.isMaxLength(20))
export type Conditions = typeof Conditions.Type
