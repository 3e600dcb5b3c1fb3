import { Effect, Random } from "effect"
import { HttpServerResponse } from "effect/http"
import { errorBody, type ErrorCode } from "../api/Errors.ts"
import { deprecationOf } from "./deprecationOf.ts"
import { isDashboard } from "./KnownRoutes.ts"

export const noSuchPath = "There is no such path; /docs lists those there are"

const dressed: Record<number, readonly [code: ErrorCode, message: string]> = {
  400: ["validation_failed", "The request can't be read"],
  404: ["not_found", noSuchPath],
  413: ["validation_failed", "The body is too large"],
  415: ["validation_failed", "The body must be application/json"],
  503: ["internal_error", "The service can't do this right now; nothing was changed, try again"]
}

export const errorAnswer = (status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe(errorBody(code, message), { status, headers })

export const limited = (retryAfter: number) =>
  errorAnswer(429, "rate_limited", `The rate limit is used up; try again in ${retryAfter} seconds`, {
    "Retry-After": String(retryAfter)
  })

export const busy = HttpServerResponse.empty({ status: 503, headers: { "Retry-After": "1" } })

// An answer that carries no JSON yet: the platform's own refusals, and defects.
const dress = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.status < 400 || (response.body._tag !== "Empty" && response.body.contentType?.includes("json") === true))
    return response
  const [code, message] = dressed[response.status] ?? ["internal_error", "Something went wrong here; it was reported"]
  return HttpServerResponse.setBody(response, HttpServerResponse.jsonUnsafe(errorBody(code, message)).body)
}

const idForm = /^[A-Za-z0-9._-]{1,128}$/

const newRequestId = Effect.gen(function* () {
  const [high, low] = [yield* Random.nextIntBetween(0, 2 ** 32 - 1), yield* Random.nextIntBetween(0, 2 ** 32 - 1)]
  return `req_${high.toString(36).padStart(7, "0")}${low.toString(36).padStart(7, "0")}`
})

/** The id that a request brings, when it is one, or else a new one. */
export const requestIdOf = (given: string | undefined): Effect.Effect<string> =>
  given !== undefined && idForm.test(given) ? Effect.succeed(given) : newRequestId

/** An answer with all that every answer has: request id, envelope of errors, safety headers (contract §1). */
export const finish = (response: HttpServerResponse.HttpServerResponse, path: string, requestId: string) =>
  HttpServerResponse.setHeaders(dress(response), {
    "X-Request-Id": requestId,
    // A call cut off by the stop of this process has no answer but the platform's own.
    ...(response.status === 503 && response.headers["retry-after"] === undefined ? { "Retry-After": "1" } : {}),
    "X-Content-Type-Options": "nosniff",
    ...deprecationOf(path),
    ...(/^\/(v1|oauth|dashboard\/api)\//.test(path) ? { "Cache-Control": "no-store" } : {}),
    ...(response.status === 401 && !isDashboard(path)
      ? { "WWW-Authenticate": path === "/oauth/token" ? 'Basic realm="oauth"' : "Bearer" }
      : {})
  })
