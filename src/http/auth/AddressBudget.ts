import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressBudget } from "../../api/OAuth.ts"
import { RateLimited } from "../../domain/Errors.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { rateHeaders } from "./rateHeaders.ts"

/** Charges a request to the rate budget of its client address (contract §7). */
export const AddressBudgetLayer = Layer.effect(
  AddressBudget,
  Effect.gen(function* () {
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    return AddressBudget.of((httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const admission = yield* admissions.admit({
          digest: null,
          serviceAccountId: null,
          address: addresses.of(request)
        })
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.succeed(HttpServerResponse.setHeaders(response, rateHeaders(admission)))
        )
        if (!admission.granted) return yield* new RateLimited({ retryAfter: admission.retryAfter })
        return yield* httpEffect
      })
    )
  })
)
