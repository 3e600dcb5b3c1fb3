import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NewMessage } from "../../src/domain/messages/Message.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
import { EditCoupons } from "../../src/programs/coupons/EditCoupons.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { eraseContact } from "../../src/store/personalData/eraseContact.ts"
import {
  campaignsLayer,
  mail,
  outcomes,
  person,
  runCampaigns,
  scheduled,
  seedSender,
  setTime,
  start
} from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { placeDelivered } from "../support/flows/flowRuns.ts"
import { newMessage, sendDue } from "../support/messages/messages.ts"

const shown = [{ subject: "{{ coupon.spring }}", html: "<p>{{ coupon.spring }}</p>" }]

/** A pool with these codes. */
const pool = Effect.fnUntraced(function* (account_id: string, codes: ReadonlyArray<string>, name = "spring") {
  const editor = yield* EditCoupons
  const { id } = yield* editor.create(account_id, { name })
  if (codes.length > 0) yield* editor.addCodes(account_id, id, codes)
  return id
})

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `CODE-${at}`)

/** The codes that were given, with the first name of the contact. */
const given = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ code: string; name: string | null }>`
    SELECT code.code, c.first_name AS name FROM coupon_codes code
    LEFT JOIN contacts c ON c.account_id = code.account_id AND c.contact_id = code.contact_id
    WHERE code.account_id = ${account_id} AND code.given_at IS NOT NULL ORDER BY 2, 1`
  return rows.map(({ code, name }) => `${name} ${code}`)
})

/** The subjects that were sent, by first name. */
const subjects = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; subject: string }>`
    SELECT c.first_name AS name, m.subject FROM messages m
    JOIN contacts c ON c.account_id = m.account_id AND c.contact_id = m.contact_id
    WHERE m.account_id = ${account_id} AND m.status = 'captured' ORDER BY 1, m.message_id`
  return rows.map(({ name, subject }) => `${name} ${subject}`)
})

/** Messages of a run of a flow that show the coupon. */
const ofRun = (contact: Parameters<typeof newMessage>[0], run_id: string, step_id: string): NewMessage => ({
  ...newMessage(contact),
  key: `${run_id}/${step_id}`,
  purpose: "flow",
  channel: "email",
  flow_id: "flo_1",
  run_id,
  step_id,
  subject: "{{ coupon.spring }}",
  body: "<p>{{ coupon.spring | downcase }}</p>"
})

const record = (messages: ReadonlyArray<NewMessage>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction((yield* Messages).record(messages))
  })

onEither("coupons in messages", Layer.provideMerge(Flows.layer, campaignsLayer), (it) => {
  it.effect("of a campaign: each contact gets a code of its own, and a repeated send shows the same", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* pool(account_id, numbered(5))
      for (const name of ["ada", "bob", "cy"]) yield* person(account_id, name)
      yield* scheduled(account_id, { variants: shown })
      yield* (yield* RunCampaigns).step
      const first = yield* given(account_id)
      assert.deepStrictEqual(
        first.map((one) => one.split(" ")[0]),
        ["ada", "bob", "cy"]
      )
      assert.strictEqual(new Set(first.map((one) => one.split(" ")[1])).size, 3)
      const sql = yield* SqlClient.SqlClient
      // Their first attempts failed.
      yield* sql`UPDATE messages SET attempts = 1 WHERE account_id = ${account_id}`
      yield* runCampaigns
      assert.deepStrictEqual(yield* subjects(account_id), first)
      yield* scheduled(account_id, { variants: shown, name: "Again" })
      yield* runCampaigns
      assert.strictEqual((yield* subjects(account_id)).length, 5)
      assert.strictEqual(new Set(yield* given(account_id)).size, 5)
    })
  )

  it.effect("of a flow: a run has one code, which its later messages show again, and another run another", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* pool(account_id, numbered(5))
      const ada = yield* person(account_id, "ada")
      yield* record([ofRun(ada, "run_1", "a"), ofRun(ada, "run_2", "a")])
      yield* record([ofRun(ada, "run_1", "b"), ofRun(ada, "run_1", "a")])
      yield* runCampaigns
      const sent = yield* subjects(account_id)
      assert.strictEqual(sent.length, 3)
      assert.deepStrictEqual(yield* given(account_id), ["ada CODE-0", "ada CODE-1"])
      assert.deepStrictEqual(sent.toSorted(), ["ada CODE-0", "ada CODE-0", "ada CODE-1"])
      yield* record([ofRun(ada, "run_3", "a")])
      assert.deepStrictEqual(yield* given(account_id), ["ada CODE-0", "ada CODE-1", "ada CODE-2"])
    })
  )

  it.effect("take each code once, however many transactions take codes at once, also the last ones", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* pool(account_id, numbered(150))
      const people = yield* Effect.forEach(["ada", "bob", "cy", "dan"], (name) => person(account_id, name))
      const runs = Array.from({ length: 20 }, (_, run) =>
        people.flatMap((contact, at) => [0, 1].map((n) => ofRun(contact, `run_${run}_${at}_${n}`, "a")))
      )
      yield* Effect.forEach(runs, record, { concurrency: 20 })
      const rows = yield* sql<{ code: string; purpose: string }>`
        SELECT code, purpose FROM coupon_codes WHERE account_id = ${account_id} AND given_at IS NOT NULL`
      assert.strictEqual(rows.length, 150)
      assert.strictEqual(new Set(rows.map(({ purpose }) => purpose)).size, 150)
      const editor = yield* EditCoupons
      const [coupon] = (yield* editor.list(account_id, {})).data
      yield* editor.addCodes(
        account_id,
        coupon?.id ?? "",
        Array.from({ length: 10 }, (_, at) => `MORE-${at}`)
      )
      yield* runCampaigns
      const sent = yield* sql<{ subject: string }>`
        SELECT subject FROM messages WHERE account_id = ${account_id} AND status = 'captured'`
      assert.strictEqual(new Set(sent.map(({ subject }) => subject)).size, 160)
      assert.strictEqual(sent.length, 160)
    })
  )

  it.effect("wait while the pool is empty, are told so, and go out when codes are added", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const id = yield* pool(account_id, ["CODE-0"])
      for (const name of ["ada", "bob", "cy"]) yield* person(account_id, name)
      yield* scheduled(account_id, { variants: shown })
      yield* (yield* RunCampaigns).step
      while ((yield* sendDue("email")) > 0);
      const states = (yield* outcomes(account_id)).map((outcome) => outcome.replace(/^\w+ /, "").slice(0, 34))
      assert.sameMembers(states, [
        "captured 28 12:00",
        ...Array.from({ length: 2 }, () => "held the coupon has no codes left")
      ])
      const editor = yield* EditCoupons
      assert.strictEqual((yield* editor.read(account_id, id)).codes?.level, "empty")
      yield* editor.addCodes(account_id, id, ["CODE-1"])
      while ((yield* sendDue("email")) > 0);
      assert.strictEqual((yield* subjects(account_id)).length, 2)
      yield* editor.addCodes(account_id, id, numbered(20))
      yield* runCampaigns
      const sent = yield* subjects(account_id)
      assert.deepStrictEqual(sent, yield* given(account_id))
      assert.strictEqual(new Set(sent.map((one) => one.split(" ")[1])).size, 3)
    })
  )

  it.effect("show a code that all share, and the codes of several coupons at once", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* pool(account_id, ["CODE-0"])
      const editor = yield* EditCoupons
      yield* editor.create(account_id, { name: "all", code: "Hello10" })
      yield* person(account_id, "ada")
      yield* scheduled(account_id, {
        variants: [{ subject: "{{ coupon.all }} {{ coupon['spring'] }}", html: "<p>Hi</p>" }]
      })
      yield* runCampaigns
      assert.deepStrictEqual(yield* subjects(account_id), ["ada Hello10 CODE-0"])
    })
  )

  it.effect("give their code back when they are skipped before anybody has seen it", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const editor = yield* EditCampaigns
      yield* pool(account_id, numbered(3))
      for (const name of ["ada", "bob", "cy"]) yield* person(account_id, name)
      const id = yield* scheduled(account_id, { variants: shown })
      yield* (yield* RunCampaigns).step
      assert.strictEqual((yield* given(account_id)).length, 3)
      // Ada's may have arrived; Bob's is skipped when it is to be sent.
      yield* sql`UPDATE messages m SET attempts = 1, reason = 'no reply', due_at = due_at + interval '1 hour' FROM contacts c
        WHERE m.account_id = ${account_id} AND c.account_id = ${account_id} AND c.contact_id = m.contact_id AND c.first_name = 'ada'`
      yield* sql`UPDATE messages m SET due_at = due_at + interval '2 hours' FROM contacts c
        WHERE m.account_id = ${account_id} AND c.account_id = ${account_id} AND c.contact_id = m.contact_id AND c.first_name = 'cy'`
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id} AND first_name <> 'cy'`
      yield* sendDue("email")
      assert.deepStrictEqual(
        (yield* given(account_id)).map((one) => one.split(" ")[0]),
        ["ada", "cy"]
      )
      yield* editor.cancel(account_id, id)
      yield* setTime(account_id, start + 60_000)
      yield* runCampaigns
      assert.deepStrictEqual(
        (yield* given(account_id)).map((one) => one.split(" ")[0]),
        ["ada"]
      )
    })
  )

  it.effect("keep a code that an earlier message of the run has shown, when a later one is skipped", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const endings = yield* Flows
      yield* pool(account_id, numbered(2))
      const ada = yield* person(account_id, "ada")
      const bob = yield* person(account_id, "bob")
      yield* record([ofRun(ada, "run_1", "a")])
      yield* runCampaigns
      yield* record([ofRun(ada, "run_1", "b"), ofRun(bob, "run_2", "a"), ofRun(bob, "run_2", "b")])
      yield* sql.withTransaction(endings.endSome(account_id, "flo_1", start))
      assert.deepStrictEqual(yield* given(account_id), ["ada CODE-0"])
    })
  )

  it.effect("have a message that waits take the code that comes back", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* pool(account_id, ["CODE-0"])
      const [ada, bob] = [yield* person(account_id, "ada"), yield* person(account_id, "bob")]
      yield* record([ofRun(ada, "run_1", "a"), ofRun(bob, "run_2", "a")])
      yield* sql`UPDATE messages SET due_at = ${new Date(start + 60_000)} WHERE account_id = ${account_id} AND contact_id = ${ada.contact_id}`
      yield* sendDue("email")
      assert.include((yield* outcomes(account_id)).join(), "bob held")
      yield* sql`UPDATE contacts SET email_consent = 'unsubscribed' WHERE account_id = ${account_id} AND first_name = 'ada'`
      yield* setTime(account_id, start + 120_000)
      yield* sendDue("email")
      yield* sendDue("email")
      assert.deepStrictEqual(yield* subjects(account_id), ["bob CODE-0"])
    })
  )

  it.effect("are not sent when the coupon was deleted, but with the code that they were given", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCoupons
      const id = yield* pool(account_id, ["CODE-0"])
      const [ada, bob] = [yield* person(account_id, "ada"), yield* person(account_id, "bob")]
      yield* record([ofRun(ada, "run_1", "a"), ofRun(bob, "run_2", "a")])
      yield* editor.remove(account_id, id)
      yield* record([ofRun(ada, "run_3", "a")])
      yield* runCampaigns
      assert.deepStrictEqual((yield* outcomes(account_id)).toSorted(), [
        "ada captured 28 12:00",
        "ada skipped the coupon was deleted",
        "bob skipped the coupon was deleted"
      ])
      assert.deepStrictEqual(yield* subjects(account_id), ["ada CODE-0"])
    })
  )

  it.effect("show a made-up code in previews, never a real one", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* pool(account_id, ["CODE-0"])
      const { contact_id } = yield* person(account_id, "ada")
      const previews = yield* PreviewMessages
      const preview = yield* previews.message(account_id, {
        contact_id,
        step: { id: "a", type: "send_email", subject: "{{ coupon.spring }}", html: "<p>{{ coupon.spring }}</p>" }
      })
      assert.strictEqual(preview.subject, "SAMPLE-CODE")
      assert.deepStrictEqual(yield* given(account_id), [])
    })
  )

  it.effect("follow a contact that is merged, and leave one that is erased", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* pool(account_id, numbered(4))
      const ada = yield* person(account_id, "ada")
      const bob = yield* person(account_id, "bob")
      const cy = yield* person(account_id, "cy")
      const dan = yield* person(account_id, "dan")
      yield* scheduled(account_id, { variants: shown })
      yield* (yield* RunCampaigns).step
      yield* sql`UPDATE messages SET due_at = due_at + interval '1 hour'
        WHERE account_id = ${account_id} AND contact_id IN (${bob.contact_id}, ${dan.contact_id})`
      yield* sendDue("email")
      // Bob's message and his code go; Dan's code was seen by nobody.
      const write = yield* WriteContacts
      yield* write.merge(
        { account_id, contact_id: ada.contact_id, from: bob.contact_id, cause: "api", actor: "test" },
        { dry: false }
      )
      yield* sql.withTransaction(eraseContact(sql, cy))
      yield* sql.withTransaction(eraseContact(sql, dan))
      assert.deepStrictEqual(
        (yield* given(account_id)).map((one) => one.split(" ")[0]),
        ["ada", "null"]
      )
    })
  )

  it.effect("are redeemed by orders, once each, with the revenue that is left of them", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const editor = yield* EditCoupons
      const id = yield* pool(account_id, numbered(3))
      const shared = yield* editor.create(account_id, { name: "all", code: "Hello10" })
      const discounts = (...codes: ReadonlyArray<string>) => ({
        discounts: JSON.stringify(codes.map((code) => ({ code, amount: 1 })))
      })
      const order = (order_id: bigint, more: object) => placeDelivered(account_id, order_id, null, more)
      yield* order(1n, discounts("code-0", "HELLO10", "OTHER"))
      yield* order(1n, discounts("code-0", "HELLO10", "OTHER"))
      yield* order(2n, discounts("hello10"))
      yield* order(3n, {})
      const read = (coupon: string) =>
        Effect.map(editor.read(account_id, coupon), ({ redeemed, revenue, codes }) => ({ redeemed, revenue, codes }))
      const usd = (orders: number, amount: string) => [{ currency: "USD", orders, amount }]
      // A code that was used before it was given is given to nobody.
      assert.deepStrictEqual(yield* read(id), {
        redeemed: 1,
        revenue: usd(1, "60"),
        codes: { total: 3, free: 2, given: 1, level: "ok" }
      })
      assert.deepStrictEqual(yield* read(shared.id), { redeemed: 2, revenue: usd(2, "120"), codes: null })
      yield* order(2n, { financial_status: "voided" })
      yield* order(1n, discounts("HELLO10"))
      assert.deepStrictEqual((yield* read(shared.id)).revenue, usd(1, "60"))
      assert.strictEqual((yield* read(id)).redeemed, 0)
      yield* order(3n, discounts("Code-1"))
      assert.strictEqual((yield* read(id)).redeemed, 1)
    })
  )

  it.effect("must exist when a flow or campaign is saved or scheduled", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const coupons = yield* EditCoupons
      const campaigns = yield* EditCampaigns
      yield* person(account_id, "ada")
      const failed = yield* Effect.flip(campaigns.create(account_id, { ...mail, variants: shown }))
      assert.deepStrictEqual("issues" in failed && failed.issues.map(({ field }) => field), [
        "variants.0.subject",
        "variants.0.html"
      ])
      const id = yield* pool(account_id, ["CODE-0"])
      const draft = yield* campaigns.create(account_id, { ...mail, variants: shown })
      yield* coupons.remove(account_id, id)
      assert.strictEqual((yield* Effect.flip(campaigns.schedule(account_id, draft.id)))._tag, "ValidationFailed")
      const again = yield* pool(account_id, ["CODE-1"])
      yield* campaigns.schedule(account_id, draft.id)
      const used = yield* Effect.flip(coupons.remove(account_id, again))
      assert.include(JSON.stringify(used), "Spring")
    })
  )
})
