import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ContactTags } from "../../src/store/flows/ContactTags.ts"
import { onBoth } from "../support/database/databases.ts"
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

onBoth("tags added by flows", ContactTags.layer, (it) => {
  it.effect("are all kept under concurrent changes of one contact, without duplicates", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      const other = yield* seedAccount()
      const stranger = yield* seedContact(other.account_id)
      const tags = yield* ContactTags
      const tag = (name: string) => ({ account_id, contact_id, tag: name, now: 0 })
      yield* tags.add([tag("first")])
      yield* tags.add([
        tag("vip"),
        tag("first"),
        tag("large"),
        tag("vip"),
        { ...tag("theirs"), account_id: other.account_id, contact_id: stranger.contact_id }
      ])
      assert.deepStrictEqual(yield* tagsOf(account_id), [["first", "large", "vip"]])
      assert.deepStrictEqual(yield* tagsOf(other.account_id), [["theirs"]])
    })
  )
})

onBoth("flows that one order starts", engineLayer, (it) => {
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
})
