import { Result } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { depthOf, elementsOf, membersOf, withStrings } from "./JsonText.ts"

/** A JSON object whose members were kept exactly as sent: see `parseObject`. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Deepest nesting of arrays and objects in a body. */
export const maxDepth = 64

declare global {
  // Node has both since 21; TypeScript's library does not list them yet.
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string }
    isRawJSON(value: unknown): value is { readonly rawJSON: string }
  }
}

// Text that JSON.parse followed by JSON.stringify may change: long numbers, trailing zeros, tiny fractions, exponents,
// negative zero, and keys that look like array indexes, which JavaScript moves to the front. A false alarm costs time only.
const mayChange = /\d[\d.]{15}|\.\d*0(?!\d)|\.0{6}|\d[eE][-+\d]|-0(?![.\d])|"\d+"\s*:/

const sources = new WeakMap<object, string>()

/** The JSON text of a value: the very text it was parsed from where a plain round trip would change it. */
export const textOf = (value: unknown): string =>
  (typeof value === "object" && value !== null ? sources.get(value) : undefined) ?? JSON.stringify(value)

/** JSON text kept in a database as a value that `textOf` gives back unchanged. */
export const fromText = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (typeof value === "object" && value !== null && mayChange.test(text)) sources.set(value, text)
  return value
}

/** The decimal text of a number as sent, `"59.90"` included. Undefined for anything else. */
export const numberText = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : JSON.isRawJSON(value) ? value.rawJSON : undefined

const utf8 = new TextDecoder("utf-8", { fatal: true })

const whole = (message: string): Result.Result<never, ValidationIssue> => Result.fail({ field: "", message })

/**
 * The one parser of request bodies. A repeated key: the last wins. Members that JavaScript would change keep their text:
 * numbers arrive as `JSON.rawJSON`, objects and arrays remember it for `textOf`.
 */
export const parseObject = (bytes: Uint8Array): Result.Result<JsonObject, ValidationIssue> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return whole("The body is not valid UTF-8")
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return whole(text.trim() === "" ? "The body is empty; it must be a JSON object" : "The body is not valid JSON")
  }
  if (!isObject(value)) return whole("The body must be a JSON object")
  const issue = issueOf(value, text)
  if (issue !== undefined) return Result.fail(issue)
  return Result.succeed(mayChange.test(text) ? exactMembers(value, text) : value)
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** An answer's JSON, or what is wrong with it. The members of what stands under `data` come as those of `parseObject`. */
export const parseAnswer = (text: string): Result.Result<unknown, string> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail("The answer is not valid JSON")
  }
  if (!isObject(value) || !mayChange.test(text)) return Result.succeed(value)
  const source = new Map(membersOf(text)).get("data") ?? ""
  const data = value["data"]
  if (isObject(data)) return Result.succeed({ ...value, data: exactMembers(data, source) })
  if (!Array.isArray(data)) return Result.succeed(value)
  const sourcesOfData = elementsOf(source)
  return Result.succeed({
    ...value,
    data: data.map((element: unknown, at) =>
      isObject(element) ? exactMembers(element, sourcesOfData[at] ?? "") : element
    )
  })
}

const exactMembers = (value: JsonObject, text: string): JsonObject => {
  const lastSource = new Map(membersOf(text))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const source = lastSource.get(key) ?? ""
      if (typeof member === "number" && String(member) !== source) return [key, JSON.rawJSON(source)]
      if (typeof member === "object" && member !== null && mayChange.test(source)) sources.set(member, source)
      return [key, member]
    })
  )
}

const issueOf = (root: JsonObject, text: string): ValidationIssue | undefined =>
  depthOf(text) > maxDepth
    ? { field: "", message: `The body is nested deeper than ${maxDepth} levels` }
    : storable(text) === text
      ? undefined
      : (textIssueOf(root, "") ?? { field: "", message: notText })

const notText = "Text must not hold NUL or a lone surrogate"

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

const textIssueOf = (container: object, path: string): ValidationIssue | undefined => {
  for (const [key, value] of Object.entries(container)) {
    const field = path === "" ? key : `${path}.${key}`
    if (!(isText(key) && (typeof value !== "string" || isText(value)))) {
      return { field: isText(field) ? field : path, message: notText }
    }
    const issue = isContainer(value) ? textIssueOf(value, field) : undefined
    if (issue !== undefined) return issue
  }
  return undefined
}

/** Whether PostgreSQL can keep the text as it is. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

// An escape that may be one of NUL or a lone surrogate. Most have none, and need not be looked at string by string.
const mayBeNoText = /\\u(?:0000|[dD][89a-fA-F])/

/** A JSON text that PostgreSQL can keep: with empty strings where it can't keep them, also where a repeated key hides them. */
export const storable = (json: string): string =>
  mayBeNoText.test(json) ? withStrings(json, (source) => (isText(String(JSON.parse(source))) ? source : '""')) : json
