import { Schema, SchemaIssue } from "effect"

/** One thing wrong with a request: `field` is a dotted path (`line_items.0.quantity`), empty for the request as a whole. */
export const Fault = Schema.Struct({ field: Schema.String, message: Schema.String })
export type Fault = typeof Fault.Type

/** A request that breaks its contract. `faults` lists everything that is wrong with it, never only the first. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("ValidationFailed", {
  faults: Schema.Array(Fault)
}) {}

/** A `ValidationFailed` about one field. */
export const invalid = (field: string, message: string) => new ValidationFailed({ faults: [{ field, message }] })

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

/** Everything a schema found wrong, one fault a field: of several ways to be right, the first that failed is told. */
export const faultsOf = (issue: SchemaIssue.Issue, prefix = ""): ReadonlyArray<Fault> => {
  const faults = new Map<string, Fault>()
  for (const { path = [], message } of format(issue).issues) {
    const keys = path.map((key) => String(typeof key === "object" ? key.key : key))
    const field = (prefix === "" ? keys : [prefix, ...keys]).join(".")
    if (!faults.has(field)) faults.set(field, { field, message: wording(message) })
  }
  return [...faults.values()]
}
