import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { parseGrantRequest } from "../../domain/accounts/ClientCredentials.ts"
import { ManageCredentials } from "../../programs/accounts/ManageCredentials.ts"
import { readForm } from "../server/Body.ts"

const maxBytes = 16 * 1024

export const OAuthHandlers = HttpApiBuilder.group(
  Api,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const { exchange } = yield* ManageCredentials
    return handlers.handleRaw(
      "token",
      Effect.fnUntraced(function* ({ request }) {
        const parsed = parseGrantRequest(yield* readForm(request, maxBytes), request.headers["authorization"])
        return yield* exchange(yield* Effect.fromResult(parsed))
      })
    )
  })
)
