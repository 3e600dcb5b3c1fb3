import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { OriginLayer, send } from "../support/http/http.ts"
import { formInput } from "../support/samples/formInput.ts"

onEither("forms in the dashboard", OriginLayer, (it) => {
  it.effect("are created, changed and deleted, with every wording and their links", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("forms")
      const path = `/accounts/${account}/forms`
      const made = yield* call("POST", path, formInput)
      assert.strictEqual(made.status, 201)
      const { id, hosted_url, snippet, wording_version, ...rest } = made.json.data
      assert.deepInclude(rest, { ...formInput })
      assert.strictEqual(wording_version, 1)
      assert.match(hosted_url, /\/f\/[\w.-]+$/)
      assert.include(snippet, `<iframe src="${hosted_url}/embed" title="Tea by mail"`)
      assert.notMatch(snippet, /style=|<script/)
      yield* call("PUT", `${path}/${id}`, { ...formInput, title: "Tea" })
      yield* call("PUT", `${path}/${id}`, { ...formInput, wording: "Send me tea." })
      const details = (yield* call("GET", `${path}/${id}`)).json.data
      assert.deepInclude(details, { title: "Tea by mail", wording: "Send me tea.", wording_version: 2 })
      assert.deepStrictEqual(
        details.wordings.map(({ version, wording }: { version: number; wording: string }) => [version, wording]),
        [
          [2, "Send me tea."],
          [1, formInput.wording]
        ]
      )
      const listed = (yield* call("GET", path)).json.data
      assert.deepStrictEqual(listed[0].sign_ups, { asked: 0, confirmed: 0 })
      assert.strictEqual((yield* call("DELETE", `${path}/${id}`)).status, 200)
      assert.strictEqual((yield* call("GET", `${path}/${id}`)).status, 404)
      assert.strictEqual((yield* call("PUT", `${path}/${id}`, formInput)).status, 404)
      assert.strictEqual((yield* send(hosted_url.replace("localhost", "127.0.0.1"))).status, 404)
    })
  )

  it.effect("report sign-ups by day of the account's time zone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("forms-days")
      yield* sql`UPDATE accounts SET timezone = 'UTC' WHERE account_id = ${account}`
      const { id } = (yield* call("POST", `/accounts/${account}/forms`, formInput)).json.data
      const now = yield* Clock.currentTimeMillis
      const counted = (day: number, asked: number, confirmed: number) =>
        sql`INSERT INTO form_sign_ups (account_id, form_id, hour, asked, confirmed)
          VALUES (${account}, ${id}, ${new Date(now - day * 86_400_000)}, ${asked}, ${confirmed})`
      yield* counted(0, 3, 1)
      yield* counted(2, 2, 2)
      yield* counted(9, 5, 5)
      const { days } = (yield* call("GET", `/accounts/${account}/forms/${id}/sign-ups?days=7`)).json.data
      assert.deepStrictEqual(
        days.map(({ asked, confirmed }: { asked: number; confirmed: number }) => [asked, confirmed]),
        [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
          [2, 2],
          [0, 0],
          [3, 1]
        ]
      )
      assert.deepStrictEqual((yield* call("GET", `/accounts/${account}/forms`)).json.data[0].sign_ups, {
        asked: 10,
        confirmed: 8
      })
    })
  )

  it.effect("keep their own messages that ask to confirm, which the preview shows as they are sent", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("forms-messages")
      const path = `/accounts/${account}/forms`
      const preview = (form: object) =>
        Effect.map(call("POST", `/accounts/${account}/form-preview`, form), ({ json }) => json.data)
      const plain = yield* preview({ ...formInput, language: "pl" })
      assert.strictEqual(plain.mail.subject, "Potwierdź swój adres e-mail")
      assert.include(plain.mail.html, "1 Tea Street")
      assert.match(plain.text, /: odpowiedz TAK/)
      const confirmation_mail = { subject: "One step, {{ account.name }}", text: "Is it you?", button: "It is me" }
      const confirmation_text = "{{ account.name }}: YES or STOP?"
      const form = { ...formInput, confirmation_mail, confirmation_text }
      const edited = yield* preview(form)
      assert.strictEqual(edited.mail.subject, "One step, forms-messages")
      assert.match(edited.mail.html, /href="[^"]+\/o\/[^"]+">It is me<\/a>/)
      assert.strictEqual(edited.text, "forms-messages: YES or STOP?")
      const mailAlone = yield* preview({ ...form, fields: formInput.fields.filter(({ key }) => key !== "phone") })
      assert.isNull(mailAlone.text)
      const { id } = (yield* call("POST", path, form)).json.data
      assert.deepInclude((yield* call("GET", `${path}/${id}`)).json.data, { confirmation_mail, confirmation_text })
      const refused = yield* call("PUT", `${path}/${id}`, {
        ...form,
        name: "",
        confirmation_mail: { subject: "{{ contact.email }}", text: "{% break %}", button: " " },
        confirmation_text: "Write to us"
      })
      assert.deepStrictEqual(refused.json.error.details.map(({ field }: { field: string }) => field).toSorted(), [
        "confirmation_mail.button",
        "confirmation_mail.subject",
        "confirmation_mail.text",
        "confirmation_text",
        "name"
      ])
      yield* call("PUT", `${path}/${id}`, { ...form, confirmation_mail: null })
      assert.deepInclude((yield* call("GET", `${path}/${id}`)).json.data, {
        confirmation_mail: null,
        confirmation_text
      })
    })
  )

  it.effect("are previewed as people see them, and refused at their fields and beyond the quota", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("forms-refused")
      const path = `/accounts/${account}/forms`
      const preview = yield* call("POST", `/accounts/${account}/form-preview`, { ...formInput, language: "fr" })
      assert.include(preview.json.data.html, "<h1>Tea by mail</h1>")
      assert.include(preview.json.data.html, "(facultatif)")
      const field = formInput.fields[0]
      const refused = yield* call("POST", path, {
        ...formInput,
        name: "",
        fields: [field, field],
        wording: " ",
        language: "xx"
      })
      assert.strictEqual(refused.status, 422)
      const fields = refused.json.error.details.map(({ field }: { field: string }) => field)
      for (const name of ["name", "fields", "wording", "language"]) assert.include(fields, name)
      yield* sql`INSERT INTO forms (account_id, form_id, definition, wording_version, created_at, updated_at)
        SELECT ${account}, 'form_' || n, ${JSON.stringify(formInput)}, 1, now(), now() FROM generate_series(1, 100) n`
      assert.strictEqual((yield* call("POST", path, formInput)).status, 422)
      const other = yield* ownerBrowser("forms-other")
      assert.strictEqual((yield* other.call("GET", path)).status, 404)
      assert.strictEqual((yield* other.call("GET", `/accounts/${other.account}/forms/form_1`)).status, 404)
    })
  )
})
