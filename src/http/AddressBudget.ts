import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressBudget } from "../api/OAuth.ts"
import { RateLimited } from "../domain/Refusal.ts"
import { Admissions } from "../store/Admissions.ts"
import { ClientAddress } from "./Address.ts"
import { rateHeaders } from "./Limits.ts"
import { RefusalPace, refuseInLine } from "./RefusalPace.ts"

export const AddressBudgetLayer = Layer.effect(
  AddressBudget,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const { beyondLimits } = yield* RefusalPace
    return AddressBudget.of((httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const address = addresses.of(request)
        const verdict = yield* admissions.admit({ digest: null, wanted: null, address })
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(verdict)))
        )
        if (!verdict.granted)
          return yield* refuseInLine(beyondLimits, address, new RateLimited({ retryAfter: verdict.retryAfter }))
        return yield* httpEffect
      })
    )
  })
)
