import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BulkChanges } from "../../src/store/changes/BulkChanges.ts"
import { UndoQueue } from "../../src/store/changes/UndoQueue.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer } from "../support/samples/imports.ts"
import { UndoingLayer } from "../support/samples/undos.ts"
import { shop } from "../support/samples/undoShop.ts"

const yes = { email_consent: "subscribed" }

onEither("bulk changes", Layer.mergeAll(OriginLayer, ImportingLayer, UndoingLayer, BulkChanges.layer), (it) => {
  it.effect("keeps no change for more than 30 days, however many there are", () =>
    Effect.gen(function* () {
      const { owner, base, importFile } = yield* shop("old")
      const id = yield* importFile("email,tags\nada@example.com,new\n")
      const sql = yield* SqlClient.SqlClient
      const old = new Date((yield* Clock.currentTimeMillis) - 31 * 86_400_000)
      yield* sql`INSERT INTO bulk_changes (account_id, change_id, kind, actor, contacts, leased_until, created_at, updated_at)
        SELECT account_id, 'chg_' || n, 'flow_step', actor, 1, leased_until, ${old}, ${old}
        FROM bulk_changes, generate_series(1, 120) n WHERE account_id = ${owner.account}`
      const { purge } = yield* UndoQueue
      yield* purge
      const { json } = yield* owner.call("GET", `${base}/bulk-changes`)
      assert.deepStrictEqual(
        json.data.map((change: { readonly id: string }) => change.id),
        [id]
      )
    })
  )

  it.effect("takes back a bulk action, whose calls are one change", () =>
    Effect.gen(function* () {
      const { owner, base, undo, contact, create } = yield* shop("tagger")
      yield* create({ email: "ada@example.com", first_name: "Ada", tags: ["old"] })
      yield* create({ email: "bob@example.com", first_name: "Bob", tags: ["old", "new"], ...yes })
      const act = (body: object) => owner.call("POST", `${base}/contact-actions`, { filter: {}, ...body })
      assert.strictEqual((yield* act({ action: "add_tag", tag: "new" })).json.data.changed, 1)
      assert.strictEqual((yield* act({ action: "remove_tag", tag: "old" })).json.data.changed, 2)
      assert.strictEqual((yield* act({ action: "unsubscribe_email" })).json.data.changed, 1)
      const listed: ReadonlyArray<{ id: string; action: string }> = (yield* owner.call("GET", `${base}/bulk-changes`))
        .json.data
      const idOf = (action: string) => listed.find((one) => one.action === action)?.id ?? ""
      assert.deepInclude(yield* undo(idOf("unsubscribe_email")), { kind: "bulk_action", undone: 1, kept: 0 })
      assert.deepInclude(yield* undo(idOf("remove_tag")), { subject: "old", undone: 2, kept: 0 })
      assert.deepInclude(yield* undo(idOf("add_tag")), { subject: "new", undone: 1, kept: 0 })
      assert.deepInclude(yield* contact("Ada"), { tags: ["old"] })
      assert.deepInclude(yield* contact("Bob"), { ...yes, tags: ["new", "old"] })
    })
  )

  it.effect("takes a later call for the same action as before only if that had not passed its contacts", () =>
    Effect.gen(function* () {
      const { owner, base, create } = yield* shop("caller")
      // Ids of one millisecond are in any order.
      const made = [yield* create({ email: "ada@example.com" }), yield* create({ email: "bob@example.com" })]
      const [older = "", newer = ""] = made.toSorted()
      const write = (tags: ReadonlyArray<string>) => owner.call("PATCH", `${base}/contacts/${older}`, { tags })
      const tag = (before: object) =>
        owner.call("POST", `${base}/contact-actions`, { filter: {}, action: "add_tag", tag: "new", ...before })
      const counts = Effect.map(owner.call("GET", `${base}/bulk-changes`), ({ json }) =>
        json.data.map((change: { readonly contacts: number }) => change.contacts)
      )
      yield* write(["new"])
      yield* tag({})
      yield* write([])
      yield* tag({ before: newer })
      assert.deepStrictEqual(yield* counts, [2])
      yield* write([])
      yield* tag({ before: newer })
      assert.deepStrictEqual((yield* counts).toSorted(), [1, 2])
    })
  )

  it.effect("lists a deletion with the contacts that it deleted, keeps nothing of them, and refuses its undo", () =>
    Effect.gen(function* () {
      const { owner, base, create, people } = yield* shop("deleter")
      const made = [yield* create({ email: "ada@example.com" }), yield* create({ email: "bob@example.com" })]
      const [older = "", newer = ""] = made.toSorted()
      const act = (body: object) => owner.call("POST", `${base}/contact-actions`, { action: "delete", ...body })
      yield* act({ contact_ids: [newer] })
      // A call that goes on where one stopped adds to its change; one that finds nobody makes none.
      yield* act({ filter: {}, before: newer })
      yield* act({ contact_ids: [older] })
      assert.strictEqual(yield* people, 0)
      const { json } = yield* owner.call("GET", `${base}/bulk-changes`)
      assert.lengthOf(json.data, 1)
      const [change] = json.data
      assert.deepInclude(change, { kind: "bulk_action", action: "delete", contacts: 2, can_undo: false, undo: null })
      for (const headers of [{}, { prefer: "dry-run" }]) {
        const refused = yield* owner.call("POST", `${base}/bulk-changes/${change.id}/undo`, undefined, headers)
        assert.strictEqual(refused.status, 422, refused.text)
      }
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM bulk_change_contacts WHERE account_id = ${owner.account}`, 0)
    })
  )

  it.effect("leaves a contact whose undo fails, and undoes the others", () =>
    Effect.gen(function* () {
      const { owner, importFile, undo, keptOf, create } = yield* shop("failing")
      const id = yield* importFile("email,tags\nada@example.com,new\ncyd@example.com,new\n")
      const bob = yield* create({ email: "bob@example.com" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO bulk_change_contacts (account_id, change_id, contact_id, changed, entry_id, changed_at)
        VALUES (${owner.account}, ${id}, ${bob}, '{"created":0}', 0, now())`
      yield* sql`UPDATE bulk_changes SET contacts = 3 WHERE account_id = ${owner.account} AND change_id = ${id}`
      assert.deepInclude(yield* undo(id), { undo: "finished", undone: 2, kept: 1 })
      const kept = [{ member: "contact", name: null, reason: "service_failure" }]
      assert.deepStrictEqual(yield* keptOf(id), [{ contact_id: bob, contact: "bob@example.com", kept }])
    })
  )

  it.effect("keeps no address of a contact that was erased in a tag of another, and gives none back", () =>
    Effect.gen(function* () {
      const { owner, base, importFile, undo, keptOf, contact, create } = yield* shop("eraser")
      yield* create({ email: "ada@example.com", first_name: "Ada" })
      yield* create({ email: "bob@example.com", first_name: "Bob", tags: ["friend of Ada@example.com"] })
      yield* create({ email: "cyd@example.com", first_name: "Cyd", tags: ["friend of ada@example.com"] })
      yield* owner.call("POST", `${base}/contact-actions`, {
        filter: {},
        action: "remove_tag",
        tag: "friend of ada@example.com"
      })
      const id = yield* importFile("email,tags\ncyd@example.com,friend of ada@example.com\n")
      yield* owner.call("DELETE", `${base}/contacts/${(yield* contact("Ada")).id}`)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT changed FROM bulk_change_contacts WHERE account_id = ${owner.account}`
      assert.lengthOf(rows, 2)
      assert.notInclude(JSON.stringify(rows).toLowerCase(), "ada@example.com")
      yield* undo(id)
      assert.notInclude(JSON.stringify([yield* keptOf(id), yield* contact("Cyd")]), "ada@example.com")
    })
  )
})
