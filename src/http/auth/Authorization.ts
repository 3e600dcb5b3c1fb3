import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authorization, Caller, RequiredScope } from "../../api/Authorization.ts"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { InsufficientScope, NotFound, RateLimited, Unauthorized } from "../../domain/Errors.ts"
import { clientOf } from "../../domain/accounts/LoggedRequest.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { digestOf } from "../../store/database/Digest.ts"
import { Requests } from "../../store/accounts/Requests.ts"
import { TokenUses } from "../../store/admission/TokenUses.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { makeAccountFairness } from "../capacity/AccountFairness.ts"
import { callCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"
import { prefetchOf, withPrefetched } from "./OrderPrefetch.ts"
import { rateHeaders } from "./RateHeaders.ts"
import { loggedErrorOf } from "../server/loggedErrorOf.ts"
import { tokenForm, wantedAccount } from "./tokenForm.ts"

type Bearer = Parameters<Authorization["Service"]["bearer"]>

/** Bearer, account, windows, scope: in this order, whatever else may be wrong with the request (contract §1). */
export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const uses = yield* TokenUses
    const requests = yield* Requests
    const withCapacity = callCapacity("api", yield* makeAccountFairness)
    const authorized = Effect.fnUntraced(function* (
      httpEffect: Bearer[0],
      { endpoint }: Bearer[1],
      digest: string | null
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const began = yield* Clock.currentTimeMillis
      const address = addresses.of(request)
      const verdict = yield* admissions.admit({
        digest,
        serviceAccountId: wantedAccount(request.headers["service-account-id"]),
        address,
        ...prefetchOf(endpoint, request)
      })
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(verdict)))
      )
      const limited = () => new RateLimited({ retryAfter: verdict.retryAfter })
      if (verdict.caller === null) return yield* verdict.granted ? new Unauthorized() : limited()
      const { home, top_level, target, scopes, token_id, application_id } = verdict.caller
      yield* uses.note(home, token_id)
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.as(
            requests.note({
              account_id: home,
              request_id: response.headers["x-request-id"] ?? "",
              caller_id: application_id ?? token_id,
              subaccount_id: target === null || target.account_id === home ? null : target.account_id,
              endpoint: `${endpoint.method} ${endpoint.path}`,
              status: response.status,
              ...loggedErrorOf(response),
              duration_ms: Math.max(0, now - began),
              client: clientOf(request.headers["user-agent"])
            }),
            response
          )
        )
      )
      if (target === null) return yield* new NotFound()
      if (!verdict.granted) return yield* limited()
      const scope = Context.get(endpoint.annotations, RequiredScope)
      if (scope !== null && !scopes.includes(scope)) return yield* new InsufficientScope({ scope })
      // A call with a body takes its place when that has come (Body.ts).
      const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(takeWorkSlot, httpEffect)
      return yield* Effect.provideService(call, Caller, { ...target, token_id }).pipe(
        withPrefetched(verdict.prefetched),
        onAccountClock(target.clock_offset),
        withCapacity(top_level)
      )
    })
    return Authorization.of({
      bearer: (httpEffect, options) => {
        const token = Redacted.value(options.credential)
        // A token that can't be one is not looked up.
        return authorized(httpEffect, options, tokenForm.test(token) ? digestOf(token) : null)
      }
    })
  })
)
