import { Option, Schema } from "effect"
import { isObject } from "../json/Json.ts"
import { Condition, type Conditions } from "./Condition.ts"

/** The decoded value, or undefined if it does not decode. */
export const readable = <T>(schema: Schema.Codec<T, unknown>, value: unknown): T | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value))

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Conditions of unchecked JSON. A condition that does not decode becomes one that passes every check. */
export const readableConditions = (raw: unknown): Conditions =>
  listOf(raw).map((group) =>
    listOf(group).map((one): Condition => {
      const field = isObject(one) ? one["field"] : undefined
      return (
        readable(Condition, one) ?? {
          field: readable(Condition.fields.field, field) ?? "contact.email",
          op: "exists"
        }
      )
    })
  )
