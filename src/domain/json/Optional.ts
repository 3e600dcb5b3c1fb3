import { Schema, SchemaTransformation } from "effect"
import { described } from "./Leaf.ts"
import { isBlank } from "../values/Text.ts"

/** A member that may be left out, and null. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const blank = "Empty text, also of white space alone, is like null."

/** A text member that may be left out, and null, which text that shows nothing is too (contract §2). `json` describes its text. */
export const optionalText = <S extends Schema.Top>(schema: S, json: Record<string, unknown>) =>
  Schema.optionalKey(
    described({ anyOf: [{ type: "string", ...json }, { type: "null" }], description: blank }).pipe(
      Schema.decodeTo(
        described({}),
        SchemaTransformation.transform({
          decode: (value: unknown) => (isBlank(value) ? null : value),
          encode: (value: unknown) => value
        })
      ),
      Schema.decodeTo(Schema.NullOr(schema), SchemaTransformation.passthrough({ strict: false }))
    )
  )
