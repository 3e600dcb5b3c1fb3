import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherWatched, Statements } from "../support/database/statements.ts"
import { site, viewed, visitor } from "../support/http/site.ts"

onEitherWatched("a call of a page of the site", (it) => {
  const watched = Effect.gen(function* () {
    const { post } = yield* site
    const { during } = yield* Statements
    const body = { visitor: visitor("a"), events: [viewed("tea")] }
    return {
      /** The status and the statements of calls from one address, ten at a time. */
      calls: (count: number, address: string, sent: unknown = body, key?: string, origin = "https://shop.example") =>
        Effect.map(
          during(
            Effect.forEach(
              Array.from({ length: count }),
              () => Effect.map(post(sent, { origin, "x-forwarded-for": address }, key), ({ status }) => status),
              { concurrency: 10 }
            )
          ),
          ([statuses, asked]) => ({ statuses, asked: asked.map(({ sql }) => sql) })
        )
    }
  })
  const isAdmission = (sql: string) => /rate_windows/.test(sql)

  it.effect("that cannot be of a site of an account costs its admission alone", () =>
    Effect.gen(function* () {
      const { calls } = yield* watched
      const body = { visitor: visitor("a"), events: [viewed("tea")] }
      for (const [at, call] of [
        calls(1, "203.0.113.11", "{"),
        calls(1, "203.0.113.12", body, "unknown"),
        calls(1, "203.0.113.13", body, undefined, "null"),
        calls(1, "203.0.113.14", "x".repeat(70_000))
      ].entries()) {
        const { asked } = yield* call
        assert.isTrue(asked.every(isAdmission), `${at}: ${asked.join("\n")}`)
      }
    })
  )

  it.effect("beyond the budget of its address costs the database next to nothing, however many come", () =>
    Effect.gen(function* () {
      const { calls } = yield* watched
      const address = "203.0.113.78"
      // A new minute may begin once, and gives another 60.
      const first = yield* calls(130, address)
      assert.includeMembers(first.statuses, [204, 429])
      // Each second one of them asks whether the limit was raised.
      const { statuses, asked } = yield* calls(300, address)
      const refused = statuses.filter((status) => status === 429).length
      assert.isAtLeast(refused, 240)
      if (refused < 300) return
      assert.isTrue(asked.every(isAdmission), asked.join("\n"))
      assert.isAtMost(asked.length * 10, refused)
    })
  )
})
