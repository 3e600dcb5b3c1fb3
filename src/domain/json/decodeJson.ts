import { Effect, Result, Schema, SchemaAST } from "effect"
import { type ValidationIssue, issuesOf, firstOfEachField, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "./Json.ts"

/**
 * Decodes a body by its schema and further rules. Fails with all issues, one a field. The elements of a list that is longer than its schema
 * allows are not decoded.
 */
export const decodeJson = <A, I>(
  schema: Schema.Codec<A, I>,
  rules: (body: JsonObject) => ReadonlyArray<ValidationIssue> = () => []
): ((body: JsonObject) => Effect.Effect<A, ValidationFailed>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (body) => {
    const long = longLists(schema.ast, body)
    const result = decode(long.length === 0 ? body : { ...body, ...emptied(long) })
    const violations = rules(body)
    if (Result.isSuccess(result) && long.length === 0 && violations.length === 0) return Effect.succeed(result.success)
    const schemaIssues = Result.isSuccess(result) ? [] : issuesOf(result.failure.issue)
    return Effect.fail(new ValidationFailed({ issues: firstOfEachField(long, schemaIssues, violations) }))
  }
}

const longLists = (ast: SchemaAST.AST, body: JsonObject): ReadonlyArray<ValidationIssue> =>
  maxLengthsOf(ast).flatMap(([field, max]) => {
    const value = body[field]
    return Array.isArray(value) && value.length > max ? [{ field, message: `Must have at most ${max} elements` }] : []
  })

const emptied = (long: ReadonlyArray<ValidationIssue>): JsonObject =>
  Object.fromEntries(long.map(({ field }) => [field, []]))

type MaxLengths = ReadonlyArray<readonly [field: string, max: number]>

// Computed once a schema: bodies are decoded by few schemas.
const cache = new WeakMap<SchemaAST.AST, MaxLengths>()

/** The lists among the members of a schema with their maximum lengths. Free-form lists check their length themselves. */
const maxLengthsOf = (ast: SchemaAST.AST): MaxLengths => {
  const cached = cache.get(ast)
  if (cached !== undefined) return cached
  const lengths = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const max = maxLengthOf(type)
        return max === undefined ? [] : [[String(name), max] as const]
      })
    : []
  cache.set(ast, lengths)
  return lengths
}

const decodeMax = Schema.decodeUnknownOption(Schema.Struct({ maxLength: Schema.Int }))

const maxLengthOf = (ast: SchemaAST.AST): number | undefined => {
  if (SchemaAST.isUnion(ast)) return ast.types.map(maxLengthOf).find((max) => max !== undefined)
  if (!SchemaAST.isArrays(ast)) return undefined
  const lengths = (ast.checks ?? []).flatMap((check) => {
    const max = decodeMax(check.annotations?.representation?.payload)
    return max._tag === "Some" ? [max.value.maxLength] : []
  })
  return lengths[0]
}
