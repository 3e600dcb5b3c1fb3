import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { campaignsLayer, mail, person, seedSender } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"

onEither("reviews of campaigns", campaignsLayer, (it) => {
  it.effect("tell what the last check of the sender's domain found, which is no fault", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const senders = yield* Senders
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      yield* person(account_id, "ada")
      yield* person(account_id, "bob", { email: null, phone: "+12025550123" })
      const { id } = yield* editor.create(account_id, mail)
      const text = yield* editor.create(account_id, { ...mail, channel: "sms", variants: [{ text: "Hi" }] })
      const reviewed = (campaign_id: string) =>
        Effect.map(reviews.review(account_id, campaign_id), ({ review: { sender_check, faults } }) => ({
          sender_check,
          faults
        }))
      assert.deepStrictEqual(yield* reviewed(id), { sender_check: null, faults: [] })
      const sender_check = {
        domain: "ada.example",
        proof: "missing",
        spf: "missing",
        dkim: "wrong",
        dmarc: "unknown",
        checked_at: DateTime.makeUnsafe("2026-05-04T09:30:00Z")
      } as const
      yield* senders.keepCheck(account_id, yield* senders.read(account_id), sender_check)
      assert.deepStrictEqual(yield* reviewed(id), { sender_check, faults: [] })
      assert.isNull((yield* reviewed(text.id)).sender_check)
    })
  )
})
