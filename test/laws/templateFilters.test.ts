import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makeRenderBudget } from "../../src/outbound/templates/RenderBudget.ts"
import { checkTemplate, render } from "../../src/outbound/templates/Template.ts"
import { templateVariables } from "../../src/outbound/templates/templateVariables.ts"
import { localeOf } from "../../src/outbound/templates/TemplateLocale.ts"
import { growthOf } from "../support/runner/steps.ts"

const shown = (
  source: string,
  data: object,
  { timezone = "UTC", country = "US", kind = "html" as "html" | "sms" | "subject" } = {}
) =>
  Effect.map(
    render(kind, source, { ...data }, makeRenderBudget(), localeOf({ timezone, country, content: null })),
    ({ text }) => text
  )

describe("the filter money", () => {
  it.effect("writes a sum by its currency, in the way of the account's country", () =>
    Effect.gen(function* () {
      for (const [source, country, expected] of [
        ["{{ order.total | money }}", "GB", "£1,234.50"],
        ["{{ order.line_items[0].price | money }}", "GB", "£30.00"],
        ["{{ order.total | money: 'USD' }}", "US", "$1,234.50"],
        ["{{ order.total | money: 'cad' }}", "CA", "$1,234.50"],
        ["{{ order.total | money: 'EUR' }}", "DE", "1.234,50\u00a0€"],
        ["{{ order.total | money: 'EUR', 'en-IE' }}", "DE", "€1,234.50"],
        ["{{ 60 | money: 'JPY' }}", "US", "¥60"],
        ["{{ '1.5' | money: 'KWD' }}", "US", "KWD\u00a01.500"],
        ["{{ order.total | money: 'EUR' }}", "EG", "\u200f1,234.50\u00a0€"],
        // ISO 4217 has two digits for these, of which CLDR shows none or rounds some away.
        ["{{ 1691.5 | money: 'HUF', 'en-US' }}", "US", "HUF\u00a01,691.50"],
        ["{{ 1691.50 | money: 'COP', 'en-US' }}", "US", "COP\u00a01,691.50"],
        ["{{ '1691.5' | money: 'IDR', 'en-US' }}", "US", "IDR\u00a01,691.50"],
        ["{{ 1691.5 | money: 'PKR', 'en-US' }}", "US", "PKR\u00a01,691.50"],
        ["{{ 1691.5 | money: 'IQD', 'en-US' }}", "US", "IQD\u00a01,691.500"],
        ["{{ 12.3456 | money: 'EUR', 'en-US' }}", "US", "€12.3456"],
        ["{{ 5 | money: 'points' }}", "US", "5.00 POINTS"],
        ["{{ 5 | money: 'EUR', 'not a language' }}", "US", "€5.00"],
        ["{{ 'free' | money }}|{{ order.nothing | money }}", "GB", "free|"]
      ] as const)
        assert.strictEqual(
          yield* shown(
            source,
            { order: { total: 1234.5, currency: "GBP", line_items: [{ price: "30.00" }] } },
            { country }
          ),
          expected,
          source
        )
      assert.strictEqual(yield* shown("{{ 5 | money }}", {}), "5.00")
      assert.strictEqual(yield* shown("{{ 5 | money: 'EUR' }}", {}, { country: "DE", kind: "sms" }), "5,00 €")
    })
  )

  it.effect.prop(
    "keeps every digit of a sum",
    [Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: 10n ** 28n }))],
    ([cents]) =>
      Effect.gen(function* () {
        const digits = String(cents).padStart(3, "0")
        const sum = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        const text = yield* shown("{{ sum | money: 'USD' }}", { sum })
        assert.strictEqual(text.replace(/[$,]/g, ""), sum)
      })
  )
})

describe("a date in a template", () => {
  const data = { order: { placed_at: "2026-11-25T04:30:00+00:00" }, birthday: "2026-05-01" }

  it.effect("is shown in the account's time zone", () =>
    Effect.gen(function* () {
      const inLosAngeles = (source: string) => shown(source, data, { timezone: "America/Los_Angeles" })
      assert.strictEqual(
        yield* inLosAngeles(`{{ order.placed_at | date: "%B %d, %Y %H:%M" }}`),
        "November 24, 2026 20:30"
      )
      assert.strictEqual(yield* inLosAngeles("{{ order.placed_at | date_to_long_string }}"), "24 November 2026")
      assert.strictEqual(yield* inLosAngeles(`{{ order.placed_at | date: "%H:%M", "Europe/Berlin" }}`), "05:30")
      assert.strictEqual(
        yield* inLosAngeles(`{% assign at = order.placed_at | date: "%d" %}{% for i in (1..1) %}{{ at }}{% endfor %}`),
        "24"
      )
      assert.strictEqual(yield* shown(`{{ order.placed_at | date: "%H:%M" }}`, data, { timezone: "No/Where" }), "04:30")
    })
  )

  it.effect("without an offset stays on its day in every time zone", () =>
    Effect.gen(function* () {
      for (const timezone of ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"]) {
        const day = `{{ birthday | date: "%d %B" }} {{ "2026-05-01 09:30" | date: "%H:%M" }}`
        assert.strictEqual(yield* shown(day, data, { timezone }), "01 May 09:30")
      }
    })
  )
})

describe("an output", () => {
  const data = { note: `Tea & <i>"cup"</i>\nO'Hara`, platform: "Fish &amp; chips" }
  it.effect("of HTML is escaped once, also by the filters that escape", () =>
    Effect.gen(function* () {
      const once = "Tea &amp; &lt;i&gt;&#34;cup&#34;&lt;/i&gt;\nO&#39;Hara"
      for (const filter of ["", "| escape", "| escape_once", "| xml_escape"])
        assert.strictEqual(yield* shown(`{{ note ${filter} }}`, data), once)
      assert.strictEqual(yield* shown("{{ note | newline_to_br }}", data), once.replace("\n", "<br>\n"))
      assert.strictEqual(yield* shown("{{ note | escape | newline_to_br }}", data), once.replace("\n", "<br>\n"))
      assert.strictEqual(yield* shown("{{ platform | escape_once }}", data), "Fish &amp; chips")
      assert.strictEqual(yield* shown("{{ note | escape | upcase }}", { note: "<b>" }), "&amp;LT;B&amp;GT;")
      assert.strictEqual(yield* shown("{{ nothing | default: 'there' }} {{ '' | default: 'x' }}", data), "there x")
    })
  )
})

describe("forms of other services", () => {
  const issuesOf = (source: string, subject: "order" | "event" = "event") =>
    checkTemplate("html", source, templateVariables[subject])

  it("are issues that name the form to write", () => {
    for (const [source, ...forms] of [
      ["Hi *|FNAME|*", "{{ contact.first_name }}"],
      ["*|IF:FNAME|*Hi*|END:IF|*", "{% if … %}", "{% if … %}"],
      [`<a href="*|UNSUB|*">x</a> *|LIST:COMPANY|*`, "{{ unsubscribe_url }}", "{{ account.name }}"],
      [
        "hi [[firstname]] [[contact.first_name]] [[ unsubscribe_link ]]",
        "{{ contact.first_name }}",
        "{{ contact.first_name }}",
        "{{ unsubscribe_url }}"
      ],
      ["{# a comment #}", "{% comment %}"],
      ["{$unsubscribe}", "{{ unsubscribe_url }}"],
      ["%FIRSTNAME%", "{{ contact.first_name }}"],
      ["{contactfield=firstname}", "{{ contact.first_name }}"],
      [`<a href="{unsubscribe_url}">x</a>`, "{{ unsubscribe_url }}"],
      ["[subscriber:firstname | default:reader]", "{{ contact.first_name }}"],
      ["[link:subscription_unsubscribe_url]", "{{ unsubscribe_url }}"],
      [`<a href="<%asm_group_unsubscribe_raw_url%>">x</a>`, "{{ unsubscribe_url }}"],
      ["<%asm_preferences_raw_url%>", "{{ preferences_url }}"],
      ["%%first_name%%", "{{ contact.first_name }}"],
      ["[firstname,fallback=friend]", "{{ contact.first_name }}"],
      [`<a href="%mailing_list_unsubscribe_url%">x</a>`, "{{ unsubscribe_url }}"],
      ["%recipient.first_name%", "{{ contact.first_name }}"],
      ["$[FNAME|friend]$", "{{ contact.first_name }}"],
      ["{!email}", "{{ contact.email }}"],
      ["{{ first_name|default:'there' }}", "{{ contact.first_name }}"],
      ["{{ person.first_name }}", "{{ contact.first_name }}"],
      ["{{ contact.FIRSTNAME }}", "{{ contact.first_name }}"],
      ["{{ contact.shoe }}", "{{ contact.custom_fields.shoe }}"],
      ["{{ params.url }}", "{{ event.event_data.url }}"],
      ["{% for item in event.items %}{{ item.title }}{% endfor %}", "{{ event.event_data.items }}"],
      ["{{ organization.name }}", "{{ account.name }}"],
      ["{{ 5 | floatformat: 2 }}", "| money, or round: 2"],
      ["{{ contact.first_name | title }}", "| capitalize"],
      ["{% unsubscribe %}", "{{ unsubscribe_url }}"],
      ["{% if contact.id %}{% elif contact.email %}{% endif %}", "{% elsif %}"]
    ] as const) {
      const issues = issuesOf(source)
      assert.lengthOf(issues, forms.length, source)
      for (const [at, form] of forms.entries()) assert.include(issues[at], `Write ${form}`, source)
    }
    const [lookup] = issuesOf(`{% if person|lookup:"Shoe size" == "38" %}a{% endif %}`)
    assert.include(lookup, `Write contact.custom_fields["Shoe size"]`)
    assert.include(issuesOf("{{ order.order_number }}", "order")[0], "{{ order.order_id }}")
  })

  it("are not suggested where the flow has no such variable", () => {
    assert.notInclude(issuesOf("{{ order_number }}")[0], "order.order_id")
    assert.notInclude(issuesOf("{{ params.url }}", "order")[0], "event_data")
  })

  it("leave links and pictures of mails alone that every reader can open", () => {
    for (const address of [
      "https://shop.example/",
      "HTTP://SHOP.EXAMPLE:8080/a b?c#d",
      "https://bücher.example",
      "https://192.0.2.1.example/",
      "#top",
      "mailto:hi@shop.example",
      "tel:+15550100",
      "{{ unsubscribe_url }}",
      "{% if contact.id %}https://a.example{% endif %}",
      "https://{{ account.name }}.example",
      "https://shop.example/{{ contact.first_name | default: 'you' }}?a={% if 1 > 2 %}b{% endif %}",
      "mailto:{{ contact.email }}"
    ])
      assert.deepStrictEqual(issuesOf(`<a href="${address}">x</a>`), [], address)
    assert.deepStrictEqual(issuesOf(`<a name="top">x</a><img src="cid:logo"><!-- <a href="x">x</a> -->`), [])
    assert.deepStrictEqual(checkTemplate("sms", `<a href="x">`, templateVariables.event), [])
  })

  it("are not the only links that are refused: those that no reader can open are too", () => {
    for (const address of [
      "www.shop.example/sale",
      "shop.example",
      "",
      " ",
      "https://",
      "https:///sale",
      "hhttps://shop.example",
      "//shop.example/",
      "/collections/{{ contact.first_name }}",
      "javascript:alert(1)",
      "mailto:",
      "http://localhost:3000/preview",
      "https://localhost/{{ contact.id }}",
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://192.168.0.2/",
      "http://shop/",
      "http://shop.local./"
    ]) {
      assert.lengthOf(issuesOf(`<p><a href="${address}">Tea</a></p>`), 1, address)
      assert.lengthOf(issuesOf(`<img src='${address}'>`), 1, address)
    }
    assert.deepStrictEqual(issuesOf(`<a href="/tea/{{ contact.id }}">Tea</a>`), [
      `The link "/tea/{{ … }}" is not a whole address: begin it with https://`
    ])
  })

  it("leave ordinary HTML and CSS alone", () => {
    const html = `<!--[if mso]><style>#a{color:#fff}@media x{#b{color:#000}}</style><![endif]-->100% off [1] [[1]] a*b|c*
      {{ contact.first_name | default: "there" }}{% if contact.tags contains "vip" %}{{ event.event_data.items[0].title }}{% endif %}`
    assert.deepStrictEqual(issuesOf(html), [])
  })

  it("are found in steps that grow with the length", async () => {
    const pieces = ["*|", "[[a", "{#", "{$a", "{{{", "{{#", "%FIRSTNAME", "a|lookup:'"]
    const growths = await growthOf(pieces.map((piece) => ["templateCheck", 8_000, piece] as const))
    for (const [at, piece] of pieces.entries()) assert.isBelow(growths[at] ?? Infinity, 12, piece)
  })
})
