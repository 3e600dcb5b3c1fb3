import { assert, it } from "@effect/vitest"
import { Clock, Effect, Latch, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import type { Contact } from "../../src/domain/contacts/Contact.ts"
import type { SendCapacity } from "../../src/domain/messages/SendCapacity.ts"
import { type SendJob, sendLoop } from "../../src/programs/messages/sendLoop.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { SendMessages } from "../../src/programs/messages/SendMessages.ts"
import { SendLoopsLayer } from "../../src/programs/messages/SendingLayer.ts"
import { WebhookCalls } from "../../src/outbound/webhooks/WebhookCalls.ts"
import { SendWebhooks } from "../../src/programs/messages/SendWebhooks.ts"
import { Deliveries } from "../../src/store/messages/Deliveries.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { databaseLayer, postgres, type Settings, settingsLayer } from "../support/database/databases.ts"
import { newMessage, seedContact, sendingLayer } from "../support/messages/messages.ts"
import { httpServer, mailServer } from "../support/messages/providers.ts"
import { seedAccount } from "../support/database/seed.ts"

const many = Array.from({ length: 40 }, (_, at) => at)

/** A provider that hangs until the test releases it, beyond any timeout of the service. */
const withoutTimeouts = (jobs: ReadonlyArray<SendJob>): ReadonlyArray<SendJob> =>
  jobs.map(({ account_id, send }) => ({
    account_id,
    send: Clock.clockWith((clock) =>
      Effect.provideService(
        send,
        Clock.Clock,
        new Proxy(clock, { get: (real, name) => (name === "sleep" ? () => Effect.never : Reflect.get(real, name)) })
      )
    )
  }))
const WithoutTimeoutsLayer = Layer.mergeAll(
  Layer.effect(
    SendMessages,
    Effect.map(SendMessages, ({ claim }) =>
      SendMessages.of({ claim: (channel, capacity) => Effect.map(claim(channel, capacity), withoutTimeouts) })
    )
  ),
  Layer.effect(
    SendWebhooks,
    Effect.map(SendWebhooks, ({ claim }) =>
      SendWebhooks.of({ claim: (capacity) => Effect.map(claim(capacity), withoutTimeouts) })
    )
  )
)

const layers = (settings: Settings = {}) => {
  const parts = Layer.merge(Deliveries.layer, sendingLayer(settings))
  const webhooks = SendWebhooks.layer.pipe(
    Layer.provide([Deliveries.layer, WebhookCalls.layer, Keys.layer]),
    Layer.provide(settingsLayer({ ENCRYPTION_KEY: "ab".repeat(32), WEBHOOK_ALLOW_PRIVATE: "true" }))
  )
  return SendLoopsLayer.pipe(Layer.provide(WithoutTimeoutsLayer), Layer.provideMerge(Layer.merge(parts, webhooks)))
}

const seeded = Effect.fnUntraced(function* (name: string, phone: string) {
  const { account_id } = yield* seedAccount()
  return yield* seedContact(account_id, { email: `${name}@example.com`, phone })
})
const twoAccounts = Effect.all([seeded("noisy", "+12025550123"), seeded("quiet", "+12025550124")])

const record = Effect.fnUntraced(function* (contact: Contact, channel: "email" | "sms", count: number) {
  const text = { channel, purpose: "welcome", subject: channel === "sms" ? null : "Hi", body: "Hi" } as const
  const messages = many.slice(0, count).map((at) => newMessage(contact, { ...text, key: `${channel}|${at}` }))
  yield* (yield* Messages).record(messages)
})

it.live("a hanging webhook receiver delays no other account's webhooks", () =>
  Effect.gen(function* () {
    const server = yield* httpServer((response, { path }) => void (path === "/noisy" || response.writeHead(200).end()))
    yield* Effect.gen(function* () {
      const [noisy, quiet] = yield* twoAccounts
      const step = { flow_id: "flow_1", step_id: "s1", order_id: null, event_id: null }
      const call =
        ({ account_id, contact_id }: Contact, path: string) =>
        (at: number) => {
          const [run_id, key] = [`run_${at}`, `run_${at}/s1`]
          return { ...step, account_id, contact_id, run_id, key, url: `${server.url}${path}` }
        }
      const deliveries = yield* Deliveries
      yield* deliveries.record(many.map(call(noisy, "/noisy")))
      yield* server.arrived(4, ({ path }) => path === "/noisy")
      yield* deliveries.record(many.map(call(quiet, "/quiet")))
      yield* server.arrived(40, ({ path }) => path === "/quiet")
      assert.lengthOf(
        server.received.filter(({ path }) => path === "/noisy"),
        4
      )
      server.server.closeAllConnections()
    }).pipe(Effect.provide(layers()), Effect.provide(databaseLayer(postgres)))
  })
)

it.live("a mail server that hangs on one account's mail delays no other account's", () =>
  Effect.gen(function* () {
    const ended = yield* Latch.make()
    const server = yield* mailServer({
      taking: ({ to }) => (to.startsWith("noisy") ? Effect.runPromise(ended.await) : Promise.resolve())
    })
    yield* Effect.gen(function* () {
      const [noisy, quiet] = yield* twoAccounts
      yield* record(noisy, "email", 40)
      yield* server.arrived(8)
      yield* record(quiet, "email", 20)
      yield* server.arrived(20, ({ to }) => to.startsWith("quiet"))
      assert.lengthOf(
        server.received.filter(({ to }) => to.startsWith("noisy")),
        8
      )
      yield* ended.open
    }).pipe(Effect.provide(layers({ SMTP_URL: server.url })), Effect.provide(databaseLayer(postgres)))
  })
)

it.live("an SMS provider that hangs on one account's texts delays no other account's", () =>
  Effect.gen(function* () {
    const isNoisy = ({ body }: { readonly body: string }) => body.includes("5550123")
    const server = yield* httpServer((response, request) => void (isNoisy(request) || response.writeHead(201).end()))
    yield* Effect.gen(function* () {
      const [noisy, quiet] = yield* twoAccounts
      yield* record(noisy, "sms", 40)
      yield* server.arrived(8)
      yield* record(quiet, "sms", 20)
      yield* server.arrived(20, (request) => !isNoisy(request))
      assert.lengthOf(server.received.filter(isNoisy), 8)
      server.server.closeAllConnections()
    }).pipe(Effect.provide(layers({ SMS_URL: `${server.url}/Messages.json` })), Effect.provide(databaseLayer(postgres)))
  })
)

it.live("sends in progress at a stop are finished, and no new one starts", () =>
  Effect.gen(function* () {
    const [begun, sent] = [yield* Ref.make(0), yield* Ref.make(0)]
    const [busy, stopping] = [yield* Latch.make(), yield* Latch.make()]
    const send = Ref.update(begun, (count) => count + 1).pipe(
      Effect.andThen(busy.open),
      Effect.andThen(stopping.await),
      Effect.andThen(Ref.update(sent, (count) => count + 1))
    )
    const endless = sendLoop(
      ({ perAccount }) => Effect.succeed(many.slice(0, perAccount).map(() => ({ account_id: "a", send }))),
      Effect.sleep("1 second"),
      {
        maxConcurrent: 8,
        maxPerAccount: 2
      }
    )
    const stopped = yield* Effect.scoped(
      Effect.gen(function* () {
        yield* endless
        yield* busy.await
        // Finalizers run in reverse order, so the fiber forked here continues while the stop waits.
        yield* Effect.addFinalizer(() => Effect.forkDetach(Effect.andThen(Effect.yieldNow, stopping.open)))
        return yield* Ref.get(begun)
      })
    )
    assert.isAbove(stopped, 0)
    assert.deepStrictEqual([yield* Ref.get(begun), yield* Ref.get(sent)], [stopped, stopped])
  })
)

it.effect("jobs that last longer than 20 s leave their places to other accounts, but not to their own", () =>
  Effect.gen(function* () {
    const begun: Array<string> = []
    const waiting = many.map((at) => `slow${at % 2}`).concat("quick")
    const claim = ({ available, perAccount, inFlight }: SendCapacity) =>
      Effect.sync(() => {
        const taken = new Map(inFlight)
        const jobs: Array<SendJob> = []
        for (const account_id of waiting.slice()) {
          const used = taken.get(account_id) ?? 0
          if (jobs.length === available || used === perAccount) continue
          taken.set(account_id, used + 1)
          waiting.splice(waiting.indexOf(account_id), 1)
          const end = account_id === "quick" ? Effect.void : Effect.never
          jobs.push({
            account_id,
            send: Effect.andThen(
              Effect.sync(() => begun.push(account_id)),
              end
            )
          })
        }
        return jobs
      })
    const [early, late] = yield* Effect.scoped(
      Effect.gen(function* () {
        yield* sendLoop(claim, Effect.sleep("1 second"), { maxConcurrent: 4, maxPerAccount: 2 })
        yield* TestClock.adjust("15 seconds")
        const before = begun.toSorted()
        yield* TestClock.adjust("10 seconds")
        const after = begun.toSorted()
        // The stop waits 5 s for the slow jobs.
        yield* Effect.forkChild(TestClock.adjust("10 seconds"))
        return [before, after] as const
      })
    )
    assert.deepStrictEqual(early, ["slow0", "slow0", "slow1", "slow1"])
    assert.deepStrictEqual(late, ["quick", "slow0", "slow0", "slow1", "slow1"])
  })
)
