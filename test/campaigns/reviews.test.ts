import { assert } from "@effect/vitest"
import { Effect, Random } from "effect"
import { SqlClient } from "effect/sql"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { Segments } from "../../src/store/segments/Segments.ts"
import {
  campaignsLayer,
  mail,
  outcomes,
  person,
  runCampaigns,
  seedSender,
  setTime,
  start
} from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

onEither("reviews of campaigns", campaignsLayer, (it) => {
  it.effect("keep the conditions with which a campaign was scheduled, whatever its segment says later", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      const segments = yield* Segments
      yield* person(account_id, "ada")
      yield* person(account_id, "bob")
      const named = (value: string) => [[{ field: "contact.first_name", op: "eq", value } as const]]
      const segment = yield* segments.create(account_id, { name: "One", conditions: named("ada") })
      const { id } = yield* editor.create(account_id, { ...mail, audience: { include: [segment.id], exclude: [] } })
      yield* editor.schedule(account_id, id)
      yield* segments.change(account_id, segment.id, { conditions: named("bob") })
      const { review } = yield* reviews.review(account_id, id)
      assert.deepStrictEqual(
        review.samples.map(({ preview }) => preview.subject),
        ["Hi ada"]
      )
      yield* runCampaigns
      assert.deepStrictEqual(yield* outcomes(account_id), ["ada captured 28 12:00"])
    })
  )

  it.effect("send one message to each contact that the review foretold, and leave out the others by its rules", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      const segments = yield* Segments
      const sql = yield* SqlClient.SqlClient
      yield* person(account_id, "ada")
      yield* person(account_id, "bob")
      yield* person(account_id, "cy", { email_consent: "unsubscribed" })
      yield* person(account_id, "dan", { email_consent: "compliance_suppressed" })
      yield* person(account_id, "eve", { email: null, phone: "+12025550123" })
      yield* person(account_id, "fay")
      yield* person(account_id, "gus")
      const named = (name: string) =>
        segments.create(account_id, { name, conditions: [[{ field: "contact.first_name", op: "eq", value: name }]] })
      const included = yield* segments.create(account_id, {
        name: "All but gus",
        conditions: [[{ field: "contact.first_name", op: "neq", value: "gus" }]]
      })
      const excluded = yield* named("fay")
      const { id } = yield* editor.create(account_id, {
        ...mail,
        audience: { include: [included.id], exclude: [excluded.id] }
      })
      const { review } = yield* reviews.review(account_id, id)
      assert.deepStrictEqual(review.faults, [])
      assert.deepStrictEqual([review.audience, review.recipients], [6, 2])
      const left_out = [
        { rule: "excluded_segment", count: 1 },
        { rule: "no_address", count: 1 },
        { rule: "not_subscribed", count: 1 },
        { rule: "suppressed", count: 1 }
      ] as const
      assert.deepStrictEqual(review.left_out, left_out)
      assert.deepStrictEqual(
        review.samples.map(({ preview }) => [preview.subject?.slice(0, 3), preview.unsent]),
        [["Hi ", null]]
      )
      const page = yield* reviews.contacts(account_id, id, "suppressed", {})
      assert.deepStrictEqual(
        [page.contacts.map(({ first_name }) => first_name), page.pagination.total_count],
        [["dan"], 1]
      )
      yield* editor.schedule(account_id, id)
      yield* runCampaigns
      assert.deepStrictEqual(yield* outcomes(account_id), ["ada captured 28 12:00", "bob captured 28 12:00"])
      yield* setTime(account_id, start + 1_000)
      yield* runCampaigns
      const sent = yield* editor.read(account_id, id)
      assert.strictEqual(sent.status, "sent")
      const results = yield* editor.results(account_id, id)
      assert.deepStrictEqual([results.enrolled, results.waiting], [5, 0])
      assert.deepStrictEqual(results.left_out, left_out.slice(1))
      assert.strictEqual(results.variants[0]?.captured, 2)
      const [message] = yield* sql<{
        subject: string
      }>`SELECT subject FROM messages WHERE account_id = ${account_id} ORDER BY subject`
      assert.strictEqual(message?.subject, "Hi ada")
    })
  )

  it.effect("leave out by the very rules that sending decides by, the frequency cap among them", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const reviews = yield* ReviewCampaigns
      const editor = yield* EditCampaigns
      yield* sql`UPDATE accounts SET frequency_cap = 1 WHERE account_id = ${account_id}`
      const pick = <A>(values: ReadonlyArray<A>, fallback: A) =>
        Effect.map(Random.nextIntBetween(0, values.length), (at) => values[at] ?? fallback)
      for (const channel of ["email", "sms"] as const) {
        // One who receives for certain: a campaign without recipients is refused.
        yield* person(account_id, `${channel} sure`, channel === "email" ? {} : { email: null, phone: "+12025552000" })
        for (let at = 0; at < 12; at++) {
          const email_consent = yield* pick(
            [
              "subscribed",
              "subscribed",
              "unsubscribed",
              "never_subscribed",
              "suppressed",
              "compliance_suppressed"
            ] as const,
            "subscribed"
          )
          const sms_consent = yield* pick(
            ["subscribed", "single_opt_in", "unsubscribed", "never_subscribed", "pending"] as const,
            "subscribed"
          )
          const has = yield* pick(["both", "email", "phone"] as const, "both")
          yield* person(account_id, `${channel}${at}`, {
            email_consent,
            sms_consent,
            email: has === "phone" ? null : `${channel}${at}@example.com`,
            phone: has === "email" ? null : `+120255${channel === "email" ? "50" : "51"}${String(at).padStart(3, "0")}`
          })
        }
        const content = channel === "email" ? mail : { ...mail, channel, variants: [{ text: "Hi" }] }
        const { id } = yield* editor.create(account_id, content)
        const { review } = yield* reviews.review(account_id, id)
        yield* editor.schedule(account_id, id)
        yield* runCampaigns
        const results = yield* editor.results(account_id, id)
        assert.deepStrictEqual(results.left_out, review.left_out, channel)
        // The message before did not leave out anybody: each was sent.
        const [variant] = results.variants
        assert.deepStrictEqual([variant?.captured, variant?.skipped], [review.recipients, 0], channel)
      }
      const { id } = yield* editor.create(account_id, mail)
      const capped = (yield* reviews.review(account_id, id)).review.left_out.find(
        ({ rule }) => rule === "frequency_cap"
      )
      assert.isAbove(capped?.count ?? 0, 0)
    })
  )

  it.effect("are not scheduled with a fault, each of which the review names at its path", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      yield* setTime(account_id, start)
      yield* (yield* SqlClient.SqlClient)`DELETE FROM senders WHERE account_id = ${account_id}`
      const editor = yield* EditCampaigns
      const reviews = yield* ReviewCampaigns
      const { id } = yield* editor.create(account_id, {
        name: "Empty",
        channel: "email",
        send_at: "2026-03-28T11:00",
        audience: { include: ["seg_1"], exclude: [] }
      })
      const { review } = yield* reviews.review(account_id, id)
      const fields = review.faults.map(({ field }) => field)
      assert.includeMembers(fields, [
        "variants.0.subject",
        "variants.0.html",
        "send_at",
        "audience.include.0",
        "sender.from_name",
        "sender.postal_address"
      ])
      const failure = yield* Effect.flip(editor.schedule(account_id, id))
      assert.strictEqual(failure._tag, "ValidationFailed")
      if (failure._tag === "ValidationFailed") assert.deepStrictEqual(failure.issues, review.faults)
      assert.strictEqual((yield* editor.read(account_id, id)).status, "draft")
    })
  )

  it.effect("share variants and keep a holdout, exactly as reviewed", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCampaigns
      for (let at = 0; at < 60; at++) yield* person(account_id, `p${at}`)
      const { id } = yield* editor.create(account_id, {
        ...mail,
        holdout_percent: 20,
        variants: [
          { subject: "A", html: "<p>A</p>" },
          { subject: "B", html: "<p>B</p>", layout: "none" }
        ]
      })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual(
        review.samples.map(({ preview }) => preview.subject),
        ["A", "B"]
      )
      yield* editor.schedule(account_id, id)
      yield* runCampaigns
      const results = yield* editor.results(account_id, id)
      assert.deepStrictEqual(results.left_out, review.left_out)
      assert.isAbove(results.left_out[0]?.count ?? 0, 0)
      const counts = results.variants.map(({ captured }) => captured)
      assert.strictEqual(
        counts.reduce((all, count) => all + count, 0),
        review.recipients
      )
      for (const count of counts) assert.isAbove(count, 5)
    })
  )
})
