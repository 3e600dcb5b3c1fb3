import type { HttpServerRequest } from "effect/http"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import type { Handling } from "../../domain/json/readBody.ts"

// One preference with its value and parameters, up to the next comma outside of quotes.
const element = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g

/** The preferences of a `Prefer` header by name, names and values in lower case; a repeated one counts once, as the first (RFC 7240 §2). */
export const parsePrefer = (header: string): ReadonlyMap<string, string> => {
  const preferences = new Map<string, string>()
  for (const [part] of header.matchAll(element)) {
    // The supported preferences have no parameters.
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

const noPreferences: ReadonlyMap<string, string> = new Map()

const preferencesOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["prefer"] === undefined ? noPreferences : parsePrefer(headers["prefer"])

/** `Prefer: dry-run`: decide and answer, write nothing. */
export const wantsDryRun = (request: HttpServerRequest.HttpServerRequest): boolean =>
  preferencesOf(request).get("dry-run") === ""

/** `Prefer: handling=lenient`, else strict. */
export const handlingOf = (request: HttpServerRequest.HttpServerRequest): Handling =>
  preferencesOf(request).get("handling") === "lenient" ? "lenient" : "strict"

/** `Preference-Applied`, if a preference was followed. */
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

/** The JSON text of the `warnings` member for lenient calls, with its leading comma; empty text for strict ones. */
export const warningsMember = (handling: Handling, warnings: ReadonlyArray<ValidationIssue>): string =>
  handling === "lenient" ? `,"warnings":${JSON.stringify(warnings)}` : ""
