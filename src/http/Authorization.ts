import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BodyLimit } from "../api/BodyLimit.ts"
import { Authorization, Caller, RequiredScope } from "../api/Authorization.ts"
import { onAccountClock } from "../domain/AccountClock.ts"
import { NotFound } from "../domain/Failure.ts"
import { InsufficientScope, RateLimited, Unauthorized } from "../domain/Refusal.ts"
import { clientOf } from "../domain/Request.ts"
import { Admissions } from "../store/Admissions.ts"
import { digestOf } from "../store/Digest.ts"
import { Requests } from "../store/Requests.ts"
import { TokenUses } from "../store/TokenUses.ts"
import { ClientAddress } from "./Address.ts"
import { bytesHeldBy } from "./Body.ts"
import { foresightOf, withSeen } from "./Foresight.ts"
import { inFlight, mostBytesInFlight, mostInFlight } from "./InFlight.ts"
import { rateHeaders } from "./Limits.ts"
import { RefusalPace, refuseInLine } from "./RefusalPace.ts"
import { refusalOf } from "./refusalOf.ts"
import { tokenForm } from "./tokenForm.ts"
import { Turn, turns } from "./Turns.ts"

const accountForm = /^acc_[0-9a-z]{26}$/

type Bearer = Parameters<Authorization["Service"]["bearer"]>

/** Bearer, account, windows, scope: in this order, whatever else may be wrong with the request (contract §1). */
export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const uses = yield* TokenUses
    const requests = yield* Requests
    const { beyondLimits } = yield* RefusalPace
    // As many as one token (Door.ts): an account with many takes no more room.
    const withAccount = yield* inFlight("account", mostInFlight.account)
    const withTurn = yield* turns
    const bytes = yield* inFlight("bytes", mostBytesInFlight.process)
    const bytesOfAccount = yield* inFlight("account_bytes", mostBytesInFlight.account)
    const authorized = Effect.fnUntraced(function* (
      httpEffect: Bearer[0],
      { endpoint }: Bearer[1],
      digest: string | null
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const began = yield* Clock.currentTimeMillis
      const wanted = request.headers["service-account-id"] ?? null
      const address = addresses.of(request)
      const verdict = yield* admissions.admit({
        digest,
        // An id that can't be one names no account; "" is no account's id.
        wanted: wanted === null || accountForm.test(wanted) ? wanted : "",
        address,
        ...foresightOf(endpoint, request)
      })
      yield* HttpEffect.appendPreResponseHandler((_, response) =>
        Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(verdict)))
      )
      const limited = () => new RateLimited({ retryAfter: verdict.retryAfter })
      if (verdict.caller === null)
        return yield* verdict.granted ? new Unauthorized() : refuseInLine(beyondLimits, address, limited())
      const { home, target, scopes, token_id, application_id } = verdict.caller
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
              ...refusalOf(response),
              duration_ms: Math.max(0, now - began),
              client: clientOf(request.headers["user-agent"])
            }),
            response
          )
        )
      )
      if (!verdict.granted) return yield* refuseInLine(beyondLimits, home, target === null ? new NotFound() : limited())
      if (target === null) return yield* new NotFound()
      const scope = Context.get(endpoint.annotations, RequiredScope)
      if (scope !== null && !scopes.includes(scope)) return yield* new InsufficientScope({ scope })
      const size = bytesHeldBy(request, Context.get(endpoint.annotations, BodyLimit))
      // What has a body takes its turn when that has come (Body.ts).
      const call = endpoint.payload.size > 0 ? httpEffect : Effect.andThen(Effect.flatten(Turn), httpEffect)
      return yield* Effect.provideService(call, Caller, { ...target, token_id }).pipe(
        withSeen(verdict.seen),
        withTurn(home),
        onAccountClock(target.clock_offset),
        bytes("", size),
        bytesOfAccount(home, size),
        withAccount(home)
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
