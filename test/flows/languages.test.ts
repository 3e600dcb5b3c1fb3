import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Step } from "../../src/domain/flows/Step.ts"
import { documentOf } from "../support/content.ts"
import { onEither } from "../support/database/databases.ts"
import { engineLayer, testAccountAt } from "../support/flows/engine.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { messagesOf } from "../support/messages/messages.ts"

const words = (text: string, more = {}) => ({
  type: "text",
  ...more,
  content: [{ type: "paragraph", runs: [{ text }] }]
})

const content = (blocks: ReadonlyArray<object>) => ({ type: "blocks", document: documentOf({ blocks }) }) as const

const ofGreat = [[{ field: "order.total", op: "gte", value: 50 }]]
const ofSmall = [[{ field: "order.total", op: "lt", value: 50 }]]

const thanks: Step = {
  id: "thanks",
  type: "send_email",
  class: "transactional",
  subject: "Thank you",
  content: content([words("Enjoy it")]),
  translations: {
    de: {
      subject: "Danke",
      content: content([
        words("Viel Freude damit"),
        words("Eine Probe liegt bei", { shown_if: ofGreat }),
        words("Bis bald", { shown_if: ofSmall })
      ])
    }
  }
}

const text: Step = { id: "text", type: "send_sms", text: "Thank you", translations: { de: { text: "Danke schön" } } }

onEither("a flow in several languages", engineLayer, (it) => {
  it.effect("writes in the language that the contact has when the message is sent, of the order that started it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, order, until } = yield* testAccountAt("2026-06-02T12:00:00Z", "Europe/London")
      yield* sql`UPDATE accounts SET language = 'en' WHERE account_id = ${account_id}`
      const ada = { email: "ada@example.com", phone: "+12025550123", accepts_sms_marketing: true }
      yield* order(1n, null, ada)
      const say = (language: string) =>
        sql`UPDATE contacts SET custom_fields = ${JSON.stringify({ language })}::json WHERE account_id = ${account_id}`
      yield* say("de")
      yield* activateFlow(account_id, { steps: [thanks, text] })
      yield* order(1n, "delivered", ada)
      yield* until("2026-06-02T12:01:00Z")
      yield* say("fr")
      yield* order(2n, "delivered", { ...ada, total: "20" })
      yield* until("2026-06-02T12:02:00Z")
      const sent = yield* messagesOf(account_id)
      const told = sent.flatMap(({ subject, body }) => (subject === null ? [] : [[subject, body] as const]))
      assert.deepStrictEqual(
        told.map(([subject]) => subject),
        ["Danke", "Thank you"]
      )
      const [german = "", english = ""] = told.map(([, body]) => body)
      for (const part of ["Viel Freude damit", "Eine Probe liegt bei", ">Einstellungen<"]) assert.include(german, part)
      assert.notInclude(german, "Bis bald")
      for (const part of ["Enjoy it", ">Preferences<"]) assert.include(english, part)
      const texts = sent.flatMap(({ subject, body }) => (subject === null ? [body.split("\n")[0]] : []))
      assert.deepStrictEqual(texts.toSorted(), ["Danke schön", "Thank you"])
    })
  )
})
