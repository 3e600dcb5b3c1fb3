import { Effect, flow, Random } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Unavailable } from "../domain/Failure.ts"
import { Admissions } from "../store/Admissions.ts"
import { ClientAddress } from "./Address.ts"
import { busy, errorAnswer, finish, limited, noSuchPath, requestIdOf } from "./Answer.ts"
import { bytesHeldBy, declaresMoreThan } from "./Body.ts"
import { FailureLog } from "./FailureLog.ts"
import { inFlight, mostBytesInFlight, mostInFlight } from "./InFlight.ts"
import { rateHeaders } from "./Limits.ts"
import { isDashboard, routesOf } from "./KnownRoutes.ts"
import { inLine, RefusalPace } from "./RefusalPace.ts"

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

    const charge = (request: HttpServerRequest.HttpServerRequest, answer: HttpServerResponse.HttpServerResponse) => {
      const address = addresses.of(request)
      return admissions.admit({ digest: null, wanted: null, address }).pipe(
        Effect.tap(({ granted }) => (granted ? Effect.void : inLine(beyondLimits, address))),
        Effect.map((verdict) =>
          HttpServerResponse.setHeaders(verdict.granted ? answer : limited(verdict.retryAfter), rateHeaders(verdict))
        ),
        Effect.catch(() => Effect.succeed(busy))
      )
    }

    const apiRoom = (yield* inFlight("process", mostInFlight.process))("")
    const dashboardRoom = yield* inFlight("dashboard", mostInFlight.dashboard)
    const dashboardBytes = yield* inFlight("dashboard_bytes", mostBytesInFlight.dashboard)
    const { beyondLimits } = yield* RefusalPace
    const failures = yield* FailureLog

    return (httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = request.url.split("?", 1)[0] ?? ""
        const requestId = requestIdOf(request.headers["x-request-id"], yield* Random.Random)
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.as(
            response.status >= 500
              ? Effect.sync(() => failures.note({ method: request.method, status: response.status, requestId }))
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
        const answer = yield* Effect.catchIf(
          room(call),
          (error) => error instanceof Unavailable,
          () => Effect.succeed(busy)
        )
        // Beyond an address's limits; of those beyond an account's, its line is known where the token is (Authorization.ts).
        if (answer.status === 429 && !path.startsWith("/v1/")) yield* inLine(beyondLimits, addresses.of(request))
        return answer
      })
  }),
  { global: true }
)
