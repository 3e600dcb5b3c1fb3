import { Effect, Result, Schema } from "effect"
import { type Fault, faultsOf, ValidationFailed } from "./Fault.ts"
import type { JsonObject } from "./Json.ts"

/** Decodes a body by its schema and further rules. Everything that is wrong comes in one answer, a fault a field. */
export const decodeJson = <A, I>(
  schema: Schema.Codec<A, I>,
  rules: (body: JsonObject) => ReadonlyArray<Fault> = () => []
): ((body: JsonObject) => Effect.Effect<A, ValidationFailed>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (body) => {
    const result = decode(body)
    const broken = rules(body)
    if (Result.isSuccess(result) && broken.length === 0) return Effect.succeed(result.success)
    const faults = [...(Result.isSuccess(result) ? [] : faultsOf(result.failure.issue)), ...broken]
    const first = faults.filter(({ field }, at) => faults.findIndex((fault) => fault.field === field) === at)
    return Effect.fail(new ValidationFailed({ faults: first }))
  }
}
