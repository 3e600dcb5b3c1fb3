import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { checkTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { documentOf } from "../support/content.ts"

const flow = (step: object) => ({
  name: "Thanks",
  definition: {
    trigger: { type: "order_received" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [{ id: "s1", type: "send_email", subject: "Hi", ...step }]
  }
})

const fieldsOf = (step: object) => {
  const decoded = decodeFlow(flow(step), checkTemplates)
  return Result.isFailure(decoded) ? decoded.failure.issues.map(({ field }) => field) : []
}

const blocks = (...all: ReadonlyArray<object>) => ({ content: { type: "blocks", document: { blocks: all } } })
const document = "definition.steps.0.content.document"

describe("e-mail steps of blocks", () => {
  it.effect("decode to the document that they were saved with", () =>
    Effect.gen(function* () {
      const content = {
        type: "blocks",
        document: { blocks: [{ type: "button", text: "Go", link: "https://a.example/" }] }
      }
      const decoded = yield* Effect.fromResult(decodeFlow(flow({ content }), checkTemplates))
      const [step] = decoded.definition.steps
      assert.deepStrictEqual(
        step?.type === "send_email" ? step.content?.document : undefined,
        documentOf(content.document)
      )
    })
  )

  it("have either html or content", () => {
    assert.deepStrictEqual(fieldsOf({}), ["definition.steps.0.html"])
    const both = { html: "<p>Hi</p>", ...blocks({ type: "button", text: "Go", link: "https://a.example/" }) }
    assert.deepStrictEqual(fieldsOf(both), ["definition.steps.0.html"])
  })

  it("are refused with the path of each part that is wrong or missing", () => {
    assert.deepStrictEqual(fieldsOf(blocks()), [`${document}.blocks`])
    assert.deepStrictEqual(
      fieldsOf(
        blocks(
          { type: "image", src: "https://a.example/a.png", alt: " " },
          { type: "button", text: "Go", link: "" },
          { type: "html", html: "{{ order.totl }}</td>" },
          { type: "text", content: [{ type: "paragraph", runs: [{ text: "{{ contact.first_nme }}" }] }] }
        )
      ),
      [`${document}.blocks.0.alt`, `${document}.blocks.1.link`, `${document}.blocks.2`, `${document}.blocks.3`]
    )
    assert.deepStrictEqual(fieldsOf(blocks({ type: "button", text: "Go", link: "javascript:alert(1)" })), [
      `${document}.blocks.0.link`
    ])
  })

  it("cannot show a cart in a flow that is not about one", () => {
    assert.deepStrictEqual(fieldsOf(blocks({ type: "cart" })), [`${document}.blocks.0`])
  })

  it("are not decoded where they are too large", () => {
    const many = Array.from({ length: 100_000 }, () => ({}))
    assert.deepStrictEqual(fieldsOf(blocks(...many)), ["definition.steps"])
  })
})
