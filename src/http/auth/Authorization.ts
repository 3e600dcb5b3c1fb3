import { Clock, Context, Effect, identity, Layer, Redacted } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authorization, OnAccountClock, RequiredScope } from "../../api/Authorization.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { InsufficientScope, NotFound, RateLimited, Unauthorized } from "../../domain/Errors.ts"
import { clientOf } from "../../domain/accounts/LoggedRequest.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import type { Prefetched } from "../../store/admission/Prefetch.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { RequestLog } from "../../store/accounts/RequestLog.ts"
import { TokenUses } from "../../store/admission/TokenUses.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { makeAccountFairness } from "../capacity/AccountFairness.ts"
import { callCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"
import { orderPrefetch, PrefetchedRows } from "./orderPrefetch.ts"
import { rateHeaders } from "./rateHeaders.ts"
import { EarlyBody, type ParsedBody } from "../server/Body.ts"
import { loggedErrorOf } from "../server/loggedErrorOf.ts"
import { requestedAccount, tokenForm } from "./tokenForm.ts"
import { hasIds } from "./hasIds.ts"

const withPrefetch =
  (body: ParsedBody, rows: Prefetched | null) =>
  <A, E, R>(call: Effect.Effect<A, E, R>) =>
    call.pipe(Effect.provideService(EarlyBody, body), Effect.provideService(PrefetchedRows, rows))

type Bearer = Parameters<Authorization["Service"]["bearer"]>

/** Checks bearer token, account, rate windows and scope in this order, before anything else of the request (contract §1). */
export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const uses = yield* TokenUses
    const log = yield* RequestLog
    const withCapacity = callCapacity("api", yield* makeAccountFairness)
    const authorized = Effect.fnUntraced(function* (
      httpEffect: Bearer[0],
      { endpoint }: Bearer[1],
      digest: string | null
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const start = yield* Clock.currentTimeMillis
      const address = addresses.of(request)
      const prefetch = orderPrefetch(endpoint, request)
      const admission = yield* admissions.admit({
        digest,
        serviceAccountId: requestedAccount(request.headers["service-account-id"]),
        address,
        ...(prefetch === undefined ? {} : { keys: prefetch.keys })
      })
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(admission)))
      )
      const rateLimited = () => new RateLimited({ retryAfter: admission.retryAfter })
      if (admission.caller === null) return yield* admission.granted ? new Unauthorized() : rateLimited()
      const { home, top_level, target, scopes, token_id, application_id } = admission.caller
      yield* uses.note(home, token_id)
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.as(
            log.record({
              account_id: home,
              request_id: response.headers["x-request-id"] ?? "",
              caller_id: application_id ?? token_id,
              subaccount_id: target === null || target.account_id === home ? null : target.account_id,
              endpoint: `${endpoint.method} ${endpoint.path}`,
              status: response.status,
              ...loggedErrorOf(response),
              duration_ms: Math.max(0, now - start),
              client: clientOf(request.headers["user-agent"])
            }),
            response
          )
        )
      )
      if (target === null) return yield* new NotFound()
      if (!admission.granted) return yield* rateLimited()
      const scope = Context.get(endpoint.annotations, RequiredScope)
      if (scope !== null && !scopes.includes(scope)) return yield* new InsufficientScope({ scope })
      // A malformed id costs no query.
      if (!hasIds(endpoint, yield* HttpRouter.params)) return yield* new NotFound()
      // A request with a body takes its work slot once the body has arrived (Body.ts).
      const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(takeWorkSlot, httpEffect)
      const caller = { ...target, actor: token_id, cause: "api" as const, user: null }
      const body = prefetch?.body() ?? null
      return yield* Effect.provideService(call, CallingAccount, caller).pipe(
        body === null ? identity : withPrefetch(body, admission.prefetched),
        onAccountClock(Context.get(endpoint.annotations, OnAccountClock) ? target.clock_offset : 0),
        withCapacity(top_level)
      )
    })
    return Authorization.of({
      bearer: (httpEffect, options) => {
        const token = Redacted.value(options.credential)
        // A malformed token is not looked up, but its client address is charged.
        return authorized(httpEffect, options, tokenForm.test(token) ? digestOf(token) : null)
      }
    })
  })
)
