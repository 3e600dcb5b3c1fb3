import type { Random } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { errorBody, type ErrorCode, rateLimitedMessage, unavailableMessage } from "../../api/Errors.ts"
import { deprecationOf } from "../public/deprecationOf.ts"
import { errorPage } from "../pages/errorPage.ts"
import { isDashboard } from "./KnownRoutes.ts"
import { isReadByPeople } from "./publicPaths.ts"

export const noSuchPath = "There is no such path; /docs lists all paths"

type ErrorText = readonly [code: ErrorCode, message: string]

const unavailable: ErrorText = ["internal_error", unavailableMessage]

const defaultErrors: Record<number, ErrorText> = {
  400: ["validation_failed", "The request can't be read"],
  404: ["not_found", noSuchPath],
  413: ["validation_failed", "The body is too large"],
  415: ["validation_failed", "The body must be application/json"],
  503: unavailable
}

export const errorResponse = (status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe(errorBody(code, message), { status, headers })

/** The response to a call beyond its rate limit. */
export const rateLimited = (retryAfter: number) =>
  ({
    status: 429,
    code: "rate_limited",
    message: rateLimitedMessage(retryAfter),
    headers: { "Retry-After": String(retryAfter) }
  }) as const

export const limited = (retryAfter: number) => {
  const { status, code, message, headers } = rateLimited(retryAfter)
  return errorResponse(status, code, message, headers)
}

export const busy = HttpServerResponse.empty({ status: 503, headers: { "Retry-After": "1" } })

// JSON of the API, and HTML of pages for people.
const ownBody = /json|^text\/html/

// Gives the platform's own error responses and defects, which have neither, the error body; and every error of a path for people its page.
const withErrorBody = (
  response: HttpServerResponse.HttpServerResponse,
  { headers }: HttpServerRequest.HttpServerRequest,
  path: string
): HttpServerResponse.HttpServerResponse => {
  const isPage = response.body._tag !== "Empty" && response.body.contentType?.startsWith("text/html") === true
  if (response.status >= 400 && !isPage && isReadByPeople(path)) {
    const page = errorPage(response.status, headers["accept-language"])
    return HttpServerResponse.setHeaders(HttpServerResponse.setBody(response, page.body), page.headers)
  }
  if (response.status < 400 || (response.body._tag !== "Empty" && ownBody.test(response.body.contentType ?? "")))
    return response
  const [code, message] = defaultErrors[response.status] ?? [
    "internal_error",
    "Something went wrong here; it was reported"
  ]
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

/** The `X-Request-Id` of a request if it is valid, otherwise a new id. */
export const requestIdOf = (header: string | undefined, random: Random.Random): string =>
  header !== undefined && idForm.test(header) ? header : newId(random)

const headersOf = (status: number, path: string, requestId: string, secure: boolean): Record<string, string> => ({
  "X-Request-Id": requestId,
  "X-Content-Type-Options": "nosniff",
  ...(secure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  ...deprecationOf(path),
  ...(/^\/(v1|oauth|dashboard\/api)\//.test(path) ? { "Cache-Control": "no-store" } : {}),
  ...(status === 401 && !isDashboard(path)
    ? { "WWW-Authenticate": path === "/oauth/token" ? 'Basic realm="oauth"' : "Bearer" }
    : {})
})

/** Adds the error body, request id and security headers (contract §1). `secure`: the service is reached by https. */
export const finish = (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest,
  path: string,
  requestId: string,
  secure: boolean
) =>
  HttpServerResponse.setHeaders(withErrorBody(response, request, path), {
    // The platform answers calls that the stop of the process cuts off, without Retry-After.
    ...(response.status === 503 && response.headers["retry-after"] === undefined ? busy.headers : {}),
    ...headersOf(response.status, path, requestId, secure)
  })

/** Sends a finished error response directly to the socket, without the platform: headers and body in one write. */
export const sendError = (
  response: ServerResponse,
  error: { readonly status: number; readonly code: ErrorCode; readonly message: string },
  headers: Record<string, string>,
  path: string,
  requestId: string,
  secure: boolean
): void => {
  const { req: request } = response
  const body = isReadByPeople(path)
    ? errorPage(error.status, request.headers["accept-language"])
    : errorResponse(error.status, error.code, error.message)
  const { "content-length": _, "content-type": __, ...pageHeaders } = body.headers
  const { bytes, type } =
    body.body._tag === "Uint8Array"
      ? { bytes: body.body.body, type: body.body.contentType }
      : { bytes: new Uint8Array(), type: "application/json" }
  // The body of the request is still unread. If it may never arrive or end, the connection cannot be used for the next request.
  const endsConnection = request.headers.expect !== undefined || !hasShortBody(request)
  if (!endsConnection) request.resume()
  response
    .writeHead(error.status, {
      ...pageHeaders,
      ...headers,
      ...headersOf(error.status, path, requestId, secure),
      "Content-Type": type,
      "Content-Length": String(bytes.byteLength),
      ...(endsConnection ? { Connection: "close" } : {})
    })
    .end(bytes)
}

const maxUnread = 1024 * 1024

const hasShortBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= maxUnread
