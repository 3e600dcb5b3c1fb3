import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { decodeCampaign } from "../../src/domain/campaigns/decodeCampaign.ts"
import { shownIfOf } from "../../src/domain/content/shownBlocks.ts"
import { documentOf, mailOf } from "../support/content.ts"

const vip = [[{ field: "contact.tags", op: "contains", value: "vip" }]]

const words = (text: string, more = {}) => ({
  type: "text",
  ...more,
  content: [{ type: "paragraph", runs: [{ text }] }]
})

/** The mail of blocks, of which those of these keys are shown. */
const mailShowing = (document: object, keys: ReadonlyArray<string>) => {
  const decoded = documentOf(document)
  const shown_blocks = Object.fromEntries(Object.keys(shownIfOf(decoded)).map((key) => [key, keys.includes(key)]))
  return mailOf(decoded, { contact: null, shown_blocks })
}

const withoutConditions = (blocks: ReadonlyArray<object>) => ({ blocks })

/** What a mail consists of, without what each mail has of its own. */
const formOf = ({ html, text }: { readonly html: string; readonly text: string }) => [
  html.replaceAll(/\s+/g, " "),
  text
]

describe("blocks with conditions", () => {
  it.prop(
    "that are not shown leave a mail as if they were not there",
    [Schema.Array(Schema.Boolean).check(Schema.isMaxLength(8))],
    ([shown]) => {
      const blocks = shown.map((_, at) => words(`Block ${at}`, { shown_if: vip }))
      const keys = shown.flatMap((is, at) => (is ? [`b${at}`] : []))
      const others = shown.flatMap((is, at) => (is ? [words(`Block ${at}`)] : []))
      assert.deepStrictEqual(formOf(mailShowing({ blocks }, keys)), formOf(mailShowing(withoutConditions(others), [])))
    }
  )

  it("leave no row of columns and no background where none of them is shown", () => {
    const hidden = words("Hidden", { shown_if: vip })
    const columns = { type: "columns", background: "#e8f0fe", columns: [{ blocks: [hidden] }, { blocks: [hidden] }] }
    const settings = { background: "#fff8f0" }
    const none = mailShowing({ blocks: [] }, [])
    assert.deepStrictEqual(formOf(mailShowing({ blocks: [columns] }, [])), formOf(none))
    assert.deepStrictEqual(formOf(mailShowing({ settings, blocks: [columns, hidden] }, [])), formOf(none))
    const one = mailShowing({ settings, blocks: [columns, hidden] }, ["b2"])
    assert.strictEqual(one.text.split("Hidden").length, 2)
    assert.include(one.html, "#e8f0fe")
    assert.include(one.html, "#fff8f0")
  })

  it("hide what stands in columns with them", () => {
    const columns = { type: "columns", shown_if: vip, columns: [{ blocks: [words("Within")] }] }
    assert.notInclude(mailShowing({ blocks: [columns, words("After")] }, []).text, "Within")
    assert.include(mailShowing({ blocks: [columns, words("After")] }, ["b0"]).text, "Within")
  })

  const issuesOf = (shown_ifs: ReadonlyArray<unknown>) => {
    const blocks = shown_ifs.map((shown_if) => words("Block", { shown_if }))
    const decoded = decodeCampaign(
      {
        name: "Spring",
        channel: "email",
        variants: [{ subject: "Hi", content: { type: "blocks", document: { blocks } } }]
      },
      () => []
    )
    return decoded._tag === "Failure" ? decoded.failure.issues : []
  }

  it("compare what a campaign has, at most ten kinds of its past and a thousand values in all", () => {
    const document = "variants.0.content.document"
    assert.deepStrictEqual(issuesOf([vip, []]), [])
    assert.deepStrictEqual(issuesOf([[[{ field: "order.total", op: "gt", value: 5 }]]]), [
      { field: `${document}.blocks.0.shown_if.0.0.field`, message: "A campaign has no order" }
    ])
    const counted = (at: number) => [
      [{ field: "order.count", op: "gt", value: 1, where: { within: `${at + 1} days` } }]
    ]
    assert.deepStrictEqual(issuesOf(Array.from({ length: 10 }, (_, at) => counted(at))), [])
    assert.deepStrictEqual(
      issuesOf(Array.from({ length: 11 }, (_, at) => counted(at))).map(({ field }) => field),
      [document]
    )
    const listed = [[{ field: "contact.first_name", op: "in", value: Array.from({ length: 100 }, String) }]]
    assert.deepStrictEqual(issuesOf(Array.from({ length: 10 }, () => listed)), [])
    assert.deepStrictEqual(
      issuesOf(Array.from({ length: 11 }, () => listed)).map(({ field }) => field),
      [document]
    )
  })
})
