import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const emailsOf = (json: { readonly data: ReadonlyArray<{ readonly email: string }> }) =>
  json.data.map(({ email }) => email)

onEitherOverSocket("conditions that are not saved as a segment", (it) => {
  it.effect("list their contacts before they are saved, by cursors of these conditions only", () =>
    Effect.gen(function* () {
      const browser = yield* ownerBrowser("lister")
      const call = (method: string, path: string, body: object) =>
        browser.call(method, `/accounts/${browser.account}${path}`, body)
      for (const at of [1, 2, 3]) yield* call("POST", "/contacts", { email: `a${at}@example.com`, tags: ["vip"] })
      yield* call("POST", "/contacts", { email: "other@example.com" })
      const conditions = [[{ field: "contact.tags", op: "contains", value: "vip" }]]
      const first = yield* call("POST", "/segments/members?per_page=2", { conditions })
      assert.deepStrictEqual(emailsOf(first.json), ["a3@example.com", "a2@example.com"])
      const { total_count, next_cursor } = first.json.pagination
      assert.strictEqual(total_count, 3)
      const next = `/segments/members?per_page=2&cursor=${next_cursor}`
      assert.deepStrictEqual(emailsOf((yield* call("POST", next, { conditions })).json), ["a1@example.com"])
      assert.strictEqual((yield* call("POST", next, { conditions: [] })).status, 422)
      const broken = [[{ field: "order.total", op: "gte", value: 1 }]]
      assert.strictEqual((yield* call("POST", "/segments/members", { conditions: broken })).status, 422)
    })
  )

  it.effect("are counted in the dashboard before they are saved", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("counter")
      yield* call("POST", `/accounts/${account}/contacts`, { email: "ada@example.com" })
      const draft = (conditions: unknown) => call("POST", `/accounts/${account}/segments/count`, { conditions })
      assert.deepStrictEqual((yield* draft([])).json.data, { count: 1, counted_at: null })
      assert.deepStrictEqual((yield* draft([[{ field: "order.count", op: "gte", value: 1 }]])).json.data, {
        count: 0,
        counted_at: null
      })
      assert.strictEqual((yield* draft([[{ field: "order.total", op: "gte", value: 1 }]])).status, 422)
      const made = yield* call("POST", `/accounts/${account}/segments`, { name: "All", conditions: [] })
      const path = `/accounts/${account}/segments/${made.json.data.id}`
      assert.deepStrictEqual(emailsOf((yield* call("GET", `${path}/members`)).json), ["ada@example.com"])
      assert.strictEqual((yield* call("DELETE", path)).status, 200)
    })
  )
})
