import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { Definition } from "../../src/domain/flows/Definition.ts"
import { durationMillis } from "../../src/domain/flows/FlowDuration.ts"
import { readyFlows } from "../../src/domain/flows/readyFlows.ts"
import { checkTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { stepsOf } from "../../src/domain/flows/stepsOf.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const issues = (definition: unknown): ReadonlyArray<string> => {
  const decoded = decodeFlow({ name: "Tested", definition }, checkTemplates)
  if (Result.isSuccess(decoded)) return []
  return decoded.failure.issues.map(({ field }) => field.replace(/^definition\./, ""))
}

const delay = (id: string) => ({ id, type: "delay", duration: "1 day" })
const split = (id: string, then: ReadonlyArray<unknown>) => ({
  id,
  type: "split",
  if: [[{ field: "contact.tags", op: "contains", value: "vip" }]],
  then,
  else: []
})
// Most large definitions have a blank text somewhere, and are discarded.
const maxDiscards = 10_000

const flow = (steps: ReadonlyArray<unknown>, more: object = {}) => ({ ...definitionOf(steps), ...more })

describe("a flow's definition", () => {
  it.prop(
    "survives JSON",
    [Schema.toType(Definition)],
    ([definition]) => {
      const codec = Schema.fromJsonString(Definition)
      const text = Schema.encodeSync(codec)(definition)
      assert.strictEqual(Schema.encodeSync(codec)(Schema.decodeUnknownSync(codec)(text)), text)
    },
    { arbitrary: { runs: 50, maxDiscards } }
  )

  it.prop(
    "only leads forward from each step, so every run ends",
    [Schema.toType(Definition)],
    ([definition]) => {
      const ids = new Set(stepsOf(definition).map(({ step }) => step.id))
      // Duplicate ids are a separate issue.
      if (ids.size < stepsOf(definition).length) return
      const order = new Map(stepsOf(definition).map(({ step }, at) => [step.id, at]))
      for (const { step, next } of stepsOf(definition)) {
        if (next !== null) assert.isAbove(order.get(next) ?? -1, order.get(step.id) ?? 0)
      }
    },
    { arbitrary: { runs: 50, maxDiscards } }
  )

  it("has at most 200,000 characters of HTML", () => {
    const mail = (characters: number) => ({ id: "a", type: "send_email", subject: "a", html: "😀".repeat(characters) })
    assert.deepStrictEqual(issues(flow([mail(200_000)])), [])
    assert.deepStrictEqual(issues(flow([mail(200_001)])), ["steps.0.html"])
  })

  it("has at most 50,000 characters of markup in all", () => {
    const mail = (id: string, tags: number) => ({
      id,
      type: "send_email",
      subject: "a",
      html: `a${"{{1}}".repeat(tags)}`
    })
    assert.deepStrictEqual(issues(flow([mail("a", 4_000), mail("b", 6_000)])), [])
    assert.deepStrictEqual(issues(flow([mail("a", 4_000), mail("b", 6_001)])), ["steps.1.html"])
  })

  it("reports rule violations and schema violations together", () => {
    const wrong = flow(
      [
        { id: "a", type: "teleport" },
        { id: "m", type: "send_email", subject: 7, html: "{{ contact.shoe_size }}" },
        { ...split("s", [delay("m"), { ...delay("d"), duration: 5 }]), if: [[{ field: "order.weather", op: "like" }]] },
        { id: "a", type: "webhook", url: "ftp://example.com" },
        "wait"
      ],
      { filters: [[{ field: "event.event_data.plan", op: "eq", value: {} }]], entry: { type: "sometimes" } }
    )
    assert.deepStrictEqual(issues(wrong).toSorted(), [
      "entry",
      "filters.0.0.field",
      "filters.0.0.value",
      "steps.0",
      "steps.1.html",
      "steps.1.subject",
      "steps.2.if.0.0.field",
      "steps.2.if.0.0.op",
      "steps.2.then.0.id",
      "steps.2.then.1.duration",
      "steps.3.id",
      "steps.3.url",
      "steps.4"
    ])
    assert.deepStrictEqual(issues(7), ["definition"])
  })

  it.prop(
    "has each single violation reported, in any context",
    [Schema.toType(Definition)],
    ([definition]) => {
      const steps = [
        ...definition.steps,
        { id: "x", type: "teleport" },
        { id: "y", type: "delay", duration: "9 years" }
      ]
      const at = definition.steps.length
      const found = issues({ ...definition, exit: {}, steps })
      assert.includeMembers([...found], ["exit.on_purchase", `steps.${at}`, `steps.${at + 1}.duration`])
    },
    { arbitrary: { runs: 25, maxDiscards } }
  )

  it("names every issue by its path", () => {
    assert.deepStrictEqual(
      issues(
        flow(
          [
            { id: "a", type: "teleport" },
            { ...delay("b"), duration: "366 days" },
            { ...delay("c"), next: "b" }
          ],
          {
            trigger: { type: "full_moon" },
            filters: [[{ field: "order.total", op: "resembles", value: 1 }], []]
          }
        )
      ).toSorted(),
      ["filters.0.0.op", "filters.1", "steps.0", "steps.1.duration", "steps.2.next", "trigger"]
    )
  })

  it("refuses duplicate step ids, also across branches", () => {
    assert.deepStrictEqual(issues(flow([delay("a"), split("b", [delay("a")])])), ["steps.1.then.0.id"])
  })

  it("refuses Liquid that does not parse, unknown fields and values of the wrong type", () => {
    const mail = { id: "m", type: "send_email", subject: "{% if %}", html: "<p>Fine</p>" }
    const wrong = [
      { field: "order.weather", op: "eq", value: 1 },
      { field: "order.total", op: "gte", value: "many" },
      { field: "order.total", op: "contains", value: 1 },
      { field: "event.event_data.plan", op: "eq", value: "pro" },
      { field: "contact.email", op: "exists", value: "x" },
      { field: "contact.email", op: "in", value: "x" }
    ]
    assert.deepStrictEqual(issues(flow([mail], { filters: [wrong] })), [
      "filters.0.0.field",
      "filters.0.1.value",
      "filters.0.2.op",
      "filters.0.3.field",
      "filters.0.4.value",
      "filters.0.5.value",
      "steps.0.subject"
    ])
  })

  it("names each violation of a wait, a random split and a change of the contact", () => {
    const share = (percent: unknown, steps: ReadonlyArray<unknown> = []) => ({ percent, steps })
    assert.deepStrictEqual(
      issues(
        flow([
          { id: "a", type: "wait_until" },
          { id: "b", type: "wait_until", time: "24:00", weekdays: ["friday", "friday"], zone: "store" },
          { id: "c", type: "random_split", branches: [share(50), share(40, [{ ...delay("d"), duration: "soon" }])] },
          { id: "e", type: "random_split", branches: [share(99)] },
          { id: "f", type: "random_split", branches: [share(50), share("half")] },
          { id: "g", type: "remove_tag", tag: " " },
          { id: "h", type: "set_field", field: "", value: {} }
        ])
      ).toSorted(),
      [
        "steps.0",
        "steps.1.time",
        "steps.1.weekdays",
        "steps.1.zone",
        "steps.2.branches",
        "steps.2.branches.1.steps.0.duration",
        "steps.3.branches",
        "steps.4.branches.1.percent",
        "steps.5.tag",
        "steps.6.field",
        "steps.6.value"
      ]
    )
  })

  it("counts the steps and depth of random splits too", () => {
    const random = (id: string, inner: ReadonlyArray<unknown>) => ({
      id,
      type: "random_split",
      branches: [
        { percent: 50, steps: inner },
        { percent: 50, steps: [] }
      ]
    })
    const many = Array.from({ length: 100 }, (_, at) => delay(`d${at}`))
    assert.deepStrictEqual(issues(flow([random("r", many)])), ["steps"])
    const wide = { id: "w", type: "random_split", branches: Array.from({ length: 20_000 }, () => ({})) }
    assert.deepStrictEqual(issues(flow([wide])), ["steps"])
    const deep = [1, 2, 3, 4, 5, 6].reduceRight<ReadonlyArray<unknown>>(
      (inner, level) => [random(`r${level}`, inner)],
      [delay("end")]
    )
    const steps = ".branches.0.steps.0"
    assert.deepStrictEqual(issues(flow(deep)), [`steps.0${steps.repeat(6)}`])
  })

  it("refuses more than 100 steps and splits nested deeper than five", () => {
    const many = Array.from({ length: 101 }, (_, at) => delay(`d${at}`))
    assert.deepStrictEqual(issues(flow(many)), ["steps"])
    const deep = [1, 2, 3, 4, 5, 6].reduceRight<ReadonlyArray<unknown>>(
      (inner, level) => [split(`s${level}`, inner)],
      [delay("end")]
    )
    assert.deepStrictEqual(issues(flow(deep)), ["steps.0.then.0.then.0.then.0.then.0.then.0.then.0"])
  })

  it("accepts the example of the contract and the ready-made flows", () => {
    const example = flow(
      [
        { id: "s1", type: "delay", duration: "2 days" },
        { id: "s2", type: "send_email", subject: "Hello", html: "<p>Hello</p>" },
        split("s3", []),
        { id: "s4", type: "add_tag", tag: "vip" }
      ],
      {
        filters: [[{ field: "order.total", op: "gte", value: 50 }]],
        entry: { type: "after", duration: "30 days" }
      }
    )
    assert.deepStrictEqual(issues(example), [])
    for (const { definition } of readyFlows) assert.deepStrictEqual(issues(definition), [])
  })

  it("converts its durations to milliseconds", () => {
    assert.strictEqual(durationMillis("2 days"), 172_800_000)
    assert.strictEqual(durationMillis("1 hour"), 3_600_000)
  })
})
