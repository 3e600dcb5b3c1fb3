import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
import { ChoosePreferences } from "../../src/programs/contacts/ChoosePreferences.ts"
import { WriteContacts } from "../../src/programs/contacts/WriteContacts.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { EditTopics } from "../../src/programs/topics/EditTopics.ts"
import { ContactConsents } from "../../src/store/contacts/ContactConsents.ts"
import {
  campaignsLayer,
  outcomes,
  person,
  runCampaigns,
  scheduled,
  seedSender
} from "../support/campaigns/campaigns.ts"
import { onEither } from "../support/database/databases.ts"
import { newMessage, sendDue } from "../support/messages/messages.ts"

type Person = Effect.Success<ReturnType<typeof person>>

/** An account with two topics, and a mail to each of these people, from which they can leave. */
const withTopics = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const account_id = yield* seedSender
  const topics = yield* EditTopics
  for (const key of ["news", "sales"]) yield* topics.create(account_id, { key, names: { en: key } })
  const people = yield* Effect.forEach(names, (name) => person(account_id, name))
  const messages = yield* Messages
  yield* messages.record(
    people.map((one) => ({
      ...newMessage(one, { key: `first ${one.contact_id}` }),
      flow_id: null,
      run_id: null,
      step_id: null
    }))
  )
  const sql = yield* SqlClient.SqlClient
  const sent = yield* sql<{ message_id: string; contact_id: string }>`
    SELECT message_id, contact_id FROM messages WHERE account_id = ${account_id}`
  /** The person's choice on the preference page: the topics that are ticked. */
  const choose = Effect.fnUntraced(function* ({ contact_id }: Person, ticked: ReadonlyArray<string>) {
    const message_id = sent.find((message) => message.contact_id === contact_id)?.message_id ?? ""
    const preferences = yield* ChoosePreferences
    yield* preferences.choose({
      message: { account_id, message_id },
      choice: "topics",
      topics: { shown: ["news", "sales"], ticked },
      reason: undefined,
      proof: {},
      language: "en"
    })
  })
  return { account_id, people, choose }
})

const leftBy = Effect.fnUntraced(function* ({ account_id, contact_id }: Person) {
  const log = yield* ContactConsents
  const { left_topics } = yield* log.history({ account_id, contact_id, at: Date.now() + 86_400_000 })
  return left_topics.map(({ topic }) => topic)
})

onEither("mail of a topic", campaignsLayer, (it) => {
  it.effect("goes to whoever is in at the moment of sending, and the review tells who left the topic", () =>
    Effect.gen(function* () {
      const { account_id, people, choose } = yield* withTopics(["ada", "bob", "cy"])
      const [ada, bob, cy] = people
      if (ada === undefined || bob === undefined || cy === undefined) return yield* Effect.die("No contacts")
      yield* choose(bob, ["news"])
      yield* choose(ada, ["sales"])
      const id = yield* scheduled(account_id, { topic: "sales" })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual([review.recipients, review.left_out], [2, [{ rule: "left_topic", count: 1 }]])
      const page = yield* (yield* ReviewCampaigns).contacts(account_id, id, "left_topic", { per_page: 10 })
      assert.deepStrictEqual(
        page.contacts.map(({ first_name }) => first_name),
        ["bob"]
      )
      // Messages are queued, and one of the recipients leaves before they are sent.
      yield* sendDue("email")
      const campaigns = yield* RunCampaigns
      yield* campaigns.step
      yield* choose(cy, ["news"])
      yield* runCampaigns
      const told = yield* outcomes(account_id)
      assert.deepStrictEqual(
        told.filter((one) => !one.includes("captured")),
        ["cy skipped the contact left this topic"]
      )
      const sql = yield* SqlClient.SqlClient
      const [adas] = yield* sql<{ message_id: string; topic: string }>`SELECT message_id, topic FROM messages
        WHERE account_id = ${account_id} AND contact_id = ${ada.contact_id} AND campaign_id = ${id}`
      assert.strictEqual(adas?.topic, "sales")
      const why = yield* (yield* PreviewMessages).explain(account_id, adas?.message_id ?? "")
      assert.deepStrictEqual([why.topic, why.consent.state], ["sales", "never_subscribed"])
      const results = yield* (yield* EditCampaigns).results(account_id, id)
      assert.deepStrictEqual(
        results.left_out.filter(({ rule }) => rule === "left_topic").map(({ count }) => count),
        [1]
      )
      // Leaving a topic is no unsubscription.
      assert.deepStrictEqual(
        results.variants.map(({ unsubscribed }) => unsubscribed),
        [0]
      )
    })
  )

  it.effect("of a flow is skipped for whoever left the topic, and other mail is not", () =>
    Effect.gen(function* () {
      const { account_id, people, choose } = yield* withTopics(["ada"])
      const [ada] = people
      if (ada === undefined) return yield* Effect.die("No contact")
      yield* choose(ada, ["news"])
      yield* sendDue("email")
      const messages = yield* Messages
      const ofStep = (step_id: string, fields: Parameters<typeof newMessage>[1]) =>
        newMessage(ada, { key: `run_1/${step_id}`, step_id, run_id: "run_1", flow_id: "flo_1", ...fields })
      yield* messages.record([
        ofStep("sales", { topic: "sales" }),
        ofStep("news", { topic: "news" }),
        ofStep("general", {}),
        ofStep("order", { topic: "sales", class: "transactional" })
      ])
      yield* sendDue("email")
      const sql = yield* SqlClient.SqlClient
      const sent = yield* sql<{ step: string }>`SELECT step_id || ' ' || status AS step FROM messages
        WHERE account_id = ${account_id} AND step_id IS NOT NULL`
      const statuses = sent.map(({ step }) => step)
      assert.deepStrictEqual(statuses.toSorted(), [
        "general captured",
        "news captured",
        "order captured",
        "sales skipped"
      ])
    })
  )

  it.effect("is left by the contact that two contacts become if either left it, with a line of the ledger", () =>
    Effect.gen(function* () {
      const { account_id, people, choose } = yield* withTopics(["ada", "bob"])
      const [ada, bob] = people
      if (ada === undefined || bob === undefined) return yield* Effect.die("No contacts")
      yield* choose(ada, ["sales"])
      yield* choose(bob, ["news"])
      assert.deepStrictEqual([yield* leftBy(ada), yield* leftBy(bob)], [["news"], ["sales"]])
      const { merge } = yield* WriteContacts
      yield* merge(
        { account_id, contact_id: ada.contact_id, from: bob.contact_id, cause: "api", actor: "test" },
        { dry: false }
      )
      assert.deepStrictEqual(yield* leftBy(ada), ["news", "sales"])
      const sql = yield* SqlClient.SqlClient
      const lines = yield* sql`SELECT topic, rule FROM consent_log
        WHERE account_id = ${account_id} AND contact_id = ${ada.contact_id} AND topic IS NOT NULL ORDER BY entry_id`
      assert.deepStrictEqual(
        lines.map(({ topic, rule }) => `${topic} ${rule}`),
        ["news topic_left", "sales topic_left", "sales contact_merged"]
      )
      const [row] = yield* sql`SELECT left_topics::text AS left FROM contacts
        WHERE account_id = ${account_id} AND contact_id = ${ada.contact_id}`
      assert.deepStrictEqual(JSON.parse(String(row?.["left"])), ["news", "sales"])
    })
  )

  it.effect("is judged by what the ledger says of a topic that was deleted and made again", () =>
    Effect.gen(function* () {
      const { account_id, people, choose } = yield* withTopics(["ada", "bob"])
      const [ada] = people
      if (ada === undefined) return yield* Effect.die("No contact")
      yield* choose(ada, ["news"])
      yield* sendDue("email")
      const topics = yield* EditTopics
      yield* topics.remove(account_id, "sales")
      yield* topics.create(account_id, { key: "sales", names: { en: "Sales" } })
      const id = yield* scheduled(account_id, { topic: "sales" })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual(review.left_out, [{ rule: "left_topic", count: 1 }])
    })
  )
})
