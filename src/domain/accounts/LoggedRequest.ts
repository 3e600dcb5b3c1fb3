import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** An API token, or with kind `app` an OAuth application. `name` is null once that is deleted. */
export const ApiCaller = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["token", "app"]),
  name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ApiCaller" })

/**
 * A request to the public API as the log keeps it for 30 days: no content, and of an error only its code and field names.
 * `endpoint` is the method and the documented path (`PATCH /v1/contacts/:id`). `calls` is above 1 where one entry counts
 * several requests that the rate limit rejected within a second.
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

/** The filter of the log by response status. */
export const StatusClass = Schema.Literals(["2xx", "4xx", "5xx"])
export type StatusClass = typeof StatusClass.Type

/** Whether a text has the form of a request id. Callers may choose their own. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)

/** Deprecated endpoints and their replacements. */
export const successors: Readonly<Record<string, string>> = {
  "POST /v1/contacts/:id/unsubscribe": "PATCH /v1/contacts/:id"
}

const product = /^[A-Za-z][A-Za-z._-]{0,31}(?:\/\d{1,5}(?:\.\d{1,5}){0,3})?/

/** The first product of a `User-Agent`, such as `curl/8.5.0`; the rest may identify a person. */
export const clientOf = (userAgent: string | undefined): string | null => product.exec(userAgent ?? "")?.[0] ?? null

/**
 * A field's path with `*` for each part that is neither an index nor among `documented` (in lower case): keys of free-form
 * objects are the caller's text and may be personal.
 */
export const fieldName = (field: string, documented: ReadonlySet<string>): string =>
  field
    .split(".", 8)
    .map((part) => (documented.has(part.toLowerCase()) || /^\d{1,3}$/.test(part) ? part : "*"))
    .join(".")
