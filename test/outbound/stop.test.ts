import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { insertMessages } from "../../src/store/messages/insertMessages.ts"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { messagesOf, newMessage, seedContact } from "../support/messages/messages.ts"
import { mailServer } from "../support/messages/providers.ts"
import { type RunningServer, startServer } from "../support/faults/processes.ts"
import { seedAccount } from "../support/database/seed.ts"

const idOf = (raw: string | undefined) => /^Message-ID:\s*(<[^>]+>)/im.exec(raw ?? "")?.[1]

const recorded = Effect.gen(function* () {
  const { account_id } = yield* seedAccount()
  const message = newMessage(yield* seedContact(account_id))
  yield* insertMessages(yield* SqlClient.SqlClient, [{ ...message, message_id: "msg_1" }], Date.now())
  return account_id
})

/** Waits until the listening socket is closed. */
const refusesCalls = ({ origin }: RunningServer) =>
  Effect.exit(send(`${origin}/health/live`)).pipe(
    Effect.repeat({ until: Exit.isFailure, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("5 minutes")
  )

describe("SIGTERM while a mail is being sent", () => {
  it.live("waits for a slow mail server, and marks the mail as sent", () =>
    Effect.gen(function* () {
      const slow = yield* Latch.make()
      const mail = yield* mailServer({ taking: () => Effect.runPromise(slow.await) })
      const settings = yield* postgres
      const account_id = yield* withDatabase(settings)(recorded)
      const server = yield* startServer({ ...settings, SMTP_URL: mail.url })
      yield* mail.arrived(1)
      const ending = yield* Effect.forkChild(server.end("SIGTERM"))
      yield* refusesCalls(server)
      yield* slow.open
      assert.deepStrictEqual(yield* Fiber.join(ending), { code: 0, signal: null })
      const [message] = yield* withDatabase(settings)(messagesOf(account_id))
      assert.deepStrictEqual([message?.status, message?.attempts], ["sent", 1])
      assert.lengthOf(mail.received, 1)
    })
  )

  it.live("leaves a mail that the server was given to a late try under the same id, since it may have taken it", () =>
    Effect.gen(function* () {
      const hanging = yield* Latch.make()
      const mail = yield* mailServer({ taking: () => Effect.runPromise(hanging.await) })
      const settings = yield* postgres
      const account_id = yield* withDatabase(settings)(recorded)
      const first = yield* startServer({ ...settings, SMTP_URL: mail.url })
      yield* mail.arrived(1)
      assert.deepStrictEqual(yield* first.end("SIGTERM"), { code: 0, signal: null })
      const left = (yield* withDatabase(settings)(messagesOf(account_id)))[0]
      assert.deepStrictEqual([left?.status, left?.attempts], ["queued", 1])
      assert.include(left?.reason ?? "", "may have taken the mail")
      assert.isAbove(left?.due_at.getTime() ?? 0, Date.now() + 50 * 60_000)
      // Its time comes.
      yield* withDatabase(settings)(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE messages SET due_at = now() WHERE account_id = ${account_id}`
        )
      )
      yield* hanging.open
      const second = yield* startServer({ ...settings, SMTP_URL: mail.url })
      yield* mail.arrived(2)
      assert.deepStrictEqual(yield* second.end("SIGTERM"), { code: 0, signal: null })
      assert.strictEqual(idOf(mail.received[1]?.raw), idOf(mail.received[0]?.raw))
      const [sent] = yield* withDatabase(settings)(messagesOf(account_id))
      assert.deepStrictEqual([sent?.status, sent?.attempts], ["sent", 2])
    })
  )
})
