import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ContactFields } from "../../src/store/contacts/ContactFields.ts"
import { isDistributed, onEither } from "../support/database/databases.ts"
import { testAccountAt, engineLayer } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const tagsOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ tags: ReadonlyArray<string> }>`SELECT tags FROM contacts WHERE account_id = ${account_id}
    ORDER BY contact_id LIMIT 10`
  return rows.map(({ tags }) => tags)
})

onEither("tags added by flows", ContactFields.layer, (it) => {
  it.effect("are all kept under concurrent changes of one contact, without duplicates", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      const other = yield* seedAccount()
      const stranger = yield* seedContact(other.account_id)
      const tags = yield* ContactFields
      const tag = (name: string) => ({ account_id, contact_id, tag: name, now: 0 })
      yield* tags.addTags([tag("first")])
      const ours = [tag("vip"), tag("first"), tag("large"), tag("vip")]
      const theirs = { ...tag("theirs"), account_id: other.account_id, contact_id: stranger.contact_id }
      const tagged = yield* isDistributed
        ? Effect.zipWith(tags.addTags(ours), tags.addTags([theirs]), (one, other) => [...one, ...other])
        : tags.addTags([...ours, theirs])
      const gained = tagged.map((each) => [each.contact.contact_id, each.tags])
      assert.deepInclude(gained, [contact_id, ["large", "vip"]])
      assert.deepInclude(gained, [stranger.contact_id, ["theirs"]])
      assert.deepStrictEqual(yield* tagsOf(account_id), [["first", "large", "vip"]])
      assert.deepStrictEqual(yield* tagsOf(other.account_id), [["theirs"]])
    })
  )
})

onEither("flows that one order starts", engineLayer, (it) => {
  it.effect("remove tags and set fields, once the contact's morning comes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "UTC")
      const steps = [
        { id: "zone", type: "set_field", field: "timezone", value: "Asia/Tokyo" },
        { id: "add", type: "add_tag", tag: "new" },
        { id: "morning", type: "wait_until", time: "08:00", weekdays: ["wednesday"], zone: "contact" },
        { id: "remove", type: "remove_tag", tag: "new" },
        { id: "size", type: "set_field", field: "size", value: 42 }
      ] as const
      yield* activateFlow(account_id, { steps })
      yield* order(1n, "delivered", {})
      const contact = Effect.map(
        sql`SELECT tags::text, custom_fields::text FROM contacts WHERE account_id = ${account_id}`,
        ([row]) => row
      )
      yield* until("2026-05-05T22:59:00Z")
      assert.deepStrictEqual(yield* contact, { tags: '["new"]', custom_fields: '{"timezone":"Asia/Tokyo"}' })
      yield* until("2026-05-05T23:00:01Z")
      assert.deepStrictEqual(yield* contact, { tags: "[]", custom_fields: '{"timezone":"Asia/Tokyo","size":42}' })
    })
  )

  it.effect("wait for the account's morning at their first step", () =>
    Effect.gen(function* () {
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "America/New_York")
      const tag = (id: string) => ({ id, type: "add_tag", tag: id }) as const
      const branches = [
        { percent: 99, steps: [tag("one")] },
        { percent: 1, steps: [tag("two")] }
      ]
      yield* activateFlow(account_id, {
        steps: [
          { id: "morning", type: "wait_until", time: "09:00" },
          { id: "draw", type: "random_split", branches },
          tag("after")
        ]
      })
      yield* order(1n, "delivered", {})
      yield* until("2026-05-04T12:59:00Z")
      assert.deepStrictEqual(yield* tagsOf(account_id), [[]])
      yield* until("2026-05-04T13:00:01Z")
      const [tags = []] = yield* tagsOf(account_id)
      assert.deepStrictEqual([tags.length, tags[1]], [2, "after"])
    })
  )

  it.effect("add the tags of all of them to its contact", () =>
    Effect.gen(function* () {
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "UTC")
      for (const tag of ["one", "two", "three"]) {
        yield* activateFlow(account_id, { steps: [{ id: tag, type: "add_tag", tag }] })
      }
      yield* order(1n, "delivered", {})
      yield* until("2026-05-04T09:01:00Z")
      const [tags = []] = yield* tagsOf(account_id)
      assert.sameMembers([...tags], ["one", "two", "three"])
    })
  )

  it.effect("start the flows of the tags that they give, and not themselves without end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, order, until } = yield* testAccountAt("2026-05-04T09:00:00Z", "UTC")
      const tagged = (tag: string) => ({ type: "tagged", tag }) as const
      const add = (tag: string) => ({ id: `add_${tag}`, type: "add_tag", tag }) as const
      const remove = (tag: string) => ({ id: `remove_${tag}`, type: "remove_tag", tag }) as const
      const always = { entry: { type: "always" }, filters: [] } as const
      yield* activateFlow(account_id, { ...always, steps: [add("ping"), add("own")] })
      yield* activateFlow(account_id, { ...always, trigger: tagged("ping"), steps: [remove("pong"), add("pong")] })
      yield* activateFlow(account_id, { ...always, trigger: tagged("pong"), steps: [remove("ping"), add("ping")] })
      yield* activateFlow(account_id, { ...always, trigger: tagged("own"), steps: [remove("own"), add("own")] })
      yield* order(1n, "delivered", {})
      yield* until("2026-05-04T10:00:00Z")
      const runs = yield* sql`SELECT cause, f.trigger_detail AS tag, count(*)::int AS runs FROM flow_runs r
        JOIN flows f USING (account_id, flow_id) WHERE account_id = ${account_id} AND cause = 'tagged'
        GROUP BY 1, 2 ORDER BY 2`
      assert.deepStrictEqual(
        runs.map(({ tag, runs }) => [tag, runs]),
        [
          ["own", 1],
          ["ping", 1],
          ["pong", 1]
        ]
      )
      const refused = yield* sql`SELECT DISTINCT reason FROM flow_rejections WHERE account_id = ${account_id}`
      assert.deepStrictEqual(
        refused.map(({ reason }) => reason),
        ["loop"]
      )
    })
  )
})
