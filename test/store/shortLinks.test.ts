import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Purges } from "../../src/store/upkeep/Purges.ts"
import { ShortLinks } from "../../src/store/messages/ShortLinks.ts"
import { onBoth } from "../support/database/databases.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { purgeTable } from "../support/database/endedRows.ts"
import { seedAccount } from "../support/database/seed.ts"
import { preferencesLink } from "../../src/outbound/templates/Links.ts"
import { links as signed } from "../support/http/links.ts"

const layers = Layer.mergeAll(sendingLayer(), Purges.layer, ShortLinks.layer)

const noon = Date.parse("2026-03-02T12:00:00Z")
const text = { channel: "sms", purpose: "flow", subject: null } as const

const queued = Effect.fnUntraced(function* (body = "Hi") {
  const { account_id } = yield* seedAccount()
  const contact = yield* seedContact(account_id)
  yield* (yield* Messages).record([newMessage(contact, { ...text, body })])
  const [message] = yield* messagesOf(account_id)
  return { account_id, message_id: message?.message_id ?? "", attempts: 0 }
})

onBoth("short links", layers, (it) => {
  it.effect("lead where the text that was sent says", () =>
    Effect.gen(function* () {
      const body =
        "Hi {{ contact.first_name }}: https://shop.example/a?b={{ contact.first_name }} or https://shop.example/c"
      const { account_id, message_id } = yield* queued(body)
      // Within the hours of texts.
      yield* TestClock.setTime(noon)
      yield* sendDue("sms")
      const [message] = yield* messagesOf(account_id)
      const codes = [...(message?.body ?? "").matchAll(/\/s\/(\w{8})\b/g)].map(([, code]) => code ?? "")
      assert.deepStrictEqual(
        yield* Effect.forEach(codes, (code) => Effect.flatMap(ShortLinks, (links) => links.find(code))),
        [
          { account_id, message_id, url: "https://shop.example/a?b=Ada" },
          { account_id, message_id, url: "https://shop.example/c" },
          { account_id, message_id, url: preferencesLink(signed, { account_id, message_id }) }
        ]
      )
    })
  )

  it.effect("never take over a code of another message, and may be kept again", () =>
    Effect.gen(function* () {
      const links = yield* ShortLinks
      const [one, other] = [yield* queued(), yield* queued()]
      const code = one.message_id.slice(-8)
      const own = [{ code, url: "https://a.example/" }]
      assert.isTrue(yield* links.save(one, own))
      assert.isTrue(yield* links.save(one, own))
      assert.isFalse(yield* links.save(other, [{ code, url: "https://b.example/" }]))
      assert.strictEqual((yield* links.find(code))?.url, "https://a.example/")
    })
  )

  it.effect("are not kept for a message whose claim has ended", () =>
    Effect.gen(function* () {
      const links = yield* ShortLinks
      const message = yield* queued()
      const code = message.message_id.slice(-8)
      assert.isTrue(yield* links.save({ ...message, attempts: 1 }, [{ code, url: "https://a.example/" }]))
      assert.isUndefined(yield* links.find(code))
    })
  )

  it.effect("are purged when they have expired", () =>
    Effect.gen(function* () {
      const links = yield* ShortLinks
      const sql = yield* SqlClient.SqlClient
      const message = yield* queued()
      const code = message.message_id.slice(-8)
      yield* links.save(message, [{ code, url: "https://a.example/" }])
      yield* purgeTable("short_links")
      assert.isDefined(yield* links.find(code))
      yield* sql`UPDATE short_links SET expires_at = expires_at - interval '90 days' WHERE code = ${code}`
      assert.isUndefined(yield* links.find(code))
      yield* purgeTable("short_links")
      assert.deepStrictEqual(yield* sql`SELECT FROM short_links WHERE code = ${code}`, [])
    })
  )
})
