import { Effect, Random } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Unavailable } from "../../domain/Errors.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { busy, errorResponse, finish, limited, noSuchPath, requestIdOf } from "./Response.ts"
import { declaresMoreThan } from "./Body.ts"
import { callCapacity } from "../capacity/CallCapacity.ts"
import { FailureLog } from "./FailureLog.ts"
import { isDashboard, routesOf } from "./KnownRoutes.ts"
import { budgetOfPath, isMailPath } from "./publicPaths.ts"
import { hostOf, TrackingHosts } from "./TrackingHosts.ts"
import { rateHeaders } from "../auth/rateHeaders.ts"

/** Adds to every response a request id, the error body, security headers and a log line (contract §1). */
export const ErrorEnvelopeLayer = HttpRouter.middleware(
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const failures = yield* FailureLog
    const hosts = yield* TrackingHosts
    const { secure } = yield* publicUrl
    const withPublicCapacity = callCapacity("public")

    // Charges the budget of the client's address and adds its rate headers. Serves requests without a route; Authorization.ts and AddressBudget.ts
    // charge the others.
    const charged = <E, R>(
      request: HttpServerRequest.HttpServerRequest,
      response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) =>
      Effect.gen(function* () {
        const admission = yield* admissions.admit({
          digest: null,
          serviceAccountId: null,
          address: addresses.of(request)
        })
        return HttpServerResponse.setHeaders(
          admission.granted ? yield* response : limited(admission.retryAfter),
          rateHeaders(admission)
        )
      })

    // Responds before any token is read. The dashboard has no address budget.
    const reject = (
      request: HttpServerRequest.HttpServerRequest,
      path: string,
      response: HttpServerResponse.HttpServerResponse
    ) =>
      isDashboard(path)
        ? Effect.succeed(response)
        : Effect.orElseSucceed(charged(request, Effect.succeed(response)), () => busy)

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
            finish(response, request, path, requestId, secure)
          )
        )
        if (!path.startsWith("/health/") && !isMailPath(path)) {
          const isTracking = yield* hosts.isSet(hostOf(request))
          if (isTracking) return yield* reject(request, path, errorResponse(404, "not_found", noSuchPath))
        }
        const routes = routesOf(path)
        if (!routes.methodsOf(path).includes(request.method)) {
          const allow = routes.allowedOf(path).join(", ")
          if (allow === "") return yield* reject(request, path, errorResponse(404, "not_found", noSuchPath))
          return yield* reject(
            request,
            path,
            errorResponse(405, "not_found", `This path answers ${allow}`, { Allow: allow })
          )
        }
        if (declaresMoreThan(request, routes.bodyLimitOf(path))) {
          return yield* reject(request, path, errorResponse(413, "validation_failed", "The body is too large"))
        }
        const call = Effect.annotateLogs(httpEffect, { requestId })
        if (path.startsWith("/health/")) return yield* call
        // Calls with a valid token or session take the capacity of their own kind instead, once they are authenticated.
        const withCapacity = withPublicCapacity(addresses.of(request))(call)
        const isCharged = budgetOfPath(request.method, path) === "address"
        const limitedCall = isCharged ? charged(request, withCapacity) : withCapacity
        return yield* Effect.catchIf(
          limitedCall,
          (error) => error instanceof Unavailable,
          () => Effect.succeed(busy)
        )
      })
  }),
  { global: true }
)
