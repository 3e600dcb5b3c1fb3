import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { checkTemplate, render } from "../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"

describe("templates", () => {
  it.effect.prop("contact data is escaped in markup, and a subject is one line", [Schema.String], ([name]) =>
    Effect.gen(function* () {
      const data = { contact: { first_name: name } }
      assert.notMatch((yield* render("html", "{{ contact.first_name }}", data)).text, /[<>"]/)
      assert.notMatch((yield* render("subject", "a {{ contact.first_name }} b", data)).text, /[\r\n\u2028\u2029]/)
    })
  )
  it.effect.prop(
    "truncation never splits a character",
    [Schema.Literals(["", "a"]), Schema.Literals(["subject", "sms"])],
    ([first, kind]) =>
      Effect.gen(function* () {
        const { text } = yield* render(kind, first + "😀".repeat(1_000), {})
        const most = { subject: 255, sms: 1_600 }[kind]
        assert.isTrue(text.isWellFormed() && text.length <= most && text.length >= most - 1)
      })
  )
  it.prop(
    "an issue names its line once",
    [Schema.Array(Schema.Literals(["a", "{{ x }}", "\n", "\r\n", "😀"]))],
    ([parts]) => {
      const source = parts.join("")
      const lines = parts.flatMap((part, at) =>
        part === "{{ x }}" ? [parts.slice(0, at).join("").split("\n").length] : []
      )
      assert.deepStrictEqual(
        checkTemplate("html", source, {}),
        [...new Set(lines)].map((line) => `Unknown variable x, line ${line}`)
      )
    }
  )
  it.effect("an unknown variable is an issue when saved and empty when sent", () =>
    Effect.gen(function* () {
      const source = "Hi {{ contact.nickname }}{{ order.line_items[0].title }}{{ event.event_data.x }}"
      assert.deepStrictEqual(checkTemplate("html", source, templateVariables.order), [
        "Unknown variable contact.nickname, line 1. Write {{ contact.custom_fields.nickname }}",
        "Unknown variable event.event_data.x, line 1"
      ])
      assert.strictEqual((yield* render("html", source, {})).text, "Hi ")
    })
  )
  it.effect("no template runs long or reads a file", () =>
    Effect.gen(function* () {
      const endless =
        "{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}x{% endfor %}{% endfor %}{% endfor %}"
      assert.match((yield* Effect.flip(render("html", endless, {}))).reason, /more than 50000 pieces/)
      assert.strictEqual(
        (yield* Effect.flip(render("html", "{% include 'package.json' %}", {})))._tag,
        "TemplateFailed"
      )
      assert.strictEqual(checkTemplate("html", "{% if %}{{ x | nope }}", {}).length, 1)
    })
  )
})
