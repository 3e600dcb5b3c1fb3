import { Result, Schema, SchemaTransformation, Effect, SchemaIssue } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { parseAnswer } from "../domain/json/Json.ts"
import { described } from "../domain/json/Leaf.ts"

/**
 * A response that typed clients parse to the digit, where `JSON.parse` would round. `identifier` names its JSON Schema in the OpenAPI
 * components: also list the schema in `HttpApi.AdditionalSchemas`.
 */
export const exact = <A, I>(schema: Schema.Codec<A, I>, identifier: string) =>
  Schema.String.annotate({
    contentMediaType: "application/json",
    contentSchema: { $ref: `#/components/schemas/${identifier}` }
  }).pipe(
    Schema.decodeTo(
      described({}),
      SchemaTransformation.transformEffect({
        decode: (text: string) =>
          Result.match(parseAnswer(text), {
            onSuccess: (value) => Effect.succeed(value),
            onFailure: (message) => Effect.fail(new SchemaIssue.InvalidValue({ message }))
          }),
        encode: (value: unknown) => Effect.succeed(JSON.stringify(value))
      })
    ),
    Schema.decodeTo(schema, SchemaTransformation.passthrough({ strict: false })),
    HttpApiSchema.asText({ contentType: "application/json" })
  )
