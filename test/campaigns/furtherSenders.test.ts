import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { EditSenders } from "../../src/programs/senders/EditSenders.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { campaignsLayer, mail, outcomes, person, runCampaigns, seedSender } from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { newMessage, sendDue } from "../support/messages/messages.ts"

const offices = { from_name: "Tea for offices", from_email: "offices@ada.example", reply_to: "kim@ada.example" }

onEither("campaigns from a further sender", campaignsLayer, (it) => {
  it.effect("show its name in the preview, the review and the mail alike, and the account's postal address", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      const previews = yield* PreviewMessages
      const sql = yield* SqlClient.SqlClient
      const { contact_id } = yield* person(account_id, "ada")
      const { id: sender_id } = yield* (yield* EditSenders).create(account_id, offices)
      const { id } = yield* editor.create(account_id, { ...mail, sender_id })
      const { review } = yield* reviews.review(account_id, id)
      assert.deepStrictEqual(
        [review.sender, review.faults],
        [{ id: sender_id, from_name: offices.from_name, from_email: offices.from_email }, []]
      )
      const step = {
        id: "s1",
        type: "send_email",
        subject: "Hi {{ contact.first_name }}",
        html: "<p>Spring is here</p>"
      } as const
      const preview = yield* previews.message(account_id, { contact_id, step: { ...step, sender_id } })
      yield* editor.schedule(account_id, id)
      yield* runCampaigns
      const [sent] = yield* sql<{ body: string; status: string; sender_id: string }>`
        SELECT body, status, sender_id FROM messages WHERE account_id = ${account_id} AND campaign_id = ${id}`
      const footer = (html: string | null | undefined) => /Tea for offices<br>1[^]*?<br>/.exec(html ?? "")?.[0]
      assert.deepStrictEqual([sent?.status, sent?.sender_id], ["captured", sender_id])
      assert.isDefined(footer(sent?.body), sent?.body)
      assert.deepStrictEqual(
        [footer(preview.html), footer(review.samples[0]?.preview.html)],
        [footer(sent?.body), footer(sent?.body)]
      )
      const plain = yield* previews.message(account_id, { contact_id, step })
      assert.isUndefined(footer(plain.html))
    })
  )

  it.effect("need it to be there: an unknown one is a fault at its field, and so is one of a text", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const other = yield* seedSender
      const editor = yield* EditCampaigns
      const { id: foreign } = yield* (yield* EditSenders).create(other, offices)
      const { id: own } = yield* (yield* EditSenders).create(account_id, offices)
      const fieldsOf = (work: ReturnType<typeof editor.change>) =>
        Effect.map(Effect.flip(work), (error) =>
          error._tag === "ValidationFailed" ? error.issues.map(({ field }) => field) : error._tag
        )
      const { id } = yield* editor.create(account_id, mail)
      for (const sender_id of [foreign, "snd_1"])
        assert.deepStrictEqual(yield* fieldsOf(editor.change(account_id, id, { sender_id })), ["sender_id"])
      const text = yield* editor.create(account_id, { ...mail, channel: "sms", variants: [{ text: "Hi" }] })
      assert.deepStrictEqual(yield* fieldsOf(editor.change(account_id, text.id, { sender_id: own })), ["sender_id"])
      assert.strictEqual((yield* editor.change(account_id, id, { sender_id: own })).sender_id, own)
      assert.isNull((yield* editor.change(account_id, id, { sender_id: null })).sender_id)
    })
  )

  it.effect("choose it or lose it: one that is deleted at the same time is chosen by none", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const senders = yield* EditSenders
      const { id } = yield* editor.create(account_id, mail)
      for (let round = 0; round < 20; round++) {
        const { id: sender_id } = yield* senders.create(account_id, offices)
        const [chosen, removed] = yield* Effect.all(
          [
            Effect.result(editor.change(account_id, id, { sender_id })),
            Effect.result(senders.remove(account_id, sender_id))
          ],
          { concurrency: 2 }
        )
        assert.notStrictEqual(chosen._tag, removed._tag)
        yield* editor.change(account_id, id, { sender_id: null })
        if (removed._tag === "Failure") yield* senders.remove(account_id, sender_id)
      }
    })
  )

  it.effect("are skipped with a reason where it was deleted past its uses", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const { id: sender_id } = yield* (yield* EditSenders).create(account_id, offices)
      yield* (yield* Messages).record([newMessage(yield* person(account_id, "ada"), { sender_id })])
      yield* sql`DELETE FROM further_senders WHERE account_id = ${account_id}`
      yield* sendDue("email")
      assert.deepStrictEqual(yield* outcomes(account_id), ["ada skipped the sender was deleted"])
    })
  )
})
