import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { rules } from "../../src/domain/contacts/Consent.ts"
import { decideFileTopics, isLeftByPerson, readFileTopics, topicsByName } from "../../src/domain/imports/fileTopics.ts"
import { undoTopics } from "../../src/domain/changes/undoTopics.ts"
import { withTopics } from "../../src/domain/changes/importedChange.ts"

const keys = ["sales", "news", "new-products"] as const
const Keys = Schema.Array(Schema.Literals(keys)).check(Schema.isMaxLength(4))

const parts = {
  account_id: "acc_test",
  contact_id: "con_a",
  cause: "import",
  source_id: "con_a",
  actor: "usr_1",
  effective_at: 1,
  recorded_at: 1,
  proof: { source: "people.csv" }
} as const

const known = topicsByName([
  { key: "news", names: { en: "News", de: "Neuigkeiten" } },
  { key: "sales", names: { en: "Sales", de: "Angebote", fr: "news" } },
  { key: "offers", names: { en: "Special offers", de: "Angebote" } }
])

const read = (body: Record<string, unknown>) => readFileTopics(body, known)

describe("the topics of a row of a file", () => {
  it("are known by key and by name in any language, whatever the case; a key goes before a name, the first of two names counts", () => {
    const { topics, issues } = read({ topics_left: [" NEUIGKEITEN", "angebote"], topics_joined: ["special OFFERS"] })
    assert.deepStrictEqual([topics, issues], [{ left: ["news", "sales"], joined: ["offers"] }, []])
    assert.deepStrictEqual(read({ topics_left: ["news"] }).topics.left, ["news"])
  })

  it("leave out what is no topic, with one note for its field", () => {
    const { topics, issues } = read({ topics_left: ["Sales", "__proto__", "x"], topics_joined: "Sales" })
    assert.deepStrictEqual(topics, { left: ["sales"], joined: [] })
    assert.deepStrictEqual(
      issues.map(({ field }) => field),
      ["topics_left", "topics_joined"]
    )
  })

  it.prop(
    "never lift what the person left, and lift nothing unless the file may",
    [Keys, Keys, Keys, Keys, Schema.Boolean],
    ([before, left, joined, byPerson, lifts]) => {
      const was = [...new Set(before)].toSorted()
      const decision = decideFileTopics(was, { left, joined }, { lifts, byPerson: new Set(byPerson) }, parts)
      for (const topic of was) {
        const mayReturn = lifts && joined.includes(topic) && !byPerson.includes(topic) && !left.includes(topic)
        assert.strictEqual(decision.left.includes(topic), !mayReturn)
      }
      for (const topic of left) assert.include(decision.left, topic)
      assert.deepStrictEqual(
        new Set(decision.stays),
        new Set(joined.filter((topic) => was.includes(topic) && decision.left.includes(topic)))
      )
      for (const line of decision.ledger)
        assert.deepInclude(line, { channel: "email", proof: parts.proof, refused: false })
    }
  )

  it.prop(
    "are as before after an undo, unless something was decided since",
    [Keys, Keys, Keys],
    ([before, left, since]) => {
      const was = [...new Set(before)].toSorted()
      const decision = decideFileTopics(was, { left, joined: [] }, { lifts: false, byPerson: new Set() }, parts)
      const change = withTopics({ created: false, members: [] }, decision)
      const decided = new Set<string>(since)
      const undone = undoTopics(parts, change, { left: decision.left, decided }, 2)
      const kept = left.filter((topic) => !was.includes(topic) && decided.has(topic))
      assert.deepStrictEqual(undone.left, [...new Set([...was, ...kept])].toSorted())
      assert.deepStrictEqual(new Set(undone.kept.map(({ name }) => name)), new Set<string>(kept))
      assert.deepStrictEqual(undoTopics(parts, change, { left: undone.left, decided }, 3).ledger, [])
    }
  )

  it("count as the person's own unless a caller or a file left them", () => {
    const others = Object.keys(rules).filter((rule) => !isLeftByPerson(rule))
    assert.deepStrictEqual(others, ["topic_left_by_caller", "topic_left_by_import"])
  })
})
