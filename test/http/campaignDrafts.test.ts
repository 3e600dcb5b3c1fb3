import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

onEitherOverSocket("a draft that two people edit", (it) => {
  it.effect("is not overwritten by a save that is based on another state of it", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("two-editors")
      const made = yield* call("POST", `/accounts/${account}/campaigns`, { name: "Spring", channel: "email" })
      const path = `/accounts/${account}/campaigns/${made.json.data.id}`
      const change = (name: string, updated_at?: string) =>
        call("PATCH", path, { name, ...(updated_at === undefined ? {} : { updated_at }) })
      const opened = made.json.data.updated_at
      const first = yield* change("Ada's", opened)
      assert.strictEqual(first.status, 200, first.text)
      assert.isAbove(Date.parse(first.json.data.updated_at), Date.parse(opened))
      const late = yield* change("Bob's", opened)
      assert.deepStrictEqual([late.status, late.json.error.code], [409, "conflict"])
      assert.strictEqual((yield* call("GET", path)).json.data.name, "Ada's")
      assert.strictEqual((yield* change("Bob's", first.json.data.updated_at)).status, 200)
      assert.strictEqual((yield* change("Whoever's")).status, 200)
      assert.strictEqual((yield* change("Nobody's", "yesterday")).status, 422)
    })
  )

  it.effect("takes one of several saves at the same time that are based on it", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("many-editors")
      const made = yield* call("POST", `/accounts/${account}/campaigns`, { name: "Spring", channel: "email" })
      const path = `/accounts/${account}/campaigns/${made.json.data.id}`
      let { updated_at } = made.json.data
      for (let round = 0; round < 5; round++) {
        const saves = yield* Effect.all(
          [1, 2, 3, 4].map((editor) => call("PATCH", path, { name: `${round} of ${editor}`, updated_at })),
          { concurrency: "unbounded" }
        )
        const taken = saves.find(({ status }) => status === 200)
        assert.deepStrictEqual(saves.map(({ status }) => status).sort(), [200, 409, 409, 409])
        const kept = yield* call("GET", path)
        assert.deepStrictEqual(kept.json, taken?.json)
        updated_at = kept.json.data.updated_at
      }
    })
  )
})
