import type { ErrorCode } from "./Errors.ts"

const seconds = { type: "integer", minimum: 1 }
const count = { type: "integer", minimum: 0 }

/** Headers that answers carry (specification §8, contract §1). */
export const headers = {
  "X-Request-Id": {
    description: "Names this request in the service's logs; a valid id that was sent is kept.",
    schema: { type: "string" },
    example: "req_0a1b2c3d4e5f6g"
  },
  "X-RateLimit-Limit-Minute": { description: "Most requests a minute.", schema: count, example: 60 },
  "X-RateLimit-Remaining-Minute": { description: "Requests left in this UTC minute.", schema: count, example: 59 },
  "X-RateLimit-Reset-Minute": {
    description: "Unix timestamp at which the minute window starts anew.",
    schema: count,
    example: 1777887060
  },
  "X-RateLimit-Limit-Day": { description: "Most requests a day.", schema: count, example: 10_000 },
  "X-RateLimit-Remaining-Day": { description: "Requests left in this UTC day.", schema: count, example: 9_999 },
  "X-RateLimit-Reset-Day": {
    description: "Unix timestamp at which the day window starts anew.",
    schema: count,
    example: 1777939200
  },
  "Retry-After": { description: "Seconds to wait; always long enough.", schema: seconds, example: 12 },
  "WWW-Authenticate": { description: "How to authenticate.", schema: { type: "string" }, example: "Bearer" }
}

const refs = (names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const rate = Object.keys(headers).filter((name) => name.startsWith("X-RateLimit"))

/** References to the headers of an answer: every one has a request id, those that cost a request show the budget. */
export const headersOf = (status: number, rated: boolean) =>
  refs([
    "X-Request-Id",
    ...(rated ? rate : []),
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
    ...(status === 401 ? ["WWW-Authenticate"] : [])
  ])

/** Headers that every call of the API may send. */
export const parameters = {
  ServiceAccountId: {
    name: "Service-Account-Id",
    in: "header",
    description: "Acts for a direct subaccount of the token's account. Any other id is answered with 404.",
    schema: { type: "string" },
    example: "acc_01kqs2v6fzj4m8x0c3t9r7w5yb"
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "Your own name for the request, 1 to 128 letters, digits, `.`, `_` or `-`.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" }
  }
}

export const errorSchema = {
  type: "object",
  description: "The body of every error.",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: {
          type: "string",
          enum: [
            "invalid_client",
            "invalid_scope",
            "unauthorized",
            "insufficient_scope",
            "not_found",
            "conflict",
            "validation_failed",
            "rate_limited",
            "internal_error"
          ] satisfies ReadonlyArray<ErrorCode>
        },
        message: { type: "string", description: "For people; may change." },
        details: {
          type: "array",
          description: "Everything that is wrong, a dotted path each.",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: { field: { type: "string" }, message: { type: "string" } }
          }
        }
      }
    }
  }
}

interface ErrorPart {
  readonly name: string
  readonly status: number
  readonly code: ErrorCode
  readonly description: string
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

/** The errors that many operations share. */
export const errors: ReadonlyArray<ErrorPart> = [
  {
    name: "Unauthorized",
    status: 401,
    code: "unauthorized",
    description: "The bearer token is missing, malformed, unknown, expired or revoked.",
    message: "The bearer token is missing, malformed, unknown, expired or revoked"
  },
  {
    name: "InvalidScope",
    status: 400,
    code: "invalid_scope",
    description: "A scope is not enabled on the application, or none is.",
    message: "The scope orders_write is not enabled on the application",
    details: [{ field: "scope", message: "The scope orders_write is not enabled on the application" }]
  },
  {
    name: "InvalidClient",
    status: 401,
    code: "invalid_client",
    description: "The client id or the client secret is wrong.",
    message: "The client id or the client secret is wrong"
  },
  {
    name: "InsufficientScope",
    status: 403,
    code: "insufficient_scope",
    description: "The token lacks the scope of this operation.",
    message: "The token lacks the scope orders_write",
    details: [{ field: "scope", message: "orders_write" }]
  },
  {
    name: "NotFound",
    status: 404,
    code: "not_found",
    description: "Unknown, deleted or another account's: all alike.",
    message: "There is no such thing here"
  },
  {
    name: "Conflict",
    status: 409,
    code: "conflict",
    description: "What was sent collides with what is there.",
    message: "The idempotency key was used with another body"
  },
  {
    name: "PayloadTooLarge",
    status: 413,
    code: "validation_failed",
    description: "The body is larger than this operation reads.",
    message: "The body is too large"
  },
  {
    name: "UnsupportedMediaType",
    status: 415,
    code: "validation_failed",
    description: "The body has another media type, or is compressed.",
    message: "The body must be application/json, not encoded further",
    details: [{ field: "Content-Type", message: "application/json" }]
  },
  {
    name: "ValidationFailed",
    status: 422,
    code: "validation_failed",
    description: "The request has faults. All are listed; nothing was written.",
    message: "The request has 2 faults",
    details: [
      { field: "email", message: "Must be an e-mail address" },
      { field: "line_items.0.quantity", message: "Must be an integer" }
    ]
  },
  {
    name: "RateLimited",
    status: 429,
    code: "rate_limited",
    description: "A rate window is used up.",
    message: "The rate limit is used up; try again in 12 seconds"
  },
  {
    name: "InternalError",
    status: 500,
    code: "internal_error",
    description: "A fault of the service, which was reported.",
    message: "Something went wrong here; it was reported"
  },
  {
    name: "Unavailable",
    status: 503,
    code: "internal_error",
    description: "Not now. Nothing was changed: repeat the call.",
    message: "The service can't do this right now; nothing was changed, try again"
  }
]
