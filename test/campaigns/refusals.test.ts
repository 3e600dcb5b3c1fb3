import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { stopsCampaign } from "../../src/domain/campaigns/campaignStop.ts"
import { Refusal } from "../../src/domain/mailReports/DeliveryReport.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ApplicationLayer } from "../../src/Server.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import {
  outcomes,
  person,
  runCampaigns,
  RunCampaignsLayer,
  scheduled,
  seedSender
} from "../support/campaigns/campaigns.ts"
import { eventually } from "../support/faults/eventually.ts"
import { databaseLayer, embedded, postgres, settingsLayer } from "../support/database/databases.ts"
import { sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"

const settings = { ENCRYPTION_KEY: "ab".repeat(32), PUBLIC_URL: "https://tally.example" }
const layers = (SMTP_URL: string) =>
  Layer.mergeAll(
    RunCampaignsLayer,
    sendingLayer({ SMTP_URL }),
    ApplicationLayer.pipe(Layer.provide(Keys.layer), Layer.provide(settingsLayer({ ...settings, SMTP_URL })))
  )

/** Runs campaigns to their end, which they look for half a second after their last message. */
const toTheEnd = Effect.andThen(runCampaigns, Effect.andThen(TestClock.adjust("1 second"), runCampaigns))

const counts = (all: ReadonlyArray<string>) => {
  const statuses = all.map((outcome) => outcome.split(" ")[1] ?? "")
  return {
    failed: statuses.filter((one) => one === "failed").length,
    sent: statuses.filter((one) => one === "sent").length
  }
}

it.effect.each([
  ["PostgreSQL", postgres],
  ["embedded", embedded]
] as const)(
  "a server that refuses all mail stops a campaign within 20 messages; resumed, the rest goes out: %s",
  ([, database]) =>
    Effect.gen(function* () {
      let isRefusing = true
      const server = yield* mailServer({
        sender: () => (isRefusing ? [550, "5.7.1 not authorized to send as this domain"] : undefined)
      })
      yield* Effect.gen(function* () {
        const account_id = yield* seedSender
        for (let at = 0; at < 40; at++) yield* person(account_id, `person${at}`)
        const id = yield* scheduled(account_id)
        yield* runCampaigns
        const editor = yield* EditCampaigns
        const stopped = yield* editor.read(account_id, id)
        assert.strictEqual(stopped.status, "paused")
        assert.match(
          stopped.notice?.text ?? "",
          /^The mail server refused this campaign's mail by its policy; .* \(550 5\.7\.1\)$/
        )
        const { failed, sent } = counts(yield* outcomes(account_id))
        assert.deepStrictEqual([sent, failed >= 3 && failed <= 20], [0, true], `${failed} failed`)
        isRefusing = false
        assert.strictEqual((yield* editor.resume(account_id, id)).notice, null)
        yield* toTheEnd
        const after = yield* editor.read(account_id, id)
        assert.deepStrictEqual([after.status, after.notice], ["sent", null])
        assert.deepStrictEqual(counts(yield* outcomes(account_id)), { failed, sent: 40 - failed })
      }).pipe(Effect.provide(layers(server.url)))
    }).pipe(Effect.provide(databaseLayer(database)))
)

it.effect(
  "one receiver's refusals stop no campaign, but are noticed, also when all come before the first acceptance",
  () =>
    Effect.gen(function* () {
      const refused = Promise.withResolvers<void>()
      const server = yield* mailServer({
        recipient: (address) => (address.startsWith("strict") ? [550, "5.7.1 refused"] : undefined),
        taking: () => refused.promise
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account_id = yield* seedSender
        const refusals = sql`SELECT 1 FROM message_events WHERE account_id = ${account_id} AND kind = 'refused'`
        yield* TestClock.withLive(eventually(Effect.map(refusals, ({ length }) => length >= 3))).pipe(
          Effect.andThen(Effect.sync(refused.resolve)),
          Effect.forkChild
        )
        // Eight are sent at once, whichever come first: three at least to the strict receiver, and one to another.
        for (let at = 0; at < 12; at++) yield* person(account_id, `${at < 7 ? "strict" : "person"}${at}`)
        const id = yield* scheduled(account_id)
        yield* toTheEnd
        const campaign = yield* Effect.flatMap(EditCampaigns, (editor) => editor.read(account_id, id))
        assert.strictEqual(campaign.status, "sent")
        assert.include(campaign.notice?.text, "550 5.7.1")
        assert.deepStrictEqual(counts(yield* outcomes(account_id)), { failed: 7, sent: 5 })
      }).pipe(Effect.provide(layers(server.url)))
    }).pipe(Effect.provide(databaseLayer(postgres)))
)

const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 }))
it.prop(
  "no campaign of which a mail was accepted is stopped, and ten refusals stop any other; fewer none that waits for an answer",
  [Refusal, count, count, count],
  ([refusal, accepted, refused, unanswered]) => {
    const stops = stopsCampaign(refusal, { accepted, refused, unanswered })
    if (accepted > 0) assert.isFalse(stops)
    if (accepted === 0 && refused === 10) assert.isTrue(stops)
    if (stops) assert.isAtLeast(refused, unanswered > 0 ? 10 : 3)
    if (refusal !== "other" && accepted + unanswered === 0) assert.strictEqual(stops, refused >= 3)
  }
)
