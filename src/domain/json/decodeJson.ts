import { Effect, Result, Schema, SchemaAST } from "effect"
import { type ValidationIssue, issuesOf, firstOfEachField, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "./Json.ts"

/** Decodes a body, or fails with all issues of its schema and of `rules`, one a field. */
export type DecodeJson<A> = (
  body: JsonObject,
  rules?: (body: JsonObject) => ReadonlyArray<ValidationIssue>
) => Effect.Effect<A, ValidationFailed>

/** Prepares the decoder of a schema. The elements of a list that is longer than the schema allows are not decoded. */
export const decodeJson = <A, I>(schema: Schema.Codec<A, I>): DecodeJson<A> => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  const maxLengths = maxLengthsOf(schema.ast)
  const structs = structsOf(schema.ast)
  return (body, rules = () => []) => {
    const long = longLists(maxLengths, body)
    const numbers = rawNumbers(structs, body)
    const changed = long.length > 0 || numbers.length > 0
    const result = decode(changed ? { ...body, ...emptied(long), ...Object.fromEntries(numbers) } : body)
    const violations = rules(body)
    if (Result.isSuccess(result) && long.length === 0 && violations.length === 0) return Effect.succeed(result.success)
    const schemaIssues = Result.isSuccess(result) ? [] : issuesOf(result.failure.issue)
    return Effect.fail(new ValidationFailed({ issues: firstOfEachField(long, schemaIssues, violations) }))
  }
}

const longLists = (maxLengths: MaxLengths, body: JsonObject): ReadonlyArray<ValidationIssue> =>
  maxLengths.flatMap(([field, max]) => {
    const value = body[field]
    return Array.isArray(value) && value.length > max ? [{ field, message: `Must have at most ${max} elements` }] : []
  })

const emptied = (long: ReadonlyArray<ValidationIssue>): JsonObject =>
  Object.fromEntries(long.map(({ field }) => [field, []]))

/** Numbers in the place of structs. With their source text they are objects in JavaScript, which a struct of optional members takes. */
const rawNumbers = (structs: ReadonlyArray<string>, body: JsonObject): ReadonlyArray<readonly [string, number]> =>
  structs.flatMap((field) => {
    const value = body[field]
    return JSON.isRawJSON(value) ? [[field, Number(value.rawJSON)] as const] : []
  })

/** The names of the members that are structs. */
const structsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => (SchemaAST.isObjects(type) ? [String(name)] : []))
    : []

type MaxLengths = ReadonlyArray<readonly [field: string, max: number]>

/** The lists among the members of a schema with their maximum lengths. Free-form lists check their length themselves. */
const maxLengthsOf = (ast: SchemaAST.AST): MaxLengths =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const max = maxLengthOf(type)
        return max === undefined ? [] : [[String(name), max] as const]
      })
    : []

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
