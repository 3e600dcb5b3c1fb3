import { Effect, flow, Random } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorBody, type ErrorCode } from "../api/Errors.ts"
import { Unavailable } from "../domain/Failure.ts"
import { Admissions } from "../store/Admissions.ts"
import { ClientAddress } from "./Address.ts"
import { bytesHeldBy, declaresMoreThan } from "./Body.ts"
import { deprecationOf } from "./deprecationOf.ts"
import { inFlight, mostBytesInFlight, mostInFlight } from "./InFlight.ts"
import { rateHeaders } from "./Limits.ts"
import { isDashboard, routesOf } from "./KnownRoutes.ts"
import { refusalPace } from "./RefusalPace.ts"

const idForm = /^[A-Za-z0-9._-]{1,128}$/

const newRequestId = Effect.gen(function* () {
  const [high, low] = [yield* Random.nextIntBetween(0, 2 ** 32 - 1), yield* Random.nextIntBetween(0, 2 ** 32 - 1)]
  return `req_${high.toString(36).padStart(7, "0")}${low.toString(36).padStart(7, "0")}`
})

const noSuchPath = "There is no such path; /docs lists those there are"

const dressed: Record<number, readonly [code: ErrorCode, message: string]> = {
  400: ["validation_failed", "The request can't be read"],
  404: ["not_found", noSuchPath],
  413: ["validation_failed", "The body is too large"],
  415: ["validation_failed", "The body must be application/json"],
  503: ["internal_error", "The service can't do this right now; nothing was changed, try again"]
}

const errorAnswer = (status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe(errorBody(code, message), { status, headers })

const busy = HttpServerResponse.empty({ status: 503, headers: { "Retry-After": "1" } })

// An answer that carries no JSON yet: the platform's own refusals, and defects.
const dress = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  if (response.status < 400 || (response.body._tag !== "Empty" && response.body.contentType?.includes("json") === true))
    return response
  const [code, message] = dressed[response.status] ?? ["internal_error", "Something went wrong here; it was reported"]
  return HttpServerResponse.setBody(response, HttpServerResponse.jsonUnsafe(errorBody(code, message)).body)
}

/** What every answer has in common: request id, envelope of errors, safety headers, a log line (contract §1). */
export const EnvelopeLayer = HttpRouter.middleware(
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress

    // An answer given before any token was looked at draws from the address's budget and shows it.
    // The dashboard has no such budget.
    const refuse = (
      request: HttpServerRequest.HttpServerRequest,
      path: string,
      answer: HttpServerResponse.HttpServerResponse
    ) => (isDashboard(path) ? Effect.succeed(answer) : charge(request, answer))

    const charge = (request: HttpServerRequest.HttpServerRequest, answer: HttpServerResponse.HttpServerResponse) =>
      admissions.admit({ digest: null, wanted: null, address: addresses.of(request) }).pipe(
        Effect.map((verdict) =>
          HttpServerResponse.setHeaders(
            verdict.granted
              ? answer
              : errorAnswer(
                  429,
                  "rate_limited",
                  `The rate limit is used up; try again in ${verdict.retryAfter} seconds`,
                  {
                    "Retry-After": String(verdict.retryAfter)
                  }
                ),
            rateHeaders(verdict)
          )
        ),
        Effect.catch(() => Effect.succeed(busy))
      )

    const apiRoom = inFlight("process", mostInFlight.process)("")
    const dashboardRoom = inFlight("dashboard", mostInFlight.dashboard)
    const dashboardBytes = inFlight("dashboard_bytes", mostBytesInFlight.dashboard)
    const paced = refusalPace()

    return (httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = request.url.split("?", 1)[0] ?? ""
        const given = request.headers["x-request-id"]
        const requestId = given !== undefined && idForm.test(given) ? given : yield* newRequestId
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.as(
            response.status >= 500
              ? Effect.logError("Request failed", { method: request.method, status: response.status, requestId })
              : Effect.logDebug("Request", { method: request.method, status: response.status, requestId }),
            finish(response, path, requestId)
          )
        )
        const routes = routesOf(path)
        const methods = routes.methodsOf(path)
        if (methods.length === 0) return yield* refuse(request, path, errorAnswer(404, "not_found", noSuchPath))
        if (!methods.includes(request.method)) {
          const allow = methods.join(", ")
          return yield* refuse(
            request,
            path,
            errorAnswer(405, "not_found", `This path answers ${allow}`, { Allow: allow })
          )
        }
        const limit = routes.bodyLimitOf(path)
        if (declaresMoreThan(request, limit)) {
          return yield* refuse(request, path, errorAnswer(413, "validation_failed", "The body is too large"))
        }
        const call = Effect.annotateLogs(httpEffect, { requestId })
        if (path.startsWith("/health/")) return yield* call
        const room = isDashboard(path)
          ? flow(dashboardBytes("", bytesHeldBy(request, limit)), dashboardRoom(""))
          : apiRoom
        return yield* Effect.catchIf(
          room(call),
          (error) => error instanceof Unavailable,
          () => Effect.succeed(busy)
        )
      }).pipe(Effect.tap(paced))
  }),
  { global: true }
)

const finish = (response: HttpServerResponse.HttpServerResponse, path: string, requestId: string) =>
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
