import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedContact } from "../support/messages/messages.ts"
import { type ApiResponse, onEitherOverSocket } from "../support/http/http.ts"

/** An owner's account with calls about all contacts of a filter; `all` repeats an action until it has no next. */
const shop = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  const path = `/accounts/${account}`
  const create = (body: object) =>
    Effect.map(call("POST", `${path}/contacts`, body), ({ json }) => String(json.data.id))
  const act = (body: object) => call("POST", `${path}/contact-actions`, body)
  const all = Effect.fnUntraced(function* (body: object) {
    const sum = { processed: 0, changed: 0, calls: 0 }
    let next: string | null = null
    do {
      // A busy machine may refuse a call with 503, which is sent again.
      const { status, json }: ApiResponse = yield* act(next === null ? body : { ...body, before: next }).pipe(
        Effect.repeat({ while: (answer) => answer.status === 503, times: 10 })
      )
      assert.strictEqual(status, 200)
      sum.processed += json.data.processed
      sum.changed += json.data.changed
      sum.calls++
      next = json.data.next
    } while (next !== null)
    return sum
  })
  // A call ends after two seconds of deletions, so a busy machine takes more of them.
  const erase = (body: object) =>
    Effect.map(all({ action: "delete", ...body }), ({ processed, changed }) => ({ processed, changed }))
  const total = (query: string) =>
    Effect.map(call("GET", `${path}/contacts?${query}`), ({ json }) => json.pagination.total_count)
  const read = (id: string) => Effect.map(call("GET", `${path}/contacts/${id}`), ({ json }) => json.data)
  return { call, account, path, create, act, all, erase, total, read }
})

const seedMany = (account: string, count: number) =>
  Effect.forEach(Array.from({ length: count }).keys(), (at) =>
    seedContact(account, { email: `p${at}@example.com`, phone: null, sms_consent: "never_subscribed" })
  )

onEitherOverSocket("an action on the contacts of a filter", (it) => {
  it.effect("reaches each of them exactly once over several calls, and changes nothing when repeated", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, all, create, read } = yield* shop("tagger")
      const other = yield* create({ email: "other@shop.example", tags: ["old"] })
      yield* seedMany(account, 450)
      const tag = { action: "add_tag", tag: "vip", filter: { search: "@example.com" } }
      assert.deepStrictEqual(yield* all(tag), { processed: 450, changed: 450, calls: 3 })
      assert.deepStrictEqual(yield* all(tag), { processed: 450, changed: 0, calls: 3 })
      assert.deepStrictEqual((yield* read(other)).tags, ["old"])
      const tagged = sql<{ readonly total: number }>`
        SELECT count(*)::int AS total FROM contacts WHERE account_id = ${account} AND tags::text = '["vip"]'`
      assert.deepStrictEqual(yield* tagged, [{ total: 450 }])
      assert.deepStrictEqual(yield* all({ ...tag, action: "remove_tag" }), { processed: 450, changed: 450, calls: 3 })
      assert.deepStrictEqual(yield* tagged, [{ total: 0 }])
    })
  )

  it.effect("unsubscribes with a ledger line each, and leaves suppressed and never subscribed contacts alone", () =>
    Effect.gen(function* () {
      const { call, path, create, all, read } = yield* shop("unsubscriber")
      const phone = { phone: "+14155552671", sms_consent: "subscribed" }
      const subscribed = yield* create({ email: "a@example.com", email_consent: "subscribed", ...phone })
      const suppressed = yield* create({ email: "b@example.com", email_consent: "suppressed" })
      const never = yield* create({ email: "c@example.com" })
      assert.deepStrictEqual(yield* all({ action: "unsubscribe_email", filter: {} }), {
        processed: 3,
        changed: 1,
        calls: 1
      })
      assert.deepInclude(yield* read(subscribed), { email_consent: "unsubscribed", sms_consent: "subscribed" })
      assert.deepInclude(yield* read(suppressed), { email_consent: "suppressed" })
      assert.deepInclude(yield* read(never), { email_consent: "never_subscribed" })
      const [entry] = (yield* call("GET", `${path}/contacts/${subscribed}/consent`)).json.data.history
      assert.deepInclude(entry, { channel: "email", from: "subscribed", to: "unsubscribed", cause: "dashboard" })
      assert.match(entry.actor, /^usr_/)
      yield* all({ action: "unsubscribe_sms", filter: { sms_consent: "subscribed" } })
      assert.deepInclude(yield* read(subscribed), { sms_consent: "unsubscribed" })
    })
  )

  it.effect("deletes what the filter finds and nothing else", () =>
    Effect.gen(function* () {
      const { create, erase, total } = yield* shop("deleter")
      for (let at = 0; at < 3; at++) yield* create({ email: `spam${at}@example.com` })
      yield* create({ email: "ada@example.com" })
      const filter = { search: "spam" }
      assert.deepStrictEqual(yield* erase({ filter }), { processed: 3, changed: 3 })
      assert.deepStrictEqual(yield* erase({ filter }), { processed: 0, changed: 0 })
      assert.strictEqual(yield* total(""), 1)
    })
  )

  it.effect("takes those of a list of ids that the account has, and none twice", () =>
    Effect.gen(function* () {
      const own = yield* shop("chooser")
      const other = yield* shop("unchosen")
      const ids = [yield* own.create({ email: "a@example.com" }), yield* own.create({ email: "b@example.com" })]
      const rest = yield* own.create({ email: "c@example.com" })
      const foreign = yield* other.create({ email: "d@example.com" })
      const tag = { action: "add_tag", tag: "vip", contact_ids: [...ids, ids[0], foreign, `con_${"1".repeat(26)}`] }
      assert.deepStrictEqual(yield* own.all(tag), { processed: 2, changed: 2, calls: 1 })
      assert.deepStrictEqual(yield* Effect.forEach(ids, (id) => Effect.map(own.read(id), ({ tags }) => tags)), [
        ["vip"],
        ["vip"]
      ])
      assert.deepStrictEqual((yield* own.read(rest)).tags, [])
      assert.deepStrictEqual((yield* other.read(foreign)).tags, [])
      assert.deepStrictEqual(yield* own.erase({ contact_ids: ids }), { processed: 2, changed: 2 })
      assert.strictEqual(yield* own.total(""), 1)
    })
  )

  it.effect("takes those that conditions match, each once, also when the action ends the match", () =>
    Effect.gen(function* () {
      const { account, all, create, read } = yield* shop("conditional")
      yield* seedMany(account, 250)
      const tagged = yield* create({ email: "first@example.com", tags: ["vip"] })
      const conditions = [[{ field: "contact.tags", op: "not_contains", value: "vip" }]]
      const tag = { action: "add_tag", tag: "vip", conditions }
      assert.deepStrictEqual(yield* all(tag), { processed: 250, changed: 250, calls: 2 })
      assert.deepStrictEqual(yield* all(tag), { processed: 0, changed: 0, calls: 1 })
      assert.deepStrictEqual((yield* read(tagged)).tags, ["vip"])
    })
  )

  it.effect("keeps totals and the contacts of other accounts as they are", () =>
    Effect.gen(function* () {
      const own = yield* shop("neighbour-one")
      const other = yield* shop("neighbour-two")
      yield* own.create({ email: "a@example.com", email_consent: "subscribed" })
      const kept = yield* other.create({ email: "a@example.com", email_consent: "subscribed" })
      yield* own.all({ action: "unsubscribe_email", filter: {} })
      assert.strictEqual(yield* own.total("email_consent=subscribed"), 0)
      assert.strictEqual(yield* own.total("email_consent=unsubscribed"), 1)
      assert.deepInclude(yield* other.read(kept), { email_consent: "subscribed" })
      yield* own.all({ action: "delete", filter: {} })
      assert.deepInclude(yield* other.read(kept), { email: "a@example.com" })
    })
  )

  it.effect(
    "is refused without its tag, with an unknown action, and where not exactly one member says which contacts",
    () =>
      Effect.gen(function* () {
        const { act } = yield* shop("mistaken")
        for (const body of [
          { action: "add_tag", filter: {} },
          { action: "add_tag", tag: " ", filter: {} },
          { action: "explode", filter: {} },
          { action: "delete" },
          { action: "delete", filter: {}, contact_ids: ["con_1"] },
          { action: "delete", contact_ids: [] },
          { action: "delete", contact_ids: Array.from({ length: 201 }, () => "con_1") },
          { action: "delete", conditions: [[{ field: "order.total", op: "gte", value: 1 }]] },
          { action: "delete", conditions: [[{ field: "contact.tags", op: "eq", value: "a", wher: {} }]] },
          { action: "delete", filter: { email_consent: "maybe" } }
        ]) {
          assert.strictEqual((yield* act(body)).status, 422, JSON.stringify(body))
        }
      })
  )
})

onEitherOverSocket("the export of contacts", (it) => {
  it.effect("has a line for each contact of the filter, with cells that spreadsheets read as text", () =>
    Effect.gen(function* () {
      const { call, path, create } = yield* shop("exporter")
      yield* create({
        email: "ada@example.com",
        first_name: '=HYPERLINK("x")',
        last_name: "@SUM(1)",
        tags: ["-a", "b"]
      })
      yield* create({ phone: "+14155552671", custom_fields: { big: 1, note: 'say "hi"' } })
      const { status, headers, text } = yield* call("GET", `${path}/contact-export`)
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type") ?? "", /^text\/csv/)
      assert.include(headers.get("content-disposition") ?? "", "attachment")
      const [head = "", phone = "", ada = "", end] = text.split("\r\n")
      assert.match(head, /^\uFEFF?id,email,phone,first_name,/)
      assert.match(phone, /^con_\w+,"","'\+14155552671","","",never_subscribed,/)
      assert.include(phone, `"{""big"":1,""note"":""say \\""hi\\""""}"`)
      assert.include(ada, `"ada@example.com",,"'=HYPERLINK(""x"")","'@SUM(1)",`)
      assert.include(ada, `"'-a, b"`)
      assert.strictEqual(end, "")
      const filtered = yield* call("GET", `${path}/contact-export?search=ada`)
      assert.lengthOf(filtered.text.split("\r\n"), 3)
      assert.strictEqual((yield* call("GET", `${path}/contact-export?email_consent=maybe`)).status, 422)
    })
  )

  it.effect("streams more than one page of contacts, each exactly once", () =>
    Effect.gen(function* () {
      const { account, call, path } = yield* shop("streamer")
      yield* seedMany(account, 1_100)
      const { text } = yield* call("GET", `${path}/contact-export`)
      const ids = text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",")[0])
      assert.lengthOf(ids, 1_100)
      assert.strictEqual(new Set(ids).size, 1_100)
    })
  )
})
