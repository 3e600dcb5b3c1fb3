import { Effect, Result, Schema, SchemaAST } from "effect"
import { type ValidationIssue, issuesOf, firstOfEachField, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "./Json.ts"

/**
 * Decodes a body by its schema and further rules. What is wrong comes in one answer, an issue a field. A list longer than its
 * schema allows is refused for that alone: its elements are not decoded.
 */
export const decodeJson = <A, I>(
  schema: Schema.Codec<A, I>,
  rules: (body: JsonObject) => ReadonlyArray<ValidationIssue> = () => []
): ((body: JsonObject) => Effect.Effect<A, ValidationFailed>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (body) => {
    const long = longLists(schema.ast, body)
    const result = decode(long.length === 0 ? body : { ...body, ...emptied(long) })
    const broken = rules(body)
    if (Result.isSuccess(result) && long.length === 0 && broken.length === 0) return Effect.succeed(result.success)
    const misshapen = Result.isSuccess(result) ? [] : issuesOf(result.failure.issue)
    return Effect.fail(new ValidationFailed({ issues: firstOfEachField(long, misshapen, broken) }))
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

const known = new WeakMap<SchemaAST.AST, MaxLengths>()

/** The lists among the members of a schema and how many elements each may have. Free-form lists judge their length themselves. */
const maxLengthsOf = (ast: SchemaAST.AST): MaxLengths => {
  const kept = known.get(ast)
  if (kept !== undefined) return kept
  const found = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => {
        const max = maxLengthOf(type)
        return max === undefined ? [] : [[String(name), max] as const]
      })
    : []
  known.set(ast, found)
  return found
}

const decodeMax = Schema.decodeUnknownOption(Schema.Struct({ maxLength: Schema.Int }))

const maxLengthOf = (ast: SchemaAST.AST): number | undefined => {
  if (SchemaAST.isUnion(ast)) return ast.types.map(maxLengthOf).find((max) => max !== undefined)
  if (!SchemaAST.isArrays(ast)) return undefined
  const most = (ast.checks ?? []).flatMap((check) => {
    const max = decodeMax(check.annotations?.representation?.payload)
    return max._tag === "Some" ? [max.value.maxLength] : []
  })
  return most[0]
}
