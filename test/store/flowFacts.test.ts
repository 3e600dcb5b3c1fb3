import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { FlowFacts } from "../../src/store/conditions/FlowFacts.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { seedContact } from "../support/messages/messages.ts"

onBoth("the facts of runs", FlowFacts.layer, (it) => {
  it.effect("are those of each run's contact and event, and none for a contact that is gone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const { contact_id } = yield* seedContact(account_id)
      yield* sql`INSERT INTO events (account_id, event_id, contact_id, event_type, event_time, event_data, received_at)
        VALUES (${account_id}, 'evt_1', ${contact_id}, 'signed_up', now(), '{"plan":"pro"}', now())`
      const run = { account_id, contact_id, order_id: null, event_id: "evt_1", lookups: [], now: 0 }
      const { read } = yield* FlowFacts
      const facts = yield* read([run, { ...run, event_id: null }, { ...run, contact_id: "con_gone" }])
      assert.deepStrictEqual(
        facts.map((found) => found && [found.contact.contact_id, found.order, found.event]),
        [[contact_id, null, { plan: "pro" }], [contact_id, null, null], undefined]
      )
    })
  )
})
