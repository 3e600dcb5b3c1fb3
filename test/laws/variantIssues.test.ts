import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { decodeCampaign, decodeCampaignChange } from "../../src/domain/campaigns/decodeCampaign.ts"
import type { ValidationFailed } from "../../src/domain/ValidationIssue.ts"

const noTemplateIssues = () => []

const told = (result: Result.Result<unknown, ValidationFailed>): ReadonlyArray<string> =>
  Result.isSuccess(result) ? [] : result.failure.issues.map(({ field }) => field).toSorted()

const blocks = (block: unknown) => ({ type: "blocks", document: { blocks: [block] } })

/** Variants with the members that have an issue. */
const faults = {
  email: [
    [{ subject: "Tea", html: "<p>Tea</p>" }, []],
    [{ subject: "Tea", content: blocks({ type: "space", height: 0 }) }, ["content.document.blocks.0.height"]],
    [
      { subject: "Tea", content: blocks({ type: "image", src: "/tea.png", alt: "" }) },
      ["content.document.blocks.0.src"]
    ],
    [{ subject: 5, html: "" }, ["subject"]],
    [{ subject: "Tea" }, ["html"]],
    [{ html: "", layout: "wide", colour: 1 }, ["subject", "layout", "colour"]],
    [{ subject: "Tea", html: "", text: "Tea" }, ["text"]],
    [{}, ["subject"]],
    [7, [""]]
  ],
  sms: [
    [{ text: "Tea" }, []],
    [{ text: 5 }, ["text"]],
    [{ text: "Tea", colour: 1 }, ["colour"]],
    [{ text: "Tea", html: "" }, ["html"]],
    [{}, ["text"]],
    [null, [""]]
  ]
} as const

const Drawn = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(4)
)

describe("the issues of variants", () => {
  it.prop(
    "are those of their own kind alone, each by its path, beside those of the campaign",
    [Schema.Literals(["email", "sms"]), Drawn, Schema.Boolean],
    ([channel, drawn, isNamed]) => {
      const chosen = drawn.map((at) => faults[channel][at % faults[channel].length] ?? faults.email[0])
      const expected = chosen.flatMap(([, members], at) =>
        members.map((member) => `variants.${at}${member === "" ? "" : `.${member}`}`)
      )
      const body = { ...(isNamed ? { name: "Tea" } : {}), channel, variants: chosen.map(([variant]) => variant) }
      assert.deepStrictEqual(
        told(decodeCampaign(body, noTemplateIssues)),
        [...expected, ...(isNamed ? [] : ["name"])].toSorted()
      )
    }
  )

  it("are those of the kind whose members they have where the campaign's channel is not told", () => {
    const variants = [{ text: 5 }, { subject: "Tea", html: 5 }, {}]
    assert.deepStrictEqual(told(decodeCampaignChange({ variants }, noTemplateIssues)), [
      "variants.0.text",
      "variants.1.html",
      "variants.2"
    ])
  })
})
