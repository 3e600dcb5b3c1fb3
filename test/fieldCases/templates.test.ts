import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { seedContact } from "../support/messages/messages.ts"
import { seedToken } from "../support/database/seed.ts"

/** An account in Los Angeles with an order of the evening of 24 November there, and previews of steps for it. */
const shop = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const { call, account } = yield* ownerBrowser(name)
  yield* sql`UPDATE accounts SET timezone = 'America/Los_Angeles' WHERE account_id = ${account}`
  const { contact_id } = yield* seedContact(account, { email: "ada@example.com", first_name: null })
  yield* post(`${yield* Origin}/v1/orders/placed`, yield* seedToken(account), {
    order_id: 1,
    email: "ada@example.com",
    total: 1234.5,
    currency: "GBP",
    order_date: "2026-11-25T04:30:00Z",
    line_items: [{ title: "Tea", price: 30 }]
  })
  const preview = (step: object) =>
    Effect.map(
      call("POST", `/accounts/${account}/flows/preview`, {
        trigger: "order_received",
        contact_id,
        order_id: "1",
        step: { id: "s1", ...step }
      }),
      ({ json }) => json.data
    )
  const mailed = (html: string) =>
    Effect.map(preview({ type: "send_email", layout: "none", subject: "Hi", html }), ({ text }) =>
      String(text).replace(/\n+Unsubscribe .*$/, "")
    )
  const saved = (html: string) =>
    Effect.map(
      call("POST", `/accounts/${account}/flows`, {
        name: "Hi",
        definition: definitionOf([{ id: "s1", type: "send_email", subject: "Hi", html }])
      }),
      ({ status, json }) => ({
        status,
        messages: (json.error?.details ?? []).map(({ message }: { readonly message: string }) => message)
      })
    )
  return { preview, mailed, saved }
})

onEitherOverSocket("templates as shops write them", (it) => {
  it.effect("a date is the day on which the buyer ordered, in the account's time zone", () =>
    Effect.gen(function* () {
      const { mailed } = yield* shop("dates")
      assert.strictEqual(yield* mailed(`{{ order.placed_at | date: "%B %d, %Y %H:%M" }}`), "November 24, 2026 20:30")
    })
  )

  it.effect("money has its currency and both decimals", () =>
    Effect.gen(function* () {
      const { mailed } = yield* shop("sums")
      assert.strictEqual(
        yield* mailed(
          "{% for item in order.line_items %}{{ item.title }} {{ item.price | money }};{% endfor %} {{ order.total | money }}"
        ),
        "Tea £30.00; £1,234.50"
      )
    })
  )

  it.effect("forms of other services are refused when the flow is saved, with the form to write", () =>
    Effect.gen(function* () {
      const { saved } = yield* shop("dialects")
      assert.deepStrictEqual(yield* saved("Hi *|FNAME|*, hi [[firstname]], {# a comment #}"), {
        status: 422,
        messages: [
          [
            "*|FNAME|* is a form of another service. Write {{ contact.first_name }}",
            "[[firstname]] is a form of another service. Write {{ contact.first_name }}",
            "{# a comment #} is a form of another service. Write {% comment %} and {% endcomment %}"
          ].join("; ")
        ]
      })
      for (const [html, form] of [
        ["{{ first_name|default:'there' }}", "{{ contact.first_name }}"],
        [`<a href="{% unsubscribe %}">x</a>`, "{{ unsubscribe_url }}"],
        ["{{ contact.first_name|title }}", "| capitalize"],
        ["{{ order.total|floatformat:2 }}", "| money, or round: 2"],
        ["{% for item in event.items %}{% endfor %}", "event.items"]
      ] as const) {
        const { status, messages } = yield* saved(html)
        assert.strictEqual(status, 422, html)
        assert.include(messages.join(), form, html)
      }
      assert.strictEqual((yield* saved("Hi {{ contact.first_name | default: 'there' }}")).status, 201)
    })
  )

  it.effect("a text with a link stays one part of 160 characters", () =>
    Effect.gen(function* () {
      const { preview } = yield* shop("texts")
      const { text } = yield* preview({
        type: "send_sms",
        text: "Your tea is here, enjoy it! https://shop.example/orders/1234"
      })
      assert.match(text, /^Your tea is here, enjoy it! (http:\/\/localhost:\d+\/s\/)\w{8}\n\1\w{8}$/)
      assert.isAtMost(text.length, 160)
    })
  )
})
