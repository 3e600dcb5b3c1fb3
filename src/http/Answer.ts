import type { Random } from "effect"
import { HttpServerResponse } from "effect/http"
import { errorBody, type ErrorCode } from "../api/Errors.ts"
import { deprecationOf } from "./deprecationOf.ts"
import { isDashboard } from "./KnownRoutes.ts"

export const noSuchPath = "There is no such path; /docs lists those there are"

type Dress = readonly [code: ErrorCode, message: string]

const unavailable: Dress = ["internal_error", "The service can't do this right now; nothing was changed, try again"]

const dressed: Record<number, Dress> = {
  400: ["validation_failed", "The request can't be read"],
  404: ["not_found", noSuchPath],
  413: ["validation_failed", "The body is too large"],
  415: ["validation_failed", "The body must be application/json"],
  503: unavailable
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

const newId = (random: Random.Random): string => {
  const half = () =>
    Math.floor(random.nextDoubleUnsafe() * 2 ** 32)
      .toString(36)
      .padStart(7, "0")
  return `req_${half()}${half()}`
}

/** The id that a request brings, when it is one, or else a new one. */
export const requestIdOf = (given: string | undefined, random: Random.Random): string =>
  given !== undefined && idForm.test(given) ? given : newId(random)

const headersOf = (status: number, path: string, requestId: string): Record<string, string> => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
  ...deprecationOf(path),
  ...(/^\/(v1|oauth|dashboard\/api)\//.test(path) ? { "Cache-Control": "no-store" } : {}),
  ...(status === 401 && !isDashboard(path)
    ? { "WWW-Authenticate": path === "/oauth/token" ? 'Basic realm="oauth"' : "Bearer" }
    : {})
})

/** An answer with all that every answer has: request id, envelope of errors, safety headers (contract §1). */
export const finish = (response: HttpServerResponse.HttpServerResponse, path: string, requestId: string) =>
  HttpServerResponse.setHeaders(dress(response), {
    // A call cut off by the stop of this process has no answer but the platform's own.
    ...(response.status === 503 && response.headers["retry-after"] === undefined ? busy.headers : {}),
    ...headersOf(response.status, path, requestId)
  })

const busyText = JSON.stringify(errorBody(...unavailable))
const busyHeaders = {
  ...busy.headers,
  "Content-Type": "application/json",
  "Content-Length": String(Buffer.byteLength(busyText))
}

/** `busy`, finished, for who sends it past the platform: as a text, which leaves in one piece with the headers. */
export const finishedBusy = (path: string, requestId: string) => ({
  status: busy.status,
  headers: { ...busyHeaders, ...headersOf(busy.status, path, requestId) },
  body: busyText
})
