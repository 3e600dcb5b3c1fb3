import { Effect, Result, type Schema } from "effect"
import { decodeJson } from "./decodeJson.ts"
import type { ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "./Json.ts"
import { leaveOut } from "./leaveOut.ts"

/** How a body is read: by `lenient`, secondary members that cannot be read are left out instead of refusing it (contract §2). */
export type Handling = "strict" | "lenient"

/** What a body says, and what was left out of it. Nothing is when it was read strictly. */
export interface ReadBody<A> {
  readonly input: A
  readonly warnings: ReadonlyArray<ValidationIssue>
}

interface Reader<A, I> {
  readonly schema: Schema.Codec<A, I>
  /** Members that the schema takes and that still cannot be read, such as a phone without its country. */
  readonly misread: ReadonlyArray<ValidationIssue>
  /** What is wrong with a body that can be read. */
  readonly rules: (body: JsonObject) => ReadonlyArray<ValidationIssue>
  /** Whether the member, or one below it, may be left out. */
  readonly isSecondary: (member: string) => boolean
  /** Members that say nothing any more where those are missing which were left out. */
  readonly bereft: (rest: JsonObject, leftOut: ReadonlySet<string>) => ReadonlyArray<ValidationIssue>
}

const leftOut = ({ field, message }: ValidationIssue): ValidationIssue => ({ field, message: `${message}; left out` })

const readLeniently = <A, I>(reader: Reader<A, I>, body: JsonObject) =>
  Effect.gen(function* () {
    const { schema, misread, rules, isSecondary, bereft } = reader
    const decoded = yield* Effect.result(decodeJson(schema, () => misread)(body))
    const issues = Result.isFailure(decoded) ? decoded.failure.issues : []
    const unread = issues.filter(({ field }) => isSecondary(field.split(".", 1)[0] ?? ""))
    const names = unread.map(({ field }) => field)
    const rest = leaveOut(body, names)
    const further = bereft(rest, new Set(names))
    const furtherNames = further.map(({ field }) => field)
    const input = yield* decodeJson(schema, rules)(leaveOut(rest, furtherNames))
    return { input, warnings: [...unread, ...further].map(leftOut) }
  })

/**
 * A body by its schema and rules, or everything that is wrong with it. Lenient reading decodes at most three times, however many
 * issues there are: when the body without its faulty secondary members is still refused, all its issues are told.
 */
export const readBody = <A, I>(
  reader: Reader<A, I>,
  body: JsonObject,
  handling: Handling
): Effect.Effect<ReadBody<A>, ValidationFailed> => {
  const { schema, misread, rules } = reader
  const strict = decodeJson(schema, (raw) => [...misread, ...rules(raw)])(body).pipe(
    Effect.map((input): ReadBody<A> => ({ input, warnings: [] }))
  )
  return handling === "strict"
    ? strict
    : strict.pipe(Effect.catch((refused) => Effect.mapError(readLeniently(reader, body), () => refused)))
}
