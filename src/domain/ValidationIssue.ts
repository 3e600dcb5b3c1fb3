import { Schema, SchemaIssue } from "effect"
import { beginning } from "./values/Text.ts"

/** One thing wrong with a request: `field` is a dotted path (`line_items.0.quantity`), empty for the request as a whole. */
export const ValidationIssue = Schema.Struct({ field: Schema.String, message: Schema.String })
export type ValidationIssue = typeof ValidationIssue.Type

/** Issues that an answer lists. Collecting them ends at the first one beyond, so that a request costs no more than it holds. */
export const maxIssues = 100

/**
 * A request that breaks its contract. `issues` lists what is wrong with it, one a field and never only the first; more than
 * `maxIssues` of them say that there are others.
 */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("ValidationFailed", {
  issues: Schema.Array(ValidationIssue)
}) {}

/** A `ValidationFailed` about one field. */
export const invalid = (field: string, message: string) => new ValidationFailed({ issues: [{ field, message }] })

/** The issues as an answer lists them: at most `maxIssues`, and in words how many there are. */
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

// The input stays out of the message: it may be personal, and it is the caller's own.
const wording = (message: string): string => {
  const said = message.replace(/, got [^]*$/, "")
  if (!said.startsWith("Expected ")) return said
  const expected = said.slice("Expected ".length)
  return `Must be ${expected
    .split(" | ")
    .map((kind) => kinds[kind] ?? kind)
    .join(" or ")}`
}

type Path = ReadonlyArray<PropertyKey>

const isGroup = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "Composite" || issue._tag === "Pointer" || (issue._tag === "AnyOf" && issue.issues.length > 0)

// Issues are formatted one by one and on demand: who reads the first 100 does not pay for 100,000.
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
    yield { field: fieldOf(keys), message: wording(message) }
  }
}

// Keys of free-form objects are the caller's and may be as long as a body.
const maxField = 500

const fieldOf = (keys: Path): string => beginning(keys.map(String).join("."), maxField)

/** What a schema found wrong, one issue a field: of several ways to be right, the first that failed is told. Ends as `firstOfEachField`. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<ValidationIssue> =>
  firstOfEachField(leavesOf(issue, []))
