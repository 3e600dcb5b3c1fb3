import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isOptIn, type LedgerEntry } from "../../src/domain/contacts/Consent.ts"
import {
  chooseTopics,
  leftTopicsAfter,
  mergeTopics,
  preferenceTopicRules
} from "../../src/domain/contacts/topicChoice.ts"
import { decideSend } from "../../src/domain/messages/decideSend.ts"
import { consentTriggers } from "../../src/domain/flows/consentTriggers.ts"
import { contact } from "../support/samples/orders.ts"

const topics = ["sales", "news", "new-products"] as const
const Topic = Schema.Literals(topics)
const Left = Schema.Array(Topic).check(Schema.isMaxLength(3))
const Lines = Schema.Array(
  Schema.Struct({
    topic: Schema.NullOr(Topic),
    to_state: Schema.Literals(["subscribed", "unsubscribed"]),
    refused: Schema.Boolean
  })
).check(Schema.isMaxLength(20))

const parts = {
  account_id: "acc_test",
  contact_id: "con_a",
  cause: "preference_page",
  source_id: "msg_1",
  actor: "contact",
  effective_at: 1,
  recorded_at: 1
} as const

const lineOf = ({ topic, ...line }: (typeof Lines.Type)[number]) => (topic === null ? line : { ...line, topic })
const states = (ledger: ReadonlyArray<LedgerEntry>) => ledger.map(({ topic, to_state }) => `${topic} ${to_state}`)

describe("the topics that a contact left", () => {
  it.prop(
    "are those whose last own line says so, whatever the lines of others and of the channel say",
    [Lines, Left],
    ([lines, before]) => {
      const left = new Set<string>(leftTopicsAfter(before, lines.map(lineOf)))
      for (const topic of topics) {
        const last = lines.findLast((line) => line.topic === topic && !line.refused)
        assert.strictEqual(
          left.has(topic),
          last === undefined ? before.includes(topic) : last.to_state === "unsubscribed"
        )
      }
    }
  )

  it.prop(
    "change by one line each, and by none where a choice is repeated",
    [Left, Left, Left],
    ([before, left, back]) => {
      const known = leftTopicsAfter(before, [])
      const choice = { left, returned: back }
      const decision = chooseTopics([...new Set(before)], choice, parts, preferenceTopicRules)
      assert.deepStrictEqual(decision.left, leftTopicsAfter([...new Set(before)], decision.ledger))
      for (const topic of topics) {
        const isLeft = left.includes(topic) || (before.includes(topic) && !back.includes(topic))
        assert.strictEqual(decision.left.includes(topic), isLeft, topic)
      }
      assert.lengthOf(decision.ledger, new Set(decision.ledger.map(({ topic }) => topic)).size)
      assert.isAtLeast(known.length + decision.ledger.length, decision.left.length)
      assert.deepStrictEqual(chooseTopics(decision.left, choice, parts, preferenceTopicRules).ledger, [])
    }
  )

  it.prop("of two contacts are all left by the one that they become", [Left, Left], ([target, from]) => {
    const merged = mergeTopics([...new Set(target)], [...new Set(from)], parts)
    assert.deepStrictEqual(merged.left, [...new Set([...target, ...from])].toSorted())
    assert.isTrue(states(merged.ledger).every((state) => state.endsWith(" unsubscribed")))
  })

  it.prop(
    "are no general consent: nothing is sent of a topic to whom nothing general is sent",
    [Left, Topic],
    ([left, topic]) => {
      for (const email_consent of [
        "unsubscribed",
        "never_subscribed",
        "suppressed",
        "compliance_suppressed"
      ] as const) {
        const recipient = {
          email: "a@example.com",
          phone: null,
          email_consent,
          sms_consent: "never_subscribed"
        } as const
        const decision = decideSend(
          0,
          { channel: "email", purpose: "campaign", class: "marketing", topic },
          { ...recipient, paused_until: null, timezone: null, left_topics: left },
          "UTC"
        )
        assert.deepStrictEqual(decision, { _tag: "skip", reason: `email_consent is ${email_consent}` })
      }
    }
  )

  it.prop("start no flow that waits for who subscribes or leaves", [Left, Left], ([left, returned]) => {
    const { ledger } = chooseTopics(["news"], { left, returned }, parts, preferenceTopicRules)
    assert.deepStrictEqual(consentTriggers(ledger, [contact({ contact_id: "con_a" })]), [])
    for (const { from_state, to_state, channel } of ledger) {
      assert.strictEqual(channel, "email")
      assert.notStrictEqual(isOptIn(from_state), isOptIn(to_state))
    }
  })
})
