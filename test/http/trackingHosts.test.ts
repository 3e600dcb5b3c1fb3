import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherWatched, Statements } from "../support/database/statements.ts"
import { Origin, sendRaw } from "../support/http/http.ts"

onEitherWatched("requests that name hosts of any name", (it) => {
  it.effect("cost one statement about tracking domains together", () =>
    Effect.gen(function* () {
      const { during } = yield* Statements
      const origin = yield* Origin
      const called = Effect.forEach(
        Array.from({ length: 40 }, (_, n) => `shop-${n}.example`),
        (host) => sendRaw(origin, `GET /v1/account HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      )
      const [answers, asked] = yield* during(called)
      assert.lengthOf(
        answers.filter((answer) => answer.startsWith("HTTP/1.1 401")),
        40
      )
      assert.isAtMost(asked.filter(({ sql }) => sql.includes("tracking_domains")).length, 1)
    })
  )
})
