import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxHtmlLength } from "../../src/domain/flows/Step.ts"
import {
  makeRenderBudget,
  maxOutput,
  maxProcessorTime,
  messageLimits
} from "../../src/outbound/templates/RenderBudget.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { render } from "../../src/outbound/templates/Template.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const long = "a".repeat(190_000)
const times = (count: number, body: string) => `{% for i in (1..${count}) %}${body}{% endfor %}`
const grow = (filter: string) => `{% assign a = "xxxxxxxxxx" %}${times(40, `{% assign a = a | ${filter} %}`)}`
const growList = (start: string, filter: string) =>
  `{% assign a = "${start}" | split: "" %}${times(60, `{% assign a = a | ${filter} %}`)}`

let deep: unknown = Array.from({ length: 100_000 }, () => 1)
for (let depth = 0; depth < 60; depth++) deep = [deep]
const data = { event: { deep, quotes: "'".repeat(200_000), rows: [{ large: "b".repeat(200_000) }] } }

const tooMuchText = /^The template failed: more than 1 MB of text/
const tooMuchFiltered = /^The template failed: filters of more than 1000000 characters and list members/
const tooLong = /^The template failed: more than 500 ms of processor time/
const tooManyPieces = /^The template failed: more than 50000 pieces/
const tooLongSearch = /^The template failed: a search for a text that is too long/

/** Templates that would exhaust memory or never end. */
const hostile: ReadonlyArray<readonly [template: string, reason: RegExp]> = [
  [times(1_500, long), tooMuchText],
  [times(1_500, `{{ event.quotes }}`), tooMuchText],
  [times(1_500, `{% echo event.quotes %}`), tooMuchText],
  [times(1_500, `{% raw %}${long}{% endraw %}`), tooMuchText],
  [times(1_500, `{% cycle event.quotes, event.quotes %}`), tooMuchText],
  [`{% tablerow i in (1..1500) %}${long}{% endtablerow %}`, tooMuchText],
  [`{% capture a %}${times(1_500, long)}{% endcapture %}`, tooMuchText],
  [
    `{% capture a %}${"x".repeat(1_000)}{% endcapture %}${times(40, "{% capture a %}{{ a }}{{ a }}{% endcapture %}")}`,
    tooMuchText
  ],
  [grow("append: a"), tooMuchFiltered],
  [grow("prepend: a"), tooMuchFiltered],
  [grow("replace: 'x', a"), tooMuchFiltered],
  [`{% assign a = "товар" %}${times(40_000, "{% assign a = a | url_encode %}")}`, tooMuchFiltered],
  [`{% capture a %}${"т".repeat(100_000)}{% endcapture %}{{ a ${"| url_encode ".repeat(3_000)}}}`, tooMuchFiltered],
  [`${growList("x", "push: a")}{{ a }}`, tooMuchFiltered],
  [`${growList("x", "push: a")}{{ a | join }}`, tooMuchFiltered],
  [`${growList("", "push: a")}{% if a == a %}x{% endif %}`, tooMuchFiltered],
  [growList("x", "concat: a"), tooMuchFiltered],
  [`{% assign r = event.rows %}${times(14, "{% assign r = r | concat: r %}")}{{ r | map: "large" }}`, tooMuchFiltered],
  ["{{ event.deep | json: 10 }}", tooMuchFiltered],
  [times(40_000, `{% cycle i: "${"a".repeat(40_000)}" %}`), tooMuchFiltered],
  ["{% assign a = (1..90000000000) %}", tooMuchFiltered],
  ["{% assign a = (1..200000) %}{{ a }}", tooMuchText],
  [`{% assign a = (1..50000) %}${times(5_000, `{{ a | has: "x" }}`)}`, tooLong],
  [`{% assign a = (1..50000) %}{{ a | has_exp: "x", "a | has_exp: 'y', 'false'" }}`, tooLong],
  [`{% assign a = (1..5000) %}{{ a | find_exp: "x", "a | find_exp: 'y', 'x == y and false'" }}`, tooLong],
  [
    `{% assign a = (1..100000) %}{% assign b = (1..100000) %}{% if ${"a == b and ".repeat(4_000)} true %}x{% endif %}`,
    tooLong
  ],
  [times(40_000, "{{ event.quotes | slugify: 'latin' }}"), tooLong],
  [times(9_999, times(9_999, "x")), tooManyPieces],
  ...[
    "{% if t contains p %}x{% endif %}",
    "{{ t | remove: p }}",
    "{{ t | split: p }}",
    "{{ t | replace_first: p }}"
  ].map(
    (search) =>
      [
        `{% capture t %}${"a".repeat(100_000)}{% endcapture %}{% capture p %}${"a".repeat(20_000)}b${"a".repeat(20_000)}{% endcapture %}${search}`,
        tooLongSearch
      ] as const
  )
]

/** Clocks by which each check takes a millisecond, so that a test counts checks. */
const checks = () => {
  let read = 0
  return { wall: () => read++, processor: () => read }
}

const members = Array.from({ length: maxProcessorTime + 100 }, (_, at) => ({ id: at }))

describe("a filter of lists", () => {
  it.effect("checks the processor time at each member, also where it looks nothing up", () =>
    Effect.gen(function* () {
      for (const filter of [
        "where: 'id'",
        "where: 'nothing', 1",
        "reject: 'id', 1",
        "where_exp: 'x', 'false'",
        "reject_exp: 'x', 'true'",
        "group_by: 'id'",
        "group_by_exp: 'x', '1'",
        "find: 'id', 'none'",
        "find_exp: 'x', 'false'",
        "find_index: 'id', 'none'",
        "find_index_exp: 'x', 'false'",
        "has: 'id', 'none'",
        "has_exp: 'x', 'false'",
        "map: 'id'",
        "sum: 'id'",
        "sort: 'id'",
        "sort_natural: 'id'"
      ]) {
        const budget = makeRenderBudget(messageLimits, checks())
        const failed = yield* Effect.flip(render("html", `{% assign a = members | ${filter} %}`, { members }, budget))
        assert.match(failed.reason, tooLong, filter)
      }
    })
  )
})

describe("the processor time of a message", () => {
  it.effect("is what its limit counts, not the time that it waits", () =>
    Effect.gen(function* () {
      let wall = 0
      const waiting = { wall: () => (wall += 600), processor: () => 0 }
      const working = { wall: () => (wall += 600), processor: () => wall }
      const shown = (clocks: typeof waiting) =>
        render("html", "Hi {{ name }}, welcome {{ missing }}", { name: "Ada" }, makeRenderBudget(messageLimits, clocks))
      assert.match((yield* Effect.flip(shown(working))).reason, /more than 500 ms of processor time/)
      const { text } = yield* shown(waiting)
      assert.strictEqual(text, "Hi Ada, welcome ")
    })
  )
})

describe("output, captures and filters of one message's templates", () => {
  it.effect("are limited to 1 MB of text, 1,000,000 characters and list members, 500 ms of processor time", () =>
    Effect.gen(function* () {
      const memory = process.memoryUsage().rss
      for (const [template, reason] of hostile) {
        for (const kind of reason === tooLong ? (["html"] as const) : (["html", "sms", "subject"] as const)) {
          const budget = reason === tooLong ? makeRenderBudget(messageLimits, checks()) : makeRenderBudget()
          const failed = yield* Effect.flip(render(kind, template, data, budget))
          assert.match(failed.reason, reason, template.slice(0, 200))
        }
      }
      assert.isBelow(process.memoryUsage().rss - memory, 300_000_000)
    })
  )

  it.effect("may have 1 MB in bytes of UTF-8", () =>
    Effect.gen(function* () {
      const { text } = yield* render("html", times(10, "a".repeat(maxOutput / 10)), {})
      assert.lengthOf(text, maxOutput)
      assert.match(
        (yield* Effect.flip(render("html", times(10, `${"a".repeat(maxOutput / 10 - 1)}ä`), {}))).reason,
        tooMuchText
      )
    })
  )

  it.effect("share one budget over subject and body", () =>
    Effect.gen(function* () {
      const message = dueMessage({ account_name: "Tea" })
      const body = times(5, "b".repeat(190_000))
      yield* renderMessage(links, { ...message, subject: "Hi", body }, "ada@example.com")
      const failed = yield* Effect.flip(
        renderMessage(links, { ...message, subject: times(100, "a".repeat(900)), body }, "ada@example.com")
      )
      assert.match(failed.reason, tooMuchText)
    })
  )

  it.effect("allow ordinary templates: a capture of the whole mail, filters, lists and cycles", () =>
    Effect.gen(function* () {
      const budget = makeRenderBudget()
      const rows = Array.from({ length: 500 }, (_, at) => ({ title: `Tea ${at}`, sku: `T-${at}`, tags: ["a", "b"] }))
      const whole = `{% capture mail %}${"<p>Tea</p>\n".repeat(maxHtmlLength / 20)}{% endcapture %}{{ mail | strip_newlines | raw }}`
      const table = `{% for row in rows %}<tr class="{% cycle 'odd', 'even' %}"><td>{{ row.title | upcase | append: "!" }}</td><td>{{ row.tags | join: ", " }}</td></tr>{% endfor %}{{ rows | where: "sku", "T-7" | map: "title" | first }}`
      assert.include((yield* render("html", whole, {}, budget)).text, "<p>Tea</p><p>Tea</p>")
      assert.include(
        (yield* render("html", table, { rows }, budget)).text,
        `<tr class="even"><td>TEA 499!</td><td>a, b</td></tr>Tea 7`
      )
    })
  )
})
