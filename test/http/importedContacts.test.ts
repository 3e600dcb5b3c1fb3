import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { FileLayout } from "../../src/domain/imports/FileLayout.ts"
import { RunImports } from "../../src/programs/imports/RunImports.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer } from "../support/http/http.ts"
import { ImportingLayer, layoutOfCsv } from "../support/samples/imports.ts"

/** An owner, with the import of a CSV file of contacts and the contacts by their first name. */
const shop = Effect.fnUntraced(function* (name: string) {
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}`
  const imports = yield* RunImports
  const importFile = Effect.fnUntraced(function* (
    text: string,
    change: Partial<FileLayout> = {},
    further: object = {}
  ) {
    const file = new TextEncoder().encode(text)
    const layout = { ...layoutOfCsv("contacts", file), ...change }
    const input = { kind: "contacts", file_name: "people.csv", file_size: file.length, layout, ...further }
    const made = yield* owner.call("POST", `${base}/imports`, input)
    assert.strictEqual(made.status, 201, made.text)
    const path = `${base}/imports/${made.json.data.id}`
    yield* owner.call("PUT", `${path}/file?from=0`, file)
    yield* owner.call("POST", `${path}/start`)
    yield* imports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
    return (yield* owner.call("GET", path)).json.data
  })
  const contact = (first_name: string) =>
    Effect.map(owner.call("GET", `${base}/contacts`), ({ json }) =>
      json.data.find((one: { first_name: string }) => one.first_name === first_name)
    )
  const ledger = Effect.fnUntraced(function* (first_name: string) {
    const { id } = yield* contact(first_name)
    return (yield* owner.call("GET", `${base}/contacts/${id}/consent`)).json.data.history
  })
  const notesOf = Effect.fnUntraced(function* (id: string, query = "") {
    return (yield* owner.call("GET", `${base}/imports/${id}/notes${query}`)).json
  })
  const create = (body: object) => owner.call("POST", `${base}/contacts`, body)
  return { owner, base, importFile, contact, create, ledger, notesOf }
})

onEither(
  "contacts of a file",
  Layer.merge(OriginLayer, ImportingLayer),
  (it) => {
    it.effect(
      "join their tags and custom fields to those of contacts that exist, unless they are to replace them",
      () =>
        Effect.gen(function* () {
          const { importFile, contact, create } = yield* shop("joiner")
          const kept = { tags: ["vip"], custom_fields: { size: 42, color: "red" } }
          yield* create({ email: "ada@example.com", first_name: "Ada", ...kept })
          const file = 'email,tags,color\nada@example.com,"new, vip",blue\n'
          const targets = ["email", "tags", "custom_field"]
          assert.deepInclude(yield* importFile(file, { targets }), { imported: 1, failed: 0 })
          assert.deepInclude(yield* contact("Ada"), {
            tags: ["vip", "new"],
            custom_fields: { size: 42, color: "blue" }
          })
          yield* importFile(file, { targets, replaces: true })
          assert.deepInclude(yield* contact("Ada"), { tags: ["new", "vip"], custom_fields: { color: "blue" } })
        })
    )

    it.effect("take no yes away by a consent that is absent or never was", () =>
      Effect.gen(function* () {
        const { importFile, contact, create } = yield* shop("keeper")
        const yes = { email_consent: "subscribed", sms_consent: "subscribed" }
        for (const name of ["Ada", "Bob", "Cyd"]) {
          const phone = `+1415555010${name.length + (name.charCodeAt(0) % 7)}`
          yield* create({ email: `${name}@example.com`.toLowerCase(), phone, first_name: name, ...yes })
        }
        yield* importFile(
          "email,email_consent,sms_consent\nada@example.com,Non-subscribed,never_subscribed\nbob@example.com,,\ncyd@example.com,unsubscribed,unsubscribed\n"
        )
        assert.deepInclude(yield* contact("Ada"), yes)
        assert.deepInclude(yield* contact("Bob"), yes)
        assert.deepInclude(yield* contact("Cyd"), { email_consent: "unsubscribed", sms_consent: "unsubscribed" })
      })
    )

    it.effect("keep when, where and how another service got their consent as its proof", () =>
      Effect.gen(function* () {
        const { importFile, ledger } = yield* shop("prover")
        yield* importFile(
          `"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LEID,EUID
ada@example.com,Ada,2,"2020-02-03 04:05:06",192.0.2.1,"2020-02-03 04:06:00",192.0.2.2,1,a
bob@example.com,Bob,2,,,,,2,b
`,
          { email_consent: "subscribed" }
        )
        const [ada] = yield* ledger("Ada")
        assert.deepInclude(ada, {
          to: "subscribed",
          cause: "import",
          effective_at: "2020-02-03T04:06:00Z",
          proof: {
            source: "people.csv",
            given_at: "2020-02-03T04:05:06Z",
            address: "192.0.2.1",
            confirmed_at: "2020-02-03T04:06:00Z",
            confirmed_address: "192.0.2.2"
          }
        })
        const [bob] = yield* ledger("Bob")
        assert.strictEqual(bob.effective_at, bob.recorded_at)
        assert.isUndefined(bob.proof)
      })
    )

    it.effect("are listed with all that was left out: the row, the field and the reason", () =>
      Effect.gen(function* () {
        const { importFile, create, notesOf } = yield* shop("noter")
        yield* create({ email: "left@example.com", first_name: "Lea", email_consent: "unsubscribed" })
        yield* create({ email: "owner@example.com", first_name: "Ona", phone: "+14155550100" })
        const found = yield* importFile(
          `email,phone,first_name,email_consent,sms_consent,OPTIN_TIME
left@example.com,,Lea,subscribed,,
new@example.com,+14155550100,Nia,,subscribed,
,+14155550111,Tom,,,
ada@example.com,12,Ada,subscribed,,soon
nobody,,,,,
good@example.com,,Gil,subscribed,,2024-01-02 03:04:05
`
        )
        assert.deepInclude(found, {
          imported: 5,
          failed: 1,
          cells_left_out: 2,
          without_email: 1,
          consents_not_taken: 2
        })
        const { data, pagination } = yield* notesOf(found.id)
        assert.deepStrictEqual(
          data.map(({ row, kind, field }: { row: number; kind: string; field: string }) => [row, kind, field]),
          [
            [2, "consent", "email_consent"],
            [3, "cell", "phone"],
            [3, "consent", "sms_consent"],
            [4, "no_email", "email"],
            [5, "cell", "phone"],
            [5, "cell", "email_consent_time"],
            [6, "failed", "email"]
          ]
        )
        assert.strictEqual(pagination.total_count, 7)
        const [refused] = (yield* notesOf(found.id, "?kind=consent&per_page=1")).data
        assert.strictEqual(refused.message, "An import lifts no unsubscription and no suppression")
        assert.strictEqual((yield* notesOf(found.id, "?kind=other")).error.code, "validation_failed")
        assert.isUndefined((yield* notesOf("imp_unknown")).data)
      })
    )

    it.effect(
      "leave topics by their names in any language, and join none that the person left, whatever the file says",
      () =>
        Effect.gen(function* () {
          const { owner, base, importFile, contact, create, ledger, notesOf } = yield* shop("topics")
          for (const [key, de] of [
            ["sales", "Angebote"],
            ["news", "Neuigkeiten"]
          ])
            yield* owner.call("POST", `${base}/topics`, { key, names: { en: key, de } })
          yield* create({ email: "ada@example.com", first_name: "Ada" })
          yield* create({ email: "bob@example.com", first_name: "Bob" })
          const { id } = yield* contact("Bob")
          yield* owner.call("POST", `${base}/contacts/${id}/topics`, { leave: ["sales", "news"] })
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE consent_log SET rule = 'topic_left' WHERE contact_id = ${id} AND topic = 'news'`
          const columns = "email,topics_left,topics_joined"
          const left = yield* importFile(
            `${columns}\nada@example.com,"ANGEBOTE; Other",\nbob@example.com,,"sales, news"\n`
          )
          const [line] = yield* ledger("Ada")
          assert.deepInclude(line, {
            topic: "sales",
            to: "unsubscribed",
            cause: "import",
            proof: { source: "people.csv" }
          })
          assert.deepInclude(yield* contact("Ada"), { email_consent: "never_subscribed" })
          const { data } = yield* notesOf(left.id)
          assert.deepStrictEqual(
            data.map(({ row, kind, field }: { row: number; kind: string; field: string }) => [row, kind, field]),
            [
              [2, "cell", "topics_left"],
              [3, "consent", "topics_joined"]
            ]
          )
          const exported = yield* owner.call("GET", `${base}/contact-export`)
          assert.match(exported.text, /"bob@example\.com".*,"news, sales",/)
          yield* importFile(`${columns}\nbob@example.com,,"Sales, News"\n`, {}, { lift_reason: "They asked us to" })
          const { data: after } = (yield* owner.call("GET", `${base}/contacts/${id}/consent`)).json
          assert.deepStrictEqual(
            after.left_topics.map(({ topic }: { readonly topic: string }) => topic),
            ["news"]
          )
          assert.deepInclude(after.history[0], { topic: "sales", to: "subscribed" })
        })
    )

    it.effect("have phones of their row's country, and none of a country that is not understood", () =>
      Effect.gen(function* () {
        const { importFile, contact } = yield* shop("caller")
        const columns = "email,first_name,phone,country,sms_consent"
        yield* importFile(
          `${columns}\na@example.com,Ada,06 10 82 64 99,FR,subscribed\nb@example.com,Bob,06 10 82 64 99,Nowhere,subscribed\n`
        )
        assert.deepInclude(yield* contact("Ada"), { phone: "+33610826499", sms_consent: "subscribed" })
        assert.deepInclude(yield* contact("Bob"), { phone: null, sms_consent: "never_subscribed" })
      })
    )

    it.effect("get no texts on a phone that was never ours, if a sheet may have taken its plus sign", () =>
      Effect.gen(function* () {
        const { importFile, contact, create } = yield* shop("sheet")
        const file = "first_name,email,phone,sms_consent\nAda,ada@example.com,4155550123,subscribed\n"
        yield* importFile(file)
        assert.deepInclude(yield* contact("Ada"), { phone: "+14155550123", sms_consent: "never_subscribed" })
        yield* importFile("first_name,email,phone,sms_consent\nBob,bob@example.com,4155550124,subscribed\n", {
          phones: "national"
        })
        assert.deepInclude(yield* contact("Bob"), { phone: "+14155550124", sms_consent: "subscribed" })
        yield* create({ phone: "+14155550125", first_name: "Cyd" })
        yield* importFile("phone,sms_consent\n4155550125,subscribed\n")
        assert.deepInclude(yield* contact("Cyd"), { phone: "+14155550125", sms_consent: "subscribed" })
      })
    )
  },
  { excludeTestServices: true }
)
