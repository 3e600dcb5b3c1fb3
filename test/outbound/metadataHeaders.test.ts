import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { sendThrough } from "../../src/outbound/email/sendThrough.ts"
import { processPool } from "../../src/outbound/email/smtpPool.ts"
import { mailServer } from "../support/messages/providers.ts"

const message_id = `msg_${"0".repeat(26)}`
const mail = {
  message_id,
  from_name: "Tea",
  to: "ada@example.com",
  subject: "Hi",
  html: "<p>Hi</p>",
  text: "Hi",
  headers: {}
}

it.live("a mail carries its id in the header of the provider that it goes through, and else in none", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => processPool(server.url, { name: "tea.example", maxConnections: 1 })),
      (open) => Effect.sync(() => open.close())
    )
    for (const host of ["smtp.postmarkapp.com", "smtp.sendgrid.net", "mail.tea.example", null]) {
      yield* sendThrough(pool, mail, { from: "shop@tea.example", dkim: null, host })
    }
    const named = server.received.map(({ raw }) =>
      raw
        .replaceAll("\r\n ", " ")
        .split("\r\n")
        .map((line) => line.toLowerCase().replace(/^([^:]*):\s+/, "$1: "))
        .filter((line) => line.includes(message_id) && !line.startsWith("message-id"))
    )
    assert.deepStrictEqual(named, [
      [`x-pm-metadata-message_id: ${message_id}`],
      [`x-smtpapi: {"unique_args":{"message_id":"${message_id}"}}`],
      [],
      []
    ])
    assert.match(server.received[0]?.raw ?? "", /^x-pm-keepid: true\r$/im)
  })
)
