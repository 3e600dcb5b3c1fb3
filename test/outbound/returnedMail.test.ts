import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createTransport } from "nodemailer"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { freePort } from "../support/database/postgres.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"
import { startServer } from "../support/faults/processes.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { returnedMail } from "../support/samples/returnedMail.ts"
import { hasExim } from "../support/messages/exim.ts"
import { hasPostfix, startExim, startPostfix } from "../support/messages/relays.ts"

/** What the receiving server says of each recipient after the relay took the mail, and what becomes of contact and message. */
const people = {
  "ada@people.example": { answer: [550, "5.1.1 User unknown"], ends: ["compliance_suppressed", "bounced"] },
  "bob@people.example": { answer: [550, "relay not permitted"], ends: ["subscribed", "bounced"] },
  "cleo@people.example": { answer: [550, "5.7.1 Message refused by policy"], ends: ["subscribed", "bounced"] },
  "dora@people.example": { answer: [550, "User unknown"], ends: ["compliance_suppressed", "bounced"] },
  "eve@people.example": { answer: undefined, ends: ["subscribed", "sent"] },
  "full@people.example": { answer: [552, "5.2.2 Mailbox full"], ends: ["subscribed", "sent"] }
} as const

const isPerson = (address: string): address is keyof typeof people => address in people

const relays = [
  ["Postfix", hasPostfix, startPostfix],
  ["Exim", hasExim, startExim]
] as const

describe("the port for mail that comes back", () => {
  it.live(
    "takes a mail for a signed address alone, and hears a failure alone",
    () =>
      Effect.gen(function* () {
        const receiver = yield* mailServer()
        const bouncePort = yield* Effect.promise(freePort)
        const settings = yield* databases.PostgreSQL
        const account_id = yield* withDatabase(settings)(
          Effect.gen(function* () {
            const { account_id: id } = yield* seedAccount()
            const contact = yield* seedContact(id, { email: "ada@people.example", phone: null })
            yield* Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)]))
            return id
          }).pipe(Effect.provide(Messages.layer))
        )
        yield* startServer({
          ...settings,
          SMTP_URL: receiver.url,
          EMAIL_FROM: "shop@tea.example",
          BOUNCE_DOMAIN: "bounces.example",
          BOUNCE_PORT: String(bouncePort)
        })
        yield* receiver.arrived(1)
        const from = receiver.received[0]?.from ?? ""
        assert.match(from, /^b[0-9a-z]{63}@bounces\.example$/)
        const transport = createTransport({ host: "127.0.0.1", port: bouncePort, ignoreTLS: true })
        const answerTo = (to: string, raw: string) =>
          Effect.promise(() =>
            transport.sendMail({ envelope: { from: "", to }, raw }).then(
              () => 250,
              (error: unknown) => Reflect.get(Object(error), "responseCode")
            )
          )
        const consent = withDatabase(settings)(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const [row] = yield* sql`SELECT email_consent FROM contacts WHERE account_id = ${account_id}`
            return row?.["email_consent"]
          })
        )
        const failure = returnedMail[0]?.[1] ?? ""
        const forged = `${from.slice(0, 53)}${"0".repeat(11)}@bounces.example`
        for (const to of [
          forged,
          "postmaster@bounces.example",
          "ada@people.example",
          from.replace("bounces", "else")
        ]) {
          assert.strictEqual(yield* answerTo(to, failure), 550, to)
        }
        for (const [name, raw, outcome] of returnedMail) {
          if (outcome === undefined) assert.strictEqual(yield* answerTo(from, raw), 250, name)
        }
        assert.strictEqual(yield* consent, "subscribed")
        assert.strictEqual(yield* answerTo(from.toUpperCase(), failure), 250)
        assert.strictEqual(yield* consent, "compliance_suppressed")
        transport.close()
      }),
    3 * 60_000
  )
})

for (const [name, isInstalled, start] of relays) {
  // Needs the Debian package and root: .ci/run installs it.
  describe.skipIf(!isInstalled)(`mail that ${name} takes and returns`, () => {
    it.live(
      "counts as the receiving server's own answer, by the message that it returns",
      () =>
        Effect.gen(function* () {
          const receiver = yield* mailServer({
            recipient: (address) => (isPerson(address) ? people[address].answer : undefined)
          })
          const bouncePort = yield* Effect.promise(freePort)
          const relay = yield* start({
            "people.example": Number(new URL(receiver.url).port),
            "bounces.example": bouncePort
          })
          const settings = yield* databases.PostgreSQL
          const account_id = yield* withDatabase(settings)(
            Effect.gen(function* () {
              const account = yield* seedAccount()
              const sql = yield* SqlClient.SqlClient
              yield* sql`UPDATE senders SET shared_address = true WHERE account_id = ${account.account_id}`
              const messages = yield* Messages
              for (const email of Object.keys(people)) {
                const contact = yield* seedContact(account.account_id, { email, phone: null })
                yield* messages.record([newMessage(contact, { key: email })])
              }
              return account.account_id
            }).pipe(Effect.provide(Messages.layer))
          )
          yield* startServer({
            ...settings,
            SMTP_URL: relay,
            EMAIL_FROM: "shop@tea.example",
            BOUNCE_DOMAIN: "bounces.example",
            BOUNCE_PORT: String(bouncePort)
          })
          const states = Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const rows = yield* sql<{ email: string; consent: string; status: string; events: number }>`
              SELECT c.email, c.email_consent AS consent, m.status,
                (SELECT count(*)::int FROM message_events e WHERE e.account_id = m.account_id AND e.message_id = m.message_id) AS events
              FROM contacts c JOIN messages m ON m.account_id = c.account_id AND m.contact_id = c.contact_id
              WHERE c.account_id = ${account_id} ORDER BY c.email LIMIT 100`
            return rows
          })
          // Every mail but the one that was taken comes back.
          yield* withDatabase(settings)(
            eventually(Effect.map(states, (rows) => rows.filter(({ events }) => events > 0).length === 5))
          )
          const ended = yield* withDatabase(settings)(states)
          assert.deepStrictEqual(
            Object.fromEntries(ended.map(({ email, consent, status }) => [email, [consent, status]])),
            Object.fromEntries(Object.entries(people).map(([email, { ends }]) => [email, [...ends]]))
          )
        }),
      5 * 60_000
    )
  })
}
