import type { ErrorCode } from "./Errors.ts"

const seconds = { type: "integer", minimum: 1 }
const count = { type: "integer", minimum: 0 }

/** Response headers (contract §1 and §7). */
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

/** References to the headers of a response. `rated`: the call is charged to a rate window, whose state the response shows. */
export const headersOf = (status: number, rated: boolean) =>
  refs([
    "X-Request-Id",
    ...(rated ? rate : []),
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
    ...(status === 401 ? ["WWW-Authenticate"] : [])
  ])

/** Request headers of every endpoint. */
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
