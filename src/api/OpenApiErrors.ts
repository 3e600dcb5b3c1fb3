import { type ErrorCode, rateLimitedMessage, unavailableMessage } from "./Errors.ts"

interface ErrorPart {
  readonly name: string
  readonly status: number
  readonly code: ErrorCode
  readonly description: string
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

/** The errors that operations share. */
export const errors: ReadonlyArray<ErrorPart> = [
  {
    name: "Unauthorized",
    status: 401,
    code: "unauthorized",
    description: "The bearer token is missing, malformed, unknown, expired or revoked.",
    message:
      "The bearer token is missing, malformed, unknown, expired or revoked; send it as Authorization: Bearer <token>"
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
    message: "Nothing has this id here; check it, and Service-Account-Id if you send it"
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
    message: "The body must be application/json, declared in Content-Type, without Content-Encoding",
    details: [{ field: "Content-Type", message: "application/json" }]
  },
  {
    name: "ValidationFailed",
    status: 422,
    code: "validation_failed",
    description: "The request has problems. All are listed, the first 100 where there are more; nothing was written.",
    message: "The request has 2 problems",
    details: [
      { field: "email", message: "Must be an e-mail address" },
      { field: "line_items.0.quantity", message: "Must be a number or null" }
    ]
  },
  {
    name: "RateLimited",
    status: 429,
    code: "rate_limited",
    description: "A rate window is used up.",
    message: rateLimitedMessage(12)
  },
  {
    name: "InternalError",
    status: 500,
    code: "internal_error",
    description: "A failure of the service, which was reported.",
    message: "Something went wrong here; it was reported"
  },
  {
    name: "Unavailable",
    status: 503,
    code: "internal_error",
    description: "Not now. Nothing was changed: repeat the call.",
    message: unavailableMessage
  }
]
