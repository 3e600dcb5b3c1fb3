import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactWrite } from "../../src/domain/contacts/decideContact.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { ErasingLayer } from "../support/samples/erasing.ts"

onBoth("reports of a connected store's customer", ErasingLayer, (it) => {
  it.effect("make one contact, also when an older one looked for it before a later one made it", () =>
    Effect.gen(function* () {
      const writes = yield* WriteContacts
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      const report = (contact_id: string, updated_at: number): ContactWrite => ({
        account_id,
        contact_id,
        fields: { email: "ada@example.com", email_consent: "subscribed" },
        send_welcome_sms: false,
        cause: "api",
        actor: "int_1",
        reported: {
          integration_id: "int_1",
          customer_id: "7",
          is_whole: true,
          updated_at,
          email_consent_at: updated_at,
          sms_consent_at: null
        }
      })
      yield* writes.create(report("con_2", 2), null, { dry: false })
      const late = yield* Effect.flip(writes.create(report("con_1", 1), null, { dry: false }))
      assert.deepInclude(late, { _tag: "ContactTaken", contact_id: "con_2" })
      const found = yield* sql`SELECT contact_id, email FROM contacts WHERE account_id = ${account_id} LIMIT 10`
      assert.deepStrictEqual(found, [{ contact_id: "con_2", email: "ada@example.com" }])
      const linked = yield* sql`SELECT contact_id FROM shop_customers WHERE account_id = ${account_id} LIMIT 10`
      assert.deepStrictEqual(linked, [{ contact_id: "con_2" }])
    })
  )
})
