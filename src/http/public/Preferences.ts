import type { HttpServerRequest } from "effect/http"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { Handling } from "../../domain/json/readBody.ts"

// One preference with what stands behind it up to the next comma; a quoted string may hold commas.
const element = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g

/** The preferences of a `Prefer` header by name, names and values in lower case; of a repeated one the first counts (RFC 7240 §2). */
export const parsePrefer = (header: string): ReadonlyMap<string, string> => {
  const preferences = new Map<string, string>()
  for (const [part] of header.matchAll(element)) {
    // Parameters say more about a preference; none of ours has any.
    const [preference = ""] = part.split(";", 1)
    const [name = "", ...value] = preference.toLowerCase().split("=")
    const unquoted = value
      .join("=")
      .trim()
      .replace(/^"(.*)"$/, "$1")
    if (!preferences.has(name.trim())) preferences.set(name.trim(), unquoted)
  }
  return preferences
}

const preferencesOf = ({ headers }: HttpServerRequest.HttpServerRequest) => parsePrefer(headers["prefer"] ?? "")

/** Whether the caller only asks what would happen. */
export const wantsDryRun = (request: HttpServerRequest.HttpServerRequest): boolean =>
  preferencesOf(request).get("dry-run") === ""

/** How the caller wants the body to be read. */
export const handlingOf = (request: HttpServerRequest.HttpServerRequest): Handling =>
  preferencesOf(request).get("handling") === "lenient" ? "lenient" : "strict"

/** Names the preferences that the answer follows. */
export const appliedHeaders = ({
  dry,
  handling
}: {
  readonly dry: boolean
  readonly handling: Handling
}): Record<string, string> => {
  const applied = [...(dry ? ["dry-run"] : []), ...(handling === "lenient" ? ["handling=lenient"] : [])]
  return applied.length === 0 ? {} : { "Preference-Applied": applied.join(", ") }
}

/** The warnings of a lenient call as a further member of its answer, empty when nothing was left out. */
export const warningsMember = (handling: Handling, warnings: ReadonlyArray<ValidationIssue>): string =>
  handling === "lenient" ? `,"warnings":${JSON.stringify(warnings)}` : ""
