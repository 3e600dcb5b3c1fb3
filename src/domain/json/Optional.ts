import { Schema, SchemaTransformation } from "effect"
import { described } from "./Leaf.ts"
import { isBlank } from "../values/Text.ts"

/** An optional, nullable member. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const blank = "Empty text, also of white space alone, is like null."

/** An optional, nullable text member; blank text is null (contract §2). `json` is the JSON Schema of the text. */
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
