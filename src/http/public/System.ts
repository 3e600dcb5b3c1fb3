import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { Api } from "../../api/Api.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { ping } from "../../store/database/ping.ts"
import { Draining } from "../server/Draining.ts"

export const SystemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const draining = yield* Draining
    return handlers.handleAll({
      live: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        ping(sql).pipe(
          Effect.timeout("2 seconds"),
          Effect.andThen(draining.begun),
          Effect.catchCause(() => Effect.succeed(true)),
          Effect.flatMap((isUnavailable) =>
            isUnavailable ? Effect.fail(new Unavailable({ retryAfter: 1 })) : Effect.succeed({ status: "ok" as const })
          )
        )
    })
  })
)
