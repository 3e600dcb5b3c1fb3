import { Effect, Result } from "effect"
import type { DecodeJson } from "./decodeJson.ts"
import type { ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "./Json.ts"
import { leaveOut } from "./leaveOut.ts"

/** `lenient` leaves unreadable secondary members out instead of rejecting the body (contract §2). */
export type Handling = "strict" | "lenient"

/** A decoded body, with a warning for each member that lenient reading left out. */
export interface ReadBody<A> {
  readonly input: A
  readonly warnings: ReadonlyArray<ValidationIssue>
}

interface Reader<A> {
  /** Checks the schema. */
  readonly decode: DecodeJson<A>
  /** Members that satisfy the schema and still cannot be read, such as a phone without its country. */
  readonly unreadable: ReadonlyArray<ValidationIssue>
  /** Checks a body that can be read. */
  readonly rules: (body: JsonObject) => ReadonlyArray<ValidationIssue>
  /** Whether the member, and those below it, may be left out. */
  readonly isSecondary: (member: string) => boolean
  /** Members of `rest` that are meaningless without the members left out. */
  readonly orphaned: (rest: JsonObject, leftOut: ReadonlySet<string>) => ReadonlyArray<ValidationIssue>
}

const warningOf = ({ field, message }: ValidationIssue): ValidationIssue => ({ field, message: `${message}; left out` })

const readLeniently = <A>(reader: Reader<A>, body: JsonObject) =>
  Effect.gen(function* () {
    const { decode, unreadable, rules, isSecondary, orphaned } = reader
    const decoded = yield* Effect.result(decode(body, () => unreadable))
    const issues = Result.isFailure(decoded) ? decoded.failure.issues : []
    const secondary = issues.filter(({ field }) => isSecondary(field.split(".", 1)[0] ?? ""))
    const names = secondary.map(({ field }) => field)
    const rest = leaveOut(body, names)
    const further = orphaned(rest, new Set(names))
    const furtherNames = further.map(({ field }) => field)
    const input = yield* decode(leaveOut(rest, furtherNames), rules)
    return { input, warnings: [...secondary, ...further].map(warningOf) }
  })

/**
 * Decodes a body by its schema and rules, or fails with all its issues. Lenient reading decodes at most three times, however many issues
 * there are. When the body is still rejected without its unreadable secondary members, it fails with the issues of strict reading.
 */
export const readBody = <A>(
  reader: Reader<A>,
  body: JsonObject,
  handling: Handling
): Effect.Effect<ReadBody<A>, ValidationFailed> => {
  const { decode, unreadable, rules } = reader
  const strict = decode(body, (raw) => [...unreadable, ...rules(raw)]).pipe(
    Effect.map((input): ReadBody<A> => ({ input, warnings: [] }))
  )
  return handling === "strict"
    ? strict
    : strict.pipe(Effect.catch((failed) => Effect.mapError(readLeniently(reader, body), () => failed)))
}
