import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressBudget } from "../api/OAuth.ts"
import { RateLimited } from "../domain/Refusal.ts"
import { Admissions } from "../store/Admissions.ts"
import { ClientAddress } from "./Address.ts"
import { rateHeaders } from "./Limits.ts"

export const AddressBudgetLayer = Layer.effect(
  AddressBudget,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    return AddressBudget.of((httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const verdict = yield* admissions.admit({ digest: null, wanted: null, address: addresses.of(request) })
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(verdict)))
        )
        if (!verdict.granted) return yield* new RateLimited({ retryAfter: verdict.retryAfter })
        return yield* httpEffect
      })
    )
  })
)
