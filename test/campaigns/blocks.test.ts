import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { campaignsLayer, mail, person, runCampaigns, seedSender } from "../support/campaigns/campaigns.ts"
import { documentOf } from "../support/content.ts"
import { onEither } from "../support/database/databases.ts"

const content = (blocks: ReadonlyArray<object>) => ({ type: "blocks", document: documentOf({ blocks }) }) as const

const greeting = {
  type: "text",
  content: [{ type: "paragraph", runs: [{ text: "Hello {{ contact.first_name }}" }] }]
}

onEither("campaigns of blocks", campaignsLayer, (it) => {
  it.effect("send what their review shows, and stay blocks", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      yield* person(account_id, "ada")
      const button = { type: "button", text: "Buy", link: "https://tea.example/", color: "#aa3366" }
      const made = content([greeting, { type: "columns", columns: [{ blocks: [greeting] }, { blocks: [button] }] }])
      const variants = [{ subject: "Hi", preheader: "For {{ contact.first_name }}", content: made }]
      const { id } = yield* editor.create(account_id, { ...mail, variants })
      assert.deepStrictEqual((yield* editor.read(account_id, id)).variants, variants)
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual(review.faults, [])
      const [sample] = review.samples
      // The sender was never checked.
      assert.deepStrictEqual(
        review.checklist.flatMap(({ check, variant, passed }) => (passed ? [] : [[check, variant]])),
        [["sender", null]]
      )
      assert.include(sample?.preview.html, "Hello ada")
      assert.strictEqual(sample?.preview.preheader, "For ada")
      assert.include(sample?.preview.text, "Hello ada\n\nHello ada\n\nBuy (")
      yield* editor.schedule(account_id, id)
      yield* runCampaigns
      const sql = yield* SqlClient.SqlClient
      const [sent] = yield* sql<{ readonly body: string }>`SELECT body FROM messages WHERE account_id = ${account_id}`
      const withoutLinks = (html = "") => html.replaceAll(/href="[^"]*"/g, "")
      assert.strictEqual(withoutLinks(sent?.body), withoutLinks(sample?.preview.html ?? ""))
      assert.deepStrictEqual((yield* editor.read(account_id, id)).variants, variants)
    })
  )

  it.effect("name what is missing of their blocks in the review, not when a draft is saved", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      yield* person(account_id, "ada")
      const faultsOf = Effect.fnUntraced(function* (blocks: ReadonlyArray<object>) {
        const { id } = yield* editor.create(account_id, {
          ...mail,
          variants: [{ subject: "Hi", content: content(blocks) }]
        })
        const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
        return review.faults.map(({ field }) => field.replace("variants.0.content.document.blocks", "blocks"))
      })
      assert.deepStrictEqual(yield* faultsOf([]), ["blocks"])
      assert.deepStrictEqual(yield* faultsOf([{ type: "space", height: 8 }]), ["blocks"])
      assert.deepStrictEqual(
        yield* faultsOf([
          greeting,
          { type: "image", src: "", alt: "" },
          { type: "columns", columns: [{ blocks: [{ type: "button", text: "", link: "" }] }] },
          { type: "coupon", coupon: "" },
          { type: "button", text: "Buy", link: "http://localhost/" }
        ]),
        [
          "blocks.1.src",
          "blocks.1.alt",
          "blocks.2.columns.0.blocks.0.text",
          "blocks.2.columns.0.blocks.0.link",
          "blocks.3.coupon",
          "blocks.4"
        ]
      )
    })
  )
})
