import { Schema, SchemaIssue } from "effect"
import { beginning } from "./values/Text.ts"

/** A problem of a request: `field` is a dotted path (`line_items.0.quantity`), empty for the request as a whole. */
export const ValidationIssue = Schema.Struct({ field: Schema.String, message: Schema.String })
export type ValidationIssue = typeof ValidationIssue.Type

/** The most issues in a response. Collecting stops at the first one beyond, to bound the work. */
export const maxIssues = 100

/** The request is invalid. `issues` has all issues, one a field; more than `maxIssues` mean that there may be others. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("ValidationFailed", {
  issues: Schema.Array(ValidationIssue)
}) {}

/** A `ValidationFailed` about one field. */
export const invalid = (field: string, message: string) => new ValidationFailed({ issues: [{ field, message }] })

/** At most `maxIssues` issues for a response, with a message that tells their number. */
export const listedIssues = (
  issues: ReadonlyArray<ValidationIssue>
): { readonly message: string; readonly details: ReadonlyArray<ValidationIssue> } => ({
  message:
    issues.length > maxIssues
      ? `The request has more than ${maxIssues} problems; the first ${maxIssues} are listed`
      : issues.length === 1
        ? "The request has a problem"
        : `The request has ${issues.length} problems`,
  details: issues.slice(0, maxIssues)
})

/** The first issue of each field, up to the first one beyond `maxIssues`. Linear in the issues. */
export const firstOfEachField = (
  ...lists: ReadonlyArray<Iterable<ValidationIssue>>
): ReadonlyArray<ValidationIssue> => {
  const first = new Map<string, ValidationIssue>()
  for (const list of lists) {
    for (const issue of list) {
      if (first.size > maxIssues) return [...first.values()]
      if (!first.has(issue.field)) first.set(issue.field, issue)
    }
  }
  return [...first.values()]
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "Is required"
    return issue._tag === "UnexpectedKey" ? "Is not known here" : SchemaIssue.defaultLeafHook(issue)
  }
})

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null"
}

// Structs are named by their identifier, such as `ConsentProof`, which callers do not know.
const kindOf = (kind: string): string => kinds[kind] ?? (/^[A-Z]\w*$/.test(kind) ? "an object" : kind)

// Removes the input from the message: it may be personal data.
const messageOf = (message: string): string => {
  const withoutInput = message.replace(/, got [^]*$/, "")
  if (!withoutInput.startsWith("Expected ")) return withoutInput
  const expected = withoutInput.slice("Expected ".length)
  return `Must be ${expected.split(" | ").map(kindOf).join(" or ")}`
}

type Path = ReadonlyArray<PropertyKey>

const isGroup = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "Composite" || issue._tag === "Pointer" || (issue._tag === "AnyOf" && issue.issues.length > 0)

// A generator, so that formatting stops with the reader of the first 100 issues.
function* leavesOf(issue: SchemaIssue.Issue, path: Path): Generator<ValidationIssue> {
  switch (issue._tag) {
    case "Pointer":
      return yield* leavesOf(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return yield* leavesOf(issue.issue, path)
    case "Composite":
    case "AnyOf":
      if (isGroup(issue)) {
        for (const inner of issue.issues) yield* leavesOf(inner, path)
        return
      }
      break
    case "Filter":
      if (isGroup(issue.issue)) return yield* leavesOf(issue.issue, path)
  }
  for (const { path: below = [], message } of format(issue).issues) {
    const keys = [...path, ...below.map((key) => (typeof key === "object" ? key.key : key))]
    yield { field: fieldOf(keys), message: messageOf(message) }
  }
}

// Free-form keys may be as long as a body.
const maxField = 500

const fieldOf = (keys: Path): string => beginning(keys.map(String).join("."), maxField)

/** The issues of a schema, one a field, at most `maxIssues` + 1. Of a union only the first failed member is reported. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<ValidationIssue> =>
  firstOfEachField(leavesOf(issue, []))
