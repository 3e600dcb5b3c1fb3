import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "../../api/Api.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { Draining } from "../server/Draining.ts"

export const SystemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const stopping = yield* Draining
    return handlers.handleAll({
      live: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        sql`SELECT 1`.pipe(
          Effect.timeout("2 seconds"),
          Effect.andThen(stopping.begun),
          Effect.catchCause(() => Effect.succeed(true)),
          Effect.flatMap((away) =>
            away ? Effect.fail(new Unavailable({ retryAfter: 1 })) : Effect.succeed({ status: "ok" as const })
          )
        )
    })
  })
)
