import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { CampaignContent } from "../../src/domain/campaigns/Campaign.ts"
import { maxLinkChecks } from "../../src/domain/campaigns/LinkCheck.ts"
import { WebhookCalls } from "../../src/outbound/webhooks/WebhookCalls.ts"
import { CheckLinks } from "../../src/programs/campaigns/CheckLinks.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { Campaigns } from "../../src/store/campaigns/Campaigns.ts"
import { campaignsLayer, mail } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const answers = Layer.mock(WebhookCalls)({
  look: (url) => Effect.succeed({ status: url.endsWith("/gone") ? 404 : 200, reason: null })
})

const parts = Layer.mergeAll(campaignsLayer, CheckLinks.layerNoDeps.pipe(Layer.provide([Campaigns.layer, answers])))

const html = `<a href="https://shop.example/tea">Tea</a><a href="https://shop.example/gone">Old</a>`

onEither("a check of the links of a campaign", parts, (it) => {
  it.effect("calls those of all variants in all languages, and is made 30 times an hour at most by each account", () =>
    Effect.gen(function* () {
      const links = yield* CheckLinks
      const editor = yield* EditCampaigns
      const draft = Effect.fnUntraced(function* (variants: ReadonlyArray<CampaignContent>) {
        const { account_id } = yield* seedAccount()
        const { id } = yield* editor.create(account_id, { ...mail, variants })
        return links.check(account_id, id)
      })
      const own = yield* draft([
        { subject: "A", html },
        {
          subject: "B",
          html: `<a href="https://shop.example/b">B</a>`,
          translations: { de: { subject: "B", html: `<a href="https://shop.example/de/gone">B</a>` } }
        }
      ])
      const other = yield* draft([{ subject: "A", html }])
      const silent = yield* draft([{ subject: "A", html: "<p>Tea</p>" }])
      const found = yield* own
      assert.deepStrictEqual(
        found.links.map(({ url, passed }) => [url, passed]),
        [
          ["https://shop.example/tea", true],
          ["https://shop.example/gone", false],
          ["https://shop.example/b", true],
          ["https://shop.example/de/gone", false]
        ]
      )
      yield* Effect.repeat(own, { times: maxLinkChecks - 2 })
      const refused = yield* Effect.flip(own)
      assert.strictEqual(refused._tag, "RateLimited")
      assert.lengthOf((yield* other).links, 2)
      assert.deepStrictEqual(yield* silent, { links: [], unchecked: 0 })
      yield* TestClock.adjust("1 hour")
      assert.lengthOf((yield* own).links, 4)
    })
  )
})
