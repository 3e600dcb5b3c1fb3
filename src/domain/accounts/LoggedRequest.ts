import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** An API token, or under kind `app` an OAuth application. The name is null once it is gone. */
export const ApiCaller = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["token", "app"]),
  name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ApiCaller" })

/**
 * A call of the public API as it is kept for 30 days: nothing of what was sent, and of a refusal the code and the names of
 * fields. `endpoint` is method and path as documented (`PATCH /v1/contacts/:id`). `calls` is above 1 where a call that was
 * refused by the rate limit stands for others of the same second.
 */
export const LoggedRequest = Schema.Struct({
  id: Schema.String,
  request_id: Schema.String,
  time: Timestamp,
  endpoint: Schema.String,
  deprecated: Schema.Boolean,
  status: Schema.Int,
  calls: Schema.Int,
  error_code: Schema.NullOr(Schema.String),
  fields: Schema.Array(Schema.String),
  duration_ms: Schema.Int,
  caller: ApiCaller,
  subaccount_id: Schema.NullOr(Schema.String),
  client: Schema.NullOr(Schema.String)
}).annotate({ identifier: "LoggedRequest" })
export type LoggedRequest = typeof LoggedRequest.Type

/** Which answers are looked for. */
export const StatusClass = Schema.Literals(["2xx", "4xx", "5xx"])
export type StatusClass = typeof StatusClass.Type

/** Callers choose request ids; what can't be one is not looked up. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)

/** Deprecated endpoints, and what to call instead. */
export const successors: Readonly<Record<string, string>> = {
  "POST /v1/contacts/:id/unsubscribe": "PATCH /v1/contacts/:id"
}

const product = /^[A-Za-z][A-Za-z._-]{0,31}(?:\/\d{1,5}(?:\.\d{1,5}){0,3})?/

/** The product that a `User-Agent` begins with, such as `curl/8.5.0`: what the program calls itself, and nothing more. */
export const clientOf = (userAgent: string | undefined): string | null => product.exec(userAgent ?? "")?.[0] ?? null

/**
 * A field's path with every part that is not among the `known` (lower-case) names as `*`: keys of free-form objects are the
 * caller's text and may be personal.
 */
export const fieldName = (field: string, known: ReadonlySet<string>): string =>
  field
    .split(".", 8)
    .map((part) => (known.has(part.toLowerCase()) || /^\d{1,3}$/.test(part) ? part : "*"))
    .join(".")
