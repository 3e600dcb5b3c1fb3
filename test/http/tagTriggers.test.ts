import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const triggers = [
  { type: "tagged", tag: "vip" },
  { type: "tagged", tag: "lead" }
] as const

onEitherOverSocket("a new tag", (it) => {
  it.effect("starts the flows of its tag once, also under concurrent and repeated calls", () =>
    Effect.gen(function* () {
      const { write, runs } = yield* withFlows("once", triggers)
      const created = yield* write("POST", "/contacts", { email: "ada@example.com", tags: ["vip", "other"] })
      assert.deepStrictEqual(yield* runs, ["tagged vip"])
      const path = `/contacts/${created.json.data.id}`
      const change = (body: object) =>
        Effect.forEach([1, 2, 3, 4, 5, 6], () => write("PATCH", path, body), { concurrency: 6, discard: true })
      yield* change({ tags: ["lead", "vip"] })
      assert.deepStrictEqual(yield* runs, ["tagged vip", "tagged lead"])
      yield* change({ tags: ["lead"] })
      yield* change({ first_name: "Ada" })
      assert.lengthOf(yield* runs, 2)
      yield* change({ tags: ["vip", "lead"] })
      assert.deepStrictEqual(yield* runs, ["tagged vip", "tagged lead", "tagged vip"])
    })
  )

  it.effect("starts flows from an action on many contacts, for those that lacked it, and not by a merge", () =>
    Effect.gen(function* () {
      const { call, account, runs, write } = yield* withFlows("many", triggers)
      const made = yield* Effect.forEach([1, 2, 3], (n) =>
        write("POST", "/contacts", { email: `c${n}@example.com`, tags: n === 1 ? ["vip"] : [] })
      )
      assert.lengthOf(yield* runs, 1)
      const body = { action: "add_tag", tag: "vip", filter: {} }
      const { json } = yield* call("POST", `/accounts/${account}/contact-actions`, body)
      assert.strictEqual(json.data.changed, 2)
      yield* call("POST", `/accounts/${account}/contact-actions`, body)
      assert.deepStrictEqual(yield* runs, ["tagged vip", "tagged vip", "tagged vip"])
      const other = yield* write("POST", "/contacts", { email: "other@example.com", tags: ["lead"] })
      assert.lengthOf(yield* runs, 4)
      const merged = yield* write("POST", `/contacts/${made[0]?.json.data.id}/merge`, { from: other.json.data.id })
      assert.sameMembers(merged.json.data.tags, ["vip", "lead"])
      assert.lengthOf(yield* runs, 4)
    })
  )

  it.effect("reads the contact's tags in filters, and a dry run starts nothing", () =>
    Effect.gen(function* () {
      const filters = [[{ field: "contact.tags", op: "contains", value: "shop" }]]
      const { runs, call, account, token, v1, write } = yield* withFlows("filters", [triggers[0]], { filters })
      yield* write("POST", "/contacts", { email: "a@example.com", tags: ["vip"] })
      yield* Effect.promise(() =>
        fetch(`${v1}/contacts`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", prefer: "dry-run" },
          body: JSON.stringify({ email: "b@example.com", tags: ["vip", "shop"] })
        })
      )
      assert.deepStrictEqual(yield* runs, [])
      yield* write("POST", "/contacts", { email: "b@example.com", tags: ["vip", "shop"] })
      assert.deepStrictEqual(yield* runs, ["tagged vip"])
      const refused = yield* call("POST", `/accounts/${account}/flows`, {
        name: "Refused",
        definition: {
          trigger: { type: "tagged", tag: " " },
          filters: [],
          entry: { type: "always" },
          exit: {},
          steps: []
        }
      })
      const fields = refused.json.error.details.map(({ field }: { field: string }) => field)
      assert.include(fields, "definition.trigger.tag")
    })
  )
})
