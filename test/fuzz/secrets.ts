import { Schema } from "effect"
import type { ApiResponse } from "../support/http/http.ts"
import type { FuzzedRequest } from "./requests.ts"

const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

// Shorter texts may occur by chance.
const shortest = 8

const secretMember =
  /"(?:password|current_password|new_password|secret|token|access_token|client_secret)"\s*:\s*("(?:[^"\\]|\\.)*")/g
// Bounded lengths keep the search linear on long texts.
const email = /[^\s"'@\\:,;<>()=&?]{1,64}@[^\s"'@\\:,;<>()=&?/]{1,100}\.[\p{L}\d]{1,20}/gu
const phone = /\+\d{7,15}|\(\d{3}\) \d{3}-\d{4}|\+\d{2} \d{2} \d{4} \d{4}/g
const afterHash = /#([\w-]{20,})/g

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

const inText = (text: string): ReadonlyArray<string> => [
  ...[...text.matchAll(secretMember)].map(([, value = ""]) => unquoted(value)),
  ...(text.match(email) ?? []),
  ...(text.match(phone) ?? [])
]

const inHeaders = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  [headers["authorization"]?.replace("Bearer ", ""), headers["cookie"]?.replace("session=", "")]
    .concat(headers["x-service-integration-token"])
    .flatMap((value) => value ?? [])

const decoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll("%", ""), "hex").toString())

const long = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text) => text.trim()).filter((text) => text.length >= shortest)

/** Secrets, e-mail addresses and phone numbers in a request. */
export const secretsOfRequest = ({ init, path }: FuzzedRequest): ReadonlyArray<string> =>
  long([...inText(init.body ?? ""), ...inText(decoded(path)), ...inHeaders(init.headers)])

/** Secrets, e-mail addresses and phone numbers in a response, which may show a new secret once. */
export const secretsOfResponse = ({ text, headers }: ApiResponse): ReadonlyArray<string> =>
  long([
    ...inText(text),
    ...[...text.matchAll(afterHash)].map(([, secret = ""]) => secret),
    ...headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? "")
  ])

// Fields with values that the service generates for each line.
const own = /^(?:timestamp|fiberId|requestId)$/

/** The distinct contents of a log as one text in lower case, without times and ids. */
export const distinctLogText = (log: string): string => {
  const lines = log.split("\n").filter((line) => line !== "")
  const different = new Set(
    lines.map((line) =>
      line.startsWith("{") ? JSON.stringify(decodeLine(line), (key, value) => (own.test(key) ? "" : value)) : line
    )
  )
  const text = [...different].join("\n")
  return `${text}\n${decoded(text)}`.toLowerCase()
}
