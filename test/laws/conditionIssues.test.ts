import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { audienceConditions } from "../../src/domain/campaigns/audienceConditions.ts"
import { decodeCampaign } from "../../src/domain/campaigns/decodeCampaign.ts"
import type { Conditions } from "../../src/domain/conditions/Condition.ts"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { decodeSegment } from "../../src/domain/segments/decodeSegment.ts"
import type { ValidationFailed } from "../../src/domain/ValidationIssue.ts"
import { definitionOf } from "../support/flows/definitions.ts"

/** Conditions, each with the members that have an issue. */
const faults: ReadonlyArray<readonly [condition: unknown, members: ReadonlyArray<string>]> = [
  [{ field: "contact.email", op: "exists" }, []],
  [7, [""]],
  [{ op: "eq", value: 1 }, ["field"]],
  [{ field: "contact.shoe", op: "eq", value: 1 }, ["field"]],
  [{ field: "contact.shoe", op: "near", value: {} }, ["field", "op", "value"]],
  [{ field: "contact.email", op: "gt", value: 5 }, ["op", "value"]],
  [{ field: "contact.email", op: "in", value: "a" }, ["value"]],
  [{ field: "contact.email", op: "exists", value: "a", where: { within: "1 day" } }, ["value", "where.within"]],
  [{ field: "contact.created_at", op: "within", value: "9 years" }, ["value"]],
  [{ field: "contact.created_at", op: "near", value: "soon" }, ["op", "value"]],
  [{ field: "contact.tags", value: "vip", colour: 1 }, ["op", "colour"]],
  [{ field: "order.count", op: "gte", where: { sku: "A", event_type: "b" } }, ["value", "where.event_type"]],
  [
    { field: "order.count", op: "contains", value: "x", where: { within: 5, channel: "email" } },
    ["op", "value", "where.within", "where.channel"]
  ],
  [
    { field: "event.count", op: "near", value: "x", where: { sku: "A", colour: 1 } },
    ["op", "value", "where.sku", "where.colour"]
  ]
]

const Drawn = Schema.Array(Schema.Array(Schema.Literals(faults.map((_, at) => at))).check(Schema.isMaxLength(4))).check(
  Schema.isMaxLength(3)
)
type Drawn = typeof Drawn.Type

const conditionsOf = (drawn: Drawn) => drawn.map((group) => group.map((at) => faults[at]?.[0]))

const pathsOf = (drawn: Drawn, root: string): ReadonlyArray<string> =>
  drawn.flatMap((group, index) =>
    group.length === 0
      ? [`${root}.${index}`]
      : group.flatMap((at, place) =>
          (faults[at]?.[1] ?? []).map((member) => `${root}.${index}.${place}${member === "" ? "" : `.${member}`}`)
        )
  )

const told = (result: Result.Result<unknown, ValidationFailed>): ReadonlyArray<string> =>
  Result.isSuccess(result) ? [] : result.failure.issues.map(({ field }) => field).toSorted()

const noTemplateIssues = () => []

describe("the issues of conditions", () => {
  it.prop("are all told at once, each by its path, of a segment", [Drawn], ([drawn]) => {
    const result = decodeSegment({ name: "Tested", conditions: conditionsOf(drawn) })
    assert.deepStrictEqual(told(result), pathsOf(drawn, "conditions").toSorted())
  })

  it.prop(
    "are all told at once, each by its path, of the filters and splits of a flow",
    [Drawn, Drawn],
    ([filters, split]) => {
      const steps = [{ id: "split", type: "split", if: conditionsOf(split), then: [], else: [] }]
      const definition = { ...definitionOf(steps), filters: conditionsOf(filters), entry: { type: "never" } }
      assert.deepStrictEqual(
        told(decodeFlow({ name: "Tested", definition }, noTemplateIssues)),
        [
          ...pathsOf(filters, "definition.filters"),
          ...(split.length === 0 ? ["definition.steps.0.if"] : pathsOf(split, "definition.steps.0.if")),
          "definition.entry"
        ].toSorted()
      )
    }
  )
})

describe("conditions that would cost too much", () => {
  const list = (count: number) => ({
    field: "contact.custom_fields.size",
    op: "in",
    value: Array.from({ length: count }, (_, at) => at)
  })
  const groups = (count: number) => Array.from({ length: count }, () => [list(100)])
  const issuesOf = (result: Result.Result<unknown, ValidationFailed>) =>
    Result.isSuccess(result) ? [] : result.failure.issues.map(({ field, message }) => ({ field, message }))
  const message = "Must compare with at most 1000 values in all"

  it("are refused with the bound, of a segment and of the filters, splits and waits of a flow", () => {
    assert.deepStrictEqual(issuesOf(decodeSegment({ name: "Tested", conditions: groups(10) })), [])
    assert.deepStrictEqual(issuesOf(decodeSegment({ name: "Tested", conditions: [...groups(10), [list(1)]] })), [
      { field: "conditions", message }
    ])
    const steps = [{ id: "split", type: "split", if: groups(20), then: [], else: [] }]
    const definition = { ...definitionOf(steps), filters: groups(20) }
    assert.deepStrictEqual(issuesOf(decodeFlow({ name: "Tested", definition }, noTemplateIssues)), [
      { field: "definition.filters", message },
      { field: "definition.steps.0.if", message }
    ])
  })

  it("are refused with the bound of all segments together, of an audience", () => {
    const part = [...groups(10)] as unknown as Conditions
    const segments = new Map(["seg_1", "seg_2", "seg_3"].map((id) => [id, part] as const))
    const all = audienceConditions({ include: ["seg_1", "seg_2"], exclude: [] }, segments)
    assert.deepStrictEqual(all.issues, [])
    assert.deepStrictEqual(audienceConditions({ include: ["seg_1", "seg_2"], exclude: ["seg_3"] }, segments), {
      conditions: undefined,
      issues: [{ field: "audience", message: "Must compare with at most 2000 values in all" }]
    })
  })
})

describe("the issues of a campaign", () => {
  it("are all told at once, each by its path", () => {
    const body = {
      name: "",
      channel: "sms",
      variants: [{ subject: "Hi", html: "" }, { text: "{{ x }}" }],
      audience: { all: true, include: ["seg_1"], exclude: Array.from({ length: 11 }, (_, at) => `seg_${at}`) },
      holdout_percent: 70
    }
    const templates = decodeCampaign(body, (found) => found.map(({ field }) => ({ field, message: "Is unknown" })))
    assert.deepStrictEqual(told(templates), [
      "audience.exclude",
      "audience.include",
      "holdout_percent",
      "name",
      "variants.0",
      "variants.0.html",
      "variants.0.subject",
      "variants.1.text"
    ])
    const wrongIds = {
      name: "Tested",
      channel: "email",
      audience: { include: ["", "seg_1", 5], exclude: [7], some: 1 }
    }
    assert.deepStrictEqual(told(decodeCampaign(wrongIds, noTemplateIssues)), [
      "audience.exclude.0",
      "audience.include.0",
      "audience.include.2",
      "audience.some"
    ])
  })
})
