import { Result } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { depthOf, elementsOf, membersOf, withStrings } from "./JsonText.ts"

/** A JSON object that keeps the source text of its members: see `parseObject`. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The maximum nesting of arrays and objects in a body. */
export const maxDepth = 64

declare global {
  // Node has both since 21; TypeScript's library does not list them yet.
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string }
    isRawJSON(value: unknown): value is { readonly rawJSON: string }
  }
}

// Matches text that JSON.parse and JSON.stringify may change: long numbers, trailing zeros, tiny fractions, exponents, negative zero, and keys
// that look like array indexes, which JavaScript moves to the front. A false positive costs time only.
const mayChange = /\d[\d.]{15}|\.\d*0(?!\d)|\.0{6}|\d[eE][-+\d]|-0(?![.\d])|"\d+"\s*:/

// The member of a value that holds its source text. Not enumerable, so that it is neither listed, copied nor serialized.
const source = Symbol("source text")

const keepSource = (value: object, text: string): void => {
  Object.defineProperty(value, source, { value: text })
}

const sourceOf = (value: object): string | undefined => {
  const text: unknown = source in value ? value[source] : undefined
  return typeof text === "string" ? text : undefined
}

/** The JSON text of a value: its source text where JSON.stringify would change it. */
export const textOf = (value: unknown): string =>
  (typeof value === "object" && value !== null ? sourceOf(value) : undefined) ?? JSON.stringify(value)

/** Parses stored JSON text into a value for which `textOf` returns the same text. */
export const fromText = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (typeof value === "object" && value !== null && mayChange.test(text)) keepSource(value, text)
  return value
}

/** The source text of a number, such as `59.90`. Undefined for other values. */
export const numberText = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : JSON.isRawJSON(value) ? value.rawJSON : undefined

/** A number without its source text. Other values are unchanged. */
export const plainNumber = (value: unknown): unknown => (JSON.isRawJSON(value) ? Number(value.rawJSON) : value)

const utf8 = new TextDecoder("utf-8", { fatal: true })

const bodyIssue = (message: string): Result.Result<never, ValidationIssue> => Result.fail({ field: "", message })

const parse = (
  bytes: Uint8Array
): Result.Result<{ readonly value: unknown; readonly text: string }, ValidationIssue> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return bodyIssue("The body is not valid UTF-8")
  }
  try {
    return Result.succeed({ value: JSON.parse(text), text })
  } catch {
    return bodyIssue(text.trim() === "" ? "The body is empty; it must be a JSON object" : "The body is not valid JSON")
  }
}

/**
 * Parses a request body. The last of repeated keys wins. Members that JavaScript would change keep their source text: numbers as `JSON.rawJSON`,
 * objects and arrays for `textOf`.
 */
export const parseObject = (bytes: Uint8Array): Result.Result<JsonObject, ValidationIssue> =>
  Result.flatMap(parse(bytes), ({ value, text }) => {
    if (!isObject(value)) return bodyIssue("The body must be a JSON object")
    const issue = issueOf(value, text)
    if (issue !== undefined) return Result.fail(issue)
    return Result.succeed(mayChange.test(text) ? exactMembers(value, text) : value)
  })

/** Parses a request body that is an object or a list, under the rules of `parseObject`. Numbers become JavaScript's. */
export const parseObjectOrList = (
  bytes: Uint8Array
): Result.Result<JsonObject | ReadonlyArray<unknown>, ValidationIssue> =>
  Result.flatMap(parse(bytes), ({ value, text }) => {
    if (!isObject(value) && !isList(value)) return bodyIssue("The body must be a JSON object or a list of them")
    const issue = issueOf(value, text)
    return issue === undefined ? Result.succeed(value) : Result.fail(issue)
  })

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** Parses an object or a list whose numbers keep their digits. Undefined for anything else. */
export const parseExact = (bytes: Uint8Array): JsonObject | ReadonlyArray<unknown> | undefined =>
  Result.getOrUndefined(
    Result.map(parse(bytes), ({ value, text }) => {
      if (!mayChange.test(text)) return isObject(value) || isList(value) ? value : undefined
      if (isObject(value)) return exactMembers(value, text)
      if (!isList(value)) return undefined
      keepSource(value, text)
      return value
    })
  )

/** Parses a response, or fails with a message. The members of `data`, or of its elements, keep their source text as in `parseObject`. */
export const parseAnswer = (text: string): Result.Result<unknown, string> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail("The answer is not valid JSON")
  }
  if (!isObject(value) || !mayChange.test(text)) return Result.succeed(value)
  const dataText = new Map(membersOf(text)).get("data") ?? ""
  const data = value["data"]
  if (isObject(data)) return Result.succeed({ ...value, data: exactMembers(data, dataText) })
  if (!Array.isArray(data)) return Result.succeed(value)
  const sourcesOfData = elementsOf(dataText)
  return Result.succeed({
    ...value,
    data: data.map((element: unknown, at) =>
      isObject(element) ? exactMembers(element, sourcesOfData[at] ?? "") : element
    )
  })
}

// Changes the members in place: a body may have a hundred thousand, of which each copy takes tens of milliseconds.
const exactMembers = (value: Record<string, unknown>, json: string): JsonObject => {
  const lastSource = new Map(membersOf(json))
  for (const [key, text] of lastSource) {
    const member = value[key]
    if (typeof member === "number" && String(member) !== text) value[key] = JSON.rawJSON(text)
    if (isContainer(member) && !JSON.isRawJSON(member) && mayChange.test(text)) keepSource(member, text)
  }
  return value
}

/** An object of a parsed body whose numbers keep their digits. */
export const exactObject = (value: JsonObject): JsonObject => {
  const text = sourceOf(value)
  return text === undefined ? value : exactMembers(value, text)
}

/** The first elements of a list of a parsed body, at most `max`: their numbers keep their digits. */
export const exactElements = (list: ReadonlyArray<unknown>, max: number): ReadonlyArray<unknown> => {
  const text = sourceOf(list)
  const elements = list.slice(0, max)
  if (text === undefined) return elements
  const sources = elementsOf(text)
  return elements.map((element: unknown, at) => {
    const own = sources[at] ?? ""
    if (isObject(element)) return exactMembers(element, own)
    return typeof element === "number" && String(element) !== own ? JSON.rawJSON(own) : element
  })
}

const issueOf = (root: object, text: string): ValidationIssue | undefined =>
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

/** Whether PostgreSQL can store the text: no NUL and no lone surrogate. */
export const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

// Matches escapes of NUL and of surrogates. Text without a match needs no check of each string.
const mayBeUnstorable = /\\u(?:0000|[dD][89a-fA-F])/

/** JSON text with every string that PostgreSQL cannot store replaced by an empty one, also below repeated keys. */
export const storable = (json: string): string =>
  mayBeUnstorable.test(json)
    ? withStrings(json, (source) => (isText(String(JSON.parse(source))) ? source : '""'))
    : json
