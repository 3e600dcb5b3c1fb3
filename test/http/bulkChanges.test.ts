import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { taggedChange } from "../../src/domain/changes/ContactChange.ts"
import { BulkChanges } from "../../src/store/changes/BulkChanges.ts"
import { UndoQueue } from "../../src/store/changes/UndoQueue.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer } from "../support/samples/imports.ts"
import { UndoingLayer } from "../support/samples/undos.ts"
import { shop } from "../support/samples/undoShop.ts"

const yes = { email_consent: "subscribed" }

onEither(
  "the undo of a bulk change",
  Layer.mergeAll(OriginLayer, ImportingLayer, UndoingLayer, BulkChanges.layer),
  (it) => {
    it.effect("gives contacts back their names, tags, fields, addresses and consents, and deletes those it made", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo, keptOf, contact, people, ledger, create } = yield* shop("undoer")
        const before = { tags: ["vip"], custom_fields: { size: 42, color: "red" } }
        yield* create({ email: "ada@example.com", first_name: "Ada", ...before })
        yield* create({ email: "bob@example.com", first_name: "Bob", ...yes })
        const id = yield* importFile(
          "email,first_name,phone,email_consent,tags,color\nada@example.com,,+14155550101,subscribed,new,blue\nbob@example.com,Robert,,unsubscribed,,\nnew@example.com,Eve,,subscribed,new,\n",
          { targets: ["email", "first_name", "phone", "email_consent", "tags", "custom_field"] }
        )
        assert.deepInclude(yield* contact("Ada"), { ...yes, phone: "+14155550101", tags: ["vip", "new"] })
        const listed = (yield* owner.call("GET", `${base}/bulk-changes`)).json.data
        assert.deepInclude(listed[0], {
          id,
          kind: "import",
          name: "people.csv",
          contacts: 3,
          can_undo: true,
          undo: null
        })

        const preview = yield* owner.call("POST", `${base}/bulk-changes/${id}/undo`, undefined, { prefer: "dry-run" })
        assert.deepStrictEqual(preview.json.dry_run, {
          contacts: 3,
          undone: 3,
          kept: 0,
          reasons: [],
          next_cursor: null
        })
        assert.strictEqual(yield* people, 3)

        const done = yield* undo(id)
        assert.deepInclude(done, { undo: "finished", contacts: 3, undone: 3, kept: 0, can_undo: false })
        assert.deepStrictEqual(yield* keptOf(id), [])
        assert.strictEqual(yield* people, 2)
        assert.deepInclude(yield* contact("Ada"), { email_consent: "never_subscribed", phone: null, ...before })
        assert.deepInclude(yield* contact("Bob"), yes)
        const [line] = yield* ledger("Bob")
        assert.deepInclude(line, { from: "unsubscribed", to: "subscribed", cause: "dashboard", source_id: id })
      })
    )

    it.effect("keeps what was changed since, contacts with orders and consents that people gave, and lists them", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo, keptOf, contact, people, create } = yield* shop("keeper")
        const ada = yield* create({ email: "ada@example.com", first_name: "Ada", custom_fields: { color: "red" } })
        const id = yield* importFile(
          "email,first_name,email_consent,color\nada@example.com,,subscribed,blue\nbob@example.com,Bob,subscribed,\ncyd@example.com,Cyd,subscribed,\n",
          { targets: ["email", "first_name", "email_consent", "custom_field"] }
        )
        yield* owner.call("PATCH", `${base}/contacts/${ada}`, { custom_fields: { color: "green" } })
        const order = { order_id: 1, email: "bob@example.com", total: 5, currency: "USD" }
        const said = {
          order_date: new Date(yield* Clock.currentTimeMillis).toISOString(),
          accepts_email_marketing: true
        }
        const placed = yield* owner.call("POST", `${base}/orders/placed`, { ...order, ...said })
        assert.strictEqual(placed.status, 201, placed.text)
        assert.deepInclude(yield* undo(id), { contacts: 3, undone: 1, kept: 2 })
        const kept = yield* keptOf(id)
        const members = new Map(
          kept.map((one: { contact: string; kept: ReadonlyArray<object> }) => [one.contact, one.kept])
        )
        assert.deepStrictEqual(members.get("ada@example.com"), [
          { member: "custom_field", name: "color", reason: "changed_since" }
        ])
        assert.deepStrictEqual(members.get("bob@example.com"), [
          { member: "contact", name: null, reason: "contact_used" },
          { member: "email_consent", name: null, reason: "person_decided" }
        ])
        assert.strictEqual(yield* people, 2)
        assert.deepInclude(yield* contact("Ada"), {
          email_consent: "never_subscribed",
          custom_fields: { color: "green" }
        })
        assert.deepInclude(yield* contact("Bob"), yes)
      })
    )

    it.effect("keeps a contact that the API wrote between two rows of the file that made it", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo, keptOf, contact } = yield* shop("twice")
        const id = yield* importFile("email,first_name\nada@example.com,Ada\n")
        const { id: contact_id } = yield* contact("Ada")
        yield* owner.call("PATCH", `${base}/contacts/${contact_id}`, { tags: ["vip", "new"] })
        const sql = yield* SqlClient.SqlClient
        const { record } = yield* BulkChanges
        // The write was a second after the row.
        yield* sql`UPDATE bulk_change_contacts SET changed_at = changed_at - interval '1 second'
        WHERE account_id = ${owner.account} AND change_id = ${id}`
        const now = (yield* Clock.currentTimeMillis) + 1
        const row = { contact_id, change: taggedChange("new", true), changed_at: now, written_at: now - 1 }
        yield* record({ account_id: owner.account, change_id: id, kind: "import", actor: "usr_1" }, [row])
        assert.deepInclude(yield* undo(id), { contacts: 1, undone: 0, kept: 1 })
        const [kept] = yield* keptOf(id)
        assert.deepStrictEqual(kept?.kept, [{ member: "contact", name: null, reason: "changed_since" }])
        assert.deepInclude(yield* contact("Ada"), { tags: ["vip"] })
      })
    )

    it.effect("gives no consent back that an undone change gave, however many other changes were undone since", () =>
      Effect.gen(function* () {
        const { owner, importFile, undo, keptOf, contact, create } = yield* shop("again")
        yield* create({ email: "ada@example.com", first_name: "Ada" })
        const consents = { targets: ["email", "email_consent"] } as const
        const given = yield* importFile("email,email_consent\nada@example.com,subscribed\n", consents)
        const taken = yield* importFile("email,email_consent\nada@example.com,unsubscribed\n", consents)
        yield* undo(given)
        const sql = yield* SqlClient.SqlClient
        const changed = JSON.stringify(taggedChange("new", true))
        yield* sql`INSERT INTO bulk_change_contacts (account_id, change_id, contact_id, changed, entry_id, changed_at, outcome)
        SELECT account_id, 'imp_' || n, contact_id, ${changed}, 0, changed_at + interval '1 hour', 'undone'
        FROM bulk_change_contacts, generate_series(1, 30) n WHERE account_id = ${owner.account} AND change_id = ${given}`
        yield* undo(taken)
        const [kept] = yield* keptOf(taken)
        assert.deepStrictEqual(kept?.kept, [{ member: "email_consent", name: null, reason: "stronger_than_before" }])
        assert.deepInclude(yield* contact("Ada"), { email_consent: "unsubscribed" })
      })
    )

    it.effect("undoes few contacts at once whose values are long, and counts all of them before", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo } = yield* shop("long")
        const rows = Array.from({ length: 5 }, (_, n) => `p${n}@example.com,new\n`).join("")
        const id = yield* importFile(`email,tags\n${rows}`)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE bulk_change_contacts SET changed = changed || repeat(' ', 600000)
        WHERE account_id = ${owner.account} AND change_id = ${id}`
        const queue = yield* UndoQueue
        const next = yield* queue.next({ account_id: owner.account, change_id: id }, "", 200)
        assert.strictEqual(next.length, 2)
        const preview = yield* owner.call("POST", `${base}/bulk-changes/${id}/undo`, undefined, { prefer: "dry-run" })
        assert.deepInclude(preview.json.dry_run, { contacts: 5, undone: 5 })
        assert.deepInclude(yield* undo(id), { undo: "finished", undone: 5 })
      })
    )

    it.effect("gives topics back by the opposite line, unless something was decided about them since", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo, keptOf, ledger, create } = yield* shop("topical")
        for (const key of ["sales", "news"]) yield* owner.call("POST", `${base}/topics`, { key, names: { en: key } })
        const ada = yield* create({ email: "ada@example.com", first_name: "Ada" })
        const id = yield* importFile('email,topics_left\nada@example.com,"sales, news"\n')
        for (const choice of [{ join: ["news"] }, { leave: ["news"] }])
          yield* owner.call("POST", `${base}/contacts/${ada}/topics`, choice)
        assert.deepInclude(yield* undo(id), { contacts: 1, undone: 0, kept: 1 })
        assert.deepStrictEqual((yield* keptOf(id))[0].kept, [
          { member: "topic", name: "news", reason: "changed_since" }
        ])
        const [line] = yield* ledger("Ada")
        assert.deepInclude(line, { topic: "sales", to: "subscribed", source_id: id })
        const { json } = yield* owner.call("GET", `${base}/contacts/${ada}/consent`)
        assert.deepStrictEqual(
          json.data.left_topics.map(({ topic }: { readonly topic: string }) => topic),
          ["news"]
        )
      })
    )

    it.effect("does nothing when it is repeated, and waits for the end of the import", () =>
      Effect.gen(function* () {
        const { owner, importFile, undo, at, contact, create, base } = yield* shop("repeater")
        yield* create({ email: "ada@example.com", first_name: "Ada" })
        const id = yield* importFile("email,tags\nada@example.com,new\n")
        const first = yield* undo(id)
        yield* owner.call("PATCH", `${base}/contacts/${(yield* contact("Ada")).id}`, { tags: ["new"] })
        assert.deepStrictEqual(yield* undo(id), first)
        assert.deepInclude(yield* contact("Ada"), { tags: ["new"] })

        const sql = yield* SqlClient.SqlClient
        const next = yield* importFile("email,tags\nada@example.com,newer\n")
        yield* sql`UPDATE imports SET status = 'running' WHERE account_id = ${owner.account} AND import_id = ${next}`
        assert.strictEqual((yield* owner.call("POST", `${at(next)}/undo`)).status, 422)
        yield* sql`UPDATE imports SET status = 'finished' WHERE account_id = ${owner.account} AND import_id = ${next}`
        assert.strictEqual((yield* owner.call("POST", `${at("imp_0")}/undo`)).status, 404)
      })
    )

    it.effect("says of erased and merged contacts that they are gone, and keeps none of their former values", () =>
      Effect.gen(function* () {
        const { owner, base, importFile, undo, keptOf, create } = yield* shop("merger")
        const ada = yield* create({ email: "ada@example.com" })
        const bob = yield* create({ email: "bob@example.com" })
        const cyd = yield* create({ email: "cyd@example.com" })
        const id = yield* importFile("email,tags\nada@example.com,a\nbob@example.com,a\ncyd@example.com,a\n")
        assert.strictEqual((yield* owner.call("POST", `${base}/contacts/${ada}/merge`, { from: bob })).status, 200)
        assert.strictEqual((yield* owner.call("DELETE", `${base}/contacts/${cyd}`)).status, 200)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT changed FROM bulk_change_contacts WHERE account_id = ${owner.account}`
        assert.deepStrictEqual(rows, [{ changed: null }, { changed: null }, { changed: null }])
        assert.deepInclude(yield* undo(id), { undone: 0, kept: 3 })
        const kept: ReadonlyArray<{ contact_id: string; kept: ReadonlyArray<{ reason: string }> }> = yield* keptOf(id)
        assert.deepStrictEqual(
          new Map(kept.map((one) => [one.contact_id, one.kept[0]?.reason])),
          new Map([
            [cyd, "contact_erased"],
            [bob, "contact_merged"],
            [ada, "contact_merged"]
          ])
        )
      })
    )
  }
)
