import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Distribution } from "../../src/store/distributed/Distribution.ts"
import { makeDueRows } from "../../src/store/sql/dueRows.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { isDistributed, onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { idleCapacity, newMessage, seedContact } from "../support/messages/messages.ts"

const hour = 3_600_000
const placements: ReadonlyArray<typeof Distribution.Service> = isDistributed ? ["by_account"] : ["none", "by_account"]

/** Queues messages of accounts, due at the given minutes. */
const queue = Effect.fnUntraced(function* (minutes: Readonly<Record<string, ReadonlyArray<number>>>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM messages`
  for (const [account_id, due] of Object.entries(minutes))
    yield* Effect.forEach(
      due,
      (minute, at) => sql`
        INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, body, status, due_at, created_at,
          updated_at)
        VALUES (${account_id}, ${`msg_${at}`}, ${`key_${at}`}, 'con_1', 'email', 'flow', '', 'queued',
          ${new Date(minute * 60_000)}, now(), now())`
    )
})

onBoth("the heads of queues", Layer.empty, (it) => {
  for (const distribution of placements) {
    const heads = (options: {
      readonly limit: number
      readonly clocks?: Readonly<Record<string, number>>
      readonly inFlight?: Readonly<Record<string, number>>
    }) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.flatMap(makeDueRows(sql), ({ readDueAccounts }) =>
          readDueAccounts({
            table: "messages",
            waiting: "status IN ('queued', 'held')",
            condition: sql`channel = 'email'`,
            now: hour,
            clocks: new Map(Object.entries(options.clocks ?? {})),
            perAccount: 3,
            inFlight: new Map(Object.entries(options.inFlight ?? {})),
            limit: options.limit
          })
        ).pipe(Effect.provideService(Distribution, distribution))
      ).pipe(Effect.map((accounts) => Object.fromEntries(accounts.map(({ account_id, take }) => [account_id, take]))))
    const seedTwo = Effect.map(
      Effect.all([seedAccount(), seedAccount()]),
      ([first, second]) => [first.account_id, second.account_id] as const
    )

    it.effect(`are shared round robin between accounts, up to the limit of each (${distribution})`, () =>
      Effect.gen(function* () {
        const [busy, quiet] = yield* seedTwo
        yield* queue({ [busy]: [1, 2, 3, 4, 5], [quiet]: [50, 70] })
        assert.deepStrictEqual(yield* heads({ limit: 10 }), { [busy]: 3, [quiet]: 1 })
        assert.deepStrictEqual(yield* heads({ limit: 2 }), { [busy]: 1, [quiet]: 1 })
        assert.deepStrictEqual(yield* heads({ limit: 0 }), {})
        assert.deepStrictEqual(yield* heads({ limit: 10, inFlight: { [busy]: 2 } }), { [busy]: 1, [quiet]: 1 })
        assert.deepStrictEqual(yield* heads({ limit: 10, inFlight: { [busy]: 4, [quiet]: 3 } }), {})
      })
    )

    it.effect(`are due on the clock of their account (${distribution})`, () =>
      Effect.gen(function* () {
        const [ahead, onTime] = yield* seedTwo
        yield* queue({ [ahead]: [61, 90, 121], [onTime]: [59, 61] })
        assert.deepStrictEqual(yield* heads({ limit: 10 }), { [onTime]: 1 })
        assert.deepStrictEqual(yield* heads({ limit: 10, clocks: { [ahead]: hour } }), { [ahead]: 2, [onTime]: 1 })
      })
    )
  }
})

for (const distribution of placements)
  onBoth(
    `claims of several accounts, ${distribution}`,
    Layer.mergeAll(Outbox.layer, Messages.layer, Deliveries.layer).pipe(
      Layer.provide(Layer.succeed(Distribution, distribution))
    ),
    (it) => {
      it.effect("take the work of each once, with the data of its own account", () =>
        Effect.gen(function* () {
          const contacts = yield* Effect.forEach(["Ada", "Bea", "Cyd"], (first_name) =>
            Effect.flatMap(seedAccount(), ({ account_id }) => seedContact(account_id, { first_name }))
          )
          const outgoing = yield* Messages
          for (const contact of contacts) yield* outgoing.record([newMessage(contact)])
          const step = { flow_id: "flo", run_id: "run", step_id: "s", key: "run/s", order_id: null, event_id: null }
          const deliveries = yield* Deliveries
          for (const { account_id, contact_id } of contacts)
            yield* deliveries.record([{ ...step, account_id, contact_id, url: "https://a.example" }])
          const now = Date.now() + hour
          const outbox = yield* Outbox
          const messages = yield* outbox.claim(now, "email", idleCapacity)
          const names = (rows: ReadonlyArray<{ readonly account_id: string; readonly first_name: unknown }>) =>
            rows.map(({ account_id, first_name }) => `${account_id} ${String(first_name)}`).sort()
          assert.deepStrictEqual(
            messages.map(({ account_id, contact }) => `${account_id} ${contact?.email ?? ""}`).sort(),
            contacts.map(({ account_id, email }) => `${account_id} ${email ?? ""}`).sort()
          )
          const webhooks = yield* deliveries.claim(now, idleCapacity)
          assert.deepStrictEqual(
            names(
              webhooks.map(({ account_id, payload }) => ({
                account_id,
                first_name: JSON.parse(payload).data.contact.first_name
              }))
            ),
            names(contacts)
          )
          assert.deepStrictEqual(yield* outbox.claim(now, "email", idleCapacity), [])
          assert.deepStrictEqual(yield* deliveries.claim(now, idleCapacity), [])
        })
      )
    }
  )
