import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { quotas } from "../../src/domain/capacity/quotas.ts"
import { seedAccount } from "../support/database/seed.ts"
import { templateOf } from "../support/http/calls/templates.ts"
import { contentType, encoded, onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { pictures } from "../support/samples/pictures.ts"

const caller = Effect.gen(function* () {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
  const authorization = `Bearer ${token}`
  const call = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, { method, headers: { authorization, ...contentType(body) }, ...encoded(body) })
  return { account_id, origin, authorization, call }
})

const blocks = (...given: ReadonlyArray<object>) => ({ type: "blocks", document: { blocks: given } })
const words = (text: string) => ({ type: "text", content: [{ type: "paragraph", runs: [{ text }] }] })
const button = { type: "button", text: "Go", link: "" }

const fieldsOf = (json: { readonly error: { readonly details: ReadonlyArray<{ readonly field: string }> } }) =>
  json.error.details.map(({ field }) => field)

onEitherOverSocket("saved templates", (it) => {
  it.effect("are kept as they are, listed by name and kind without their content, renamed and deleted", () =>
    Effect.gen(function* () {
      const { call } = yield* caller
      const mail = { ...templateOf(1), preheader: "New teas" }
      const made = yield* call("POST", "/templates", mail)
      assert.strictEqual(made.status, 201)
      const columns = { type: "columns", columns: [{ blocks: [words("One")] }, { blocks: [button] }] }
      const block = yield* call("POST", "/templates", { kind: "block", name: "A row", content: blocks(columns) })
      assert.strictEqual(block.status, 201)
      assert.deepInclude((yield* call("GET", `/templates/${made.json.data.id}`)).json.data, mail)
      assert.deepInclude((yield* call("GET", `/templates/${block.json.data.id}`)).json.data, {
        kind: "block",
        subject: null,
        preheader: null,
        content: blocks(columns)
      })
      const listed = yield* call("GET", "/templates")
      assert.deepStrictEqual(
        listed.json.data.map(({ name }: { name: string }) => name),
        ["A row", "Template 1"]
      )
      assert.notProperty(listed.json.data[0], "content")
      assert.lengthOf((yield* call("GET", "/templates?kind=mail&search=temp")).json.data, 1)
      const renamed = yield* call("PATCH", `/templates/${made.json.data.id}`, { name: "Spring" })
      assert.deepInclude(renamed.json.data, { name: "Spring", content: mail.content })
      assert.strictEqual((yield* call("DELETE", `/templates/${made.json.data.id}`)).json.data.name, "Spring")
      for (const method of ["GET", "DELETE"])
        assert.strictEqual((yield* call(method, `/templates/${made.json.data.id}`)).status, 404)
    })
  )

  it.effect("need not be finished, but have blocks, outputs that are known, and one block where they are one", () =>
    Effect.gen(function* () {
      const { call } = yield* caller
      const save = (kind: string, content: object, more: object = {}) =>
        call("POST", "/templates", { kind, name: "T", content, ...more })
      assert.strictEqual((yield* save("mail", blocks(button, { type: "image", src: "", alt: "" }))).status, 201)
      assert.strictEqual((yield* save("mail", blocks(words("{{ cart.total }} {{ order.total }}")))).status, 201)
      const wrong: ReadonlyArray<readonly [kind: string, content: object, field: string]> = [
        ["mail", blocks(), "content.document.blocks"],
        ["block", blocks(button, button), "content.document.blocks"],
        ["block", blocks(words("{% if a %}")), "content.document.blocks.0.content.0.runs.0.text"],
        ["mail", blocks(words("{{ contact.frist_name }}")), "content.document.blocks.0"],
        ["mail", blocks({ type: "what" }), "content.document.blocks.0"],
        ["letter", blocks(button), "kind"]
      ]
      for (const [kind, content, field] of wrong) {
        const { status, json } = yield* save(kind, content)
        assert.strictEqual(status, 422)
        assert.deepStrictEqual(fieldsOf(json), [field])
      }
      assert.deepStrictEqual(fieldsOf((yield* save("mail", blocks(button), { subject: "{{ what }}" })).json), [
        "subject"
      ])
      const large = blocks(...Array.from({ length: 201 }, () => words("Tea")))
      assert.strictEqual((yield* save("mail", large)).status, 422)
    })
  )

  it.effect("keep their pictures in the media library, and show none that was deleted from it", () =>
    Effect.gen(function* () {
      const { call, origin, authorization } = yield* caller
      const bytes = yield* Effect.promise(() => pictures.png(40, 40))
      const picture = yield* send(`${origin}/v1/media?name=cup.png`, {
        method: "POST",
        headers: { authorization, "content-type": "image/png" },
        body: Buffer.from(bytes)
      })
      const content = blocks({ type: "image", src: picture.json.data.url, alt: "A cup" })
      const body = { kind: "block", name: "With a cup", content }
      const made = yield* call("POST", "/templates", body)
      const media = `/media/${picture.json.data.id}`
      const refused = yield* call("DELETE", media)
      assert.strictEqual(refused.status, 409)
      assert.deepStrictEqual(refused.json.error.details, [{ field: "template", message: "With a cup" }])
      yield* call("DELETE", `/templates/${made.json.data.id}`)
      assert.strictEqual((yield* call("DELETE", media)).status, 200)
      assert.deepStrictEqual(fieldsOf((yield* call("POST", "/templates", body)).json), ["content"])
    })
  )

  it.effect("are at most as many as an account may have", () =>
    Effect.gen(function* () {
      const { call, account_id } = yield* caller
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO templates (account_id, template_id, kind, name, content, created_at, updated_at)
        SELECT ${account_id}, 'tpl_' || n, 'block', 'T', '{"type":"blocks","document":{"blocks":[]}}', now(), now()
        FROM generate_series(2, ${quotas.templates.max}::int) n`
      const both = yield* Effect.all(
        [call("POST", "/templates", templateOf(1)), call("POST", "/templates", templateOf(2))],
        {
          concurrency: 2
        }
      )
      assert.sameMembers(
        both.map(({ status }) => status),
        [201, 422]
      )
    })
  )
})
