import { assert, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { messagesOf, newMessage, seedContact, sendDue, sendingLayer } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { consentOf, record, withMailServer } from "../support/messages/withMailServer.ts"

const idOf = (raw: string | undefined) => /^Message-ID:\s*(<[^>]+>)/im.exec(raw ?? "")?.[1]

it.effect(
  "a mail whose reply is lost is tried again an hour later under the same id, and given up after the fourth",
  () => {
    const ids: Array<string | undefined> = []
    const dropsReply = ({ raw }: { readonly raw: string }) => {
      ids.push(idOf(raw))
      return true
    }
    return withMailServer({ dropsReply }, (account_id, contact) =>
      Effect.gen(function* () {
        yield* record(newMessage(contact))
        const attempts: Array<readonly [number, string | undefined]> = []
        for (const wait of ["59 minutes", "1 minute", "6 hours", "24 hours", "48 hours"] as const) {
          yield* sendDue("email")
          attempts.push([ids.length, (yield* messagesOf(account_id))[0]?.status])
          yield* TestClock.adjust(wait)
        }
        assert.deepStrictEqual(attempts, [
          [1, "queued"],
          [1, "queued"],
          [2, "queued"],
          [3, "queued"],
          [4, "failed"]
        ])
        assert.lengthOf(new Set(ids), 1)
        assert.include((yield* messagesOf(account_id))[0]?.reason, "may have taken it")
        assert.strictEqual(yield* consentOf(account_id), "subscribed")
      })
    )
  }
)

it.effect("a mail server whose certificate is not trusted is told in words", () =>
  withMailServer({ tls: true }, (account_id, contact) =>
    Effect.gen(function* () {
      yield* record(newMessage(contact))
      yield* sendDue("email")
      assert.match(
        (yield* messagesOf(account_id))[0]?.reason ?? "",
        /was not trusted: its certificate .*docs\/operations\.md/
      )
    })
  )
)

const unknownUser = { recipient: (address: string) => (address.startsWith("gone") ? 550 : undefined) } as const

it.effect("550 without a code suppresses only if the server took another since it last refused in the same words", () =>
  Effect.gen(function* () {
    const server = yield* mailServer(unknownUser)
    const consents = Effect.fnUntraced(function* (account_id: string) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT email, email_consent FROM contacts WHERE account_id = ${account_id} ORDER BY email`
      return rows.map((row) => `${row["email"]} ${row["email_consent"]}`)
    })
    const mail = Effect.fnUntraced(function* (account_id: string, name: string) {
      const contact = yield* seedContact(account_id, { email: `${name}@example.com`, phone: null })
      yield* record(newMessage(contact, { key: name, flow_id: null }))
      yield* sendDue("email")
      yield* TestClock.adjust("1 second")
    })
    // Each run is a process of its own: what the server took is remembered across them.
    const inProcess = <A, E>(
      use: Effect.Effect<A, E, Layer.Success<ReturnType<typeof sendingLayer>> | SqlClient.SqlClient>
    ) => use.pipe(Effect.provide(sendingLayer({ SMTP_URL: server.url })))
    const { account_id } = yield* seedAccount()
    yield* inProcess(mail(account_id, "gone1"))
    yield* inProcess(mail(account_id, "here"))
    yield* inProcess(mail(account_id, "gone2"))
    yield* inProcess(mail(account_id, "gone3"))
    assert.deepStrictEqual(yield* consents(account_id), [
      "gone1@example.com subscribed",
      "gone2@example.com compliance_suppressed",
      "gone3@example.com subscribed",
      "here@example.com subscribed"
    ])
    const statuses = (yield* messagesOf(account_id)).map(({ key, status }) => [key, status])
    assert.sameDeepMembers(statuses, [
      ["gone1", "failed"],
      ["here", "sent"],
      ["gone2", "bounced"],
      ["gone3", "failed"]
    ])
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
