import { Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { grantRequest } from "../../domain/accounts/GrantRequest.ts"
import { ExchangeCredentials } from "../../programs/accounts/ExchangeCredentials.ts"
import { readForm } from "../server/Body.ts"

const limit = 16 * 1024

export const OAuthHandlers = HttpApiBuilder.group(
  Api,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const credentials = yield* ExchangeCredentials
    return handlers.handleRaw(
      "token",
      Effect.fnUntraced(function* ({ request }) {
        const asked = grantRequest(yield* readForm(request, limit), request.headers["authorization"])
        if (Result.isFailure(asked)) return yield* Effect.fail(asked.failure)
        return yield* credentials.exchange(asked.success, asked.success.scope)
      })
    )
  })
)
