import { assert } from "@effect/vitest"
import { Effect, Layer, Ref, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { TrackingFault } from "../../src/domain/senders/trackingChecks.ts"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { TrackingCalls } from "../../src/outbound/senders/TrackingCalls.ts"
import { CheckTracking } from "../../src/programs/senders/CheckTracking.ts"
import { Members } from "../../src/store/accounts/Members.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { TrackingDomains } from "../../src/store/senders/TrackingDomains.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

/** What checks find, by host. Nothing is found of others. */
const found = new Map<string, TrackingFault>()
const looked: Array<string> = []

const CallsLayer = Layer.succeed(TrackingCalls, {
  look: (account_id, host) =>
    Effect.sync(() => {
      looked.push(`${account_id} ${host}`)
      return found.get(host)
    })
})

const TrackingLayer = CheckTracking.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Senders.layer, SenderDomains.layer, TrackingDomains.layer, Members.layer)),
  Layer.provide([Secrets.layer, CallsLayer]),
  Layer.provideMerge(EmailTransport.layerMemory),
  Layer.provideMerge(SentMail.layer),
  Layer.provide(Keys.layerMemory)
)

const set = Effect.fnUntraced(function* (account_id: string, host: string | null) {
  const [senders, domains] = [yield* Senders, yield* TrackingDomains]
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.result(
    sql.withTransaction(Effect.andThen(senders.lock(account_id), domains.set(account_id, host, 0)))
  )
})

const hostOfLinks = Effect.fnUntraced(function* (account_id: string) {
  return (yield* (yield* Senders).read(account_id)).profile.tracking_host
})

const prove = Effect.fnUntraced(function* (account_id: string, domain: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at) VALUES (${domain}, ${account_id}, now())`
})

onBoth("tracking domains", TrackingLayer, (it) => {
  it.effect("are each of one account, and go over to the business that has proven the domain", () =>
    Effect.gen(function* () {
      const domains = yield* TrackingDomains
      const [one, other] = [(yield* seedAccount()).account_id, (yield* seedAccount()).account_id]
      const host = "links.taken.example"
      assert.isTrue(Result.isSuccess(yield* set(one, host)))
      yield* (yield* CheckTracking).check(one)
      assert.strictEqual(yield* hostOfLinks(one), host)
      assert.isTrue(Result.isFailure(yield* set(other, host)))
      const sub = yield* seedAccount({ parent_id: one })
      yield* prove(one, "own.example")
      assert.isTrue(Result.isSuccess(yield* set(one, "links.own.example")))
      assert.isTrue(Result.isFailure(yield* set(sub.account_id, "links.own.example")))
      assert.isTrue(Result.isFailure(yield* set(other, "more.own.example")))
      assert.isTrue(Result.isSuccess(yield* set(one, host)))
      yield* prove(other, "taken.example")
      assert.isTrue(Result.isSuccess(yield* set(other, host)))
      assert.isUndefined(yield* domains.read(one))
      assert.isNull(yield* hostOfLinks(one))
      assert.isTrue(Result.isSuccess(yield* set(other, null)))
      assert.isFalse(yield* domains.isSet(host))
    })
  )

  it.effect("are used while they work, and given up at the second failed check, of which owners are told once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { check } = yield* CheckTracking
      const { account_id } = yield* seedAccount()
      yield* sql`INSERT INTO users (user_id, email, email_key, password_hash, operator, proven_at, created_at)
        VALUES (${`usr_${account_id}`}, ${`${account_id}@example.com`}, ${`${account_id}@example.com`}, '', false, now(), now())`
      yield* sql`INSERT INTO memberships (account_id, user_id, role, created_at)
        VALUES (${account_id}, ${`usr_${account_id}`}, 'owner', now())`
      const host = "links.used.example"
      yield* set(account_id, host)
      assert.isNull(yield* hostOfLinks(account_id))
      const steps = [
        [undefined, "working", host],
        ["certificate", "working", host],
        [undefined, "working", host],
        ["timeout", "working", host],
        ["other_answer", "failed", null],
        ["other_answer", "failed", null],
        [undefined, "working", host]
      ] as const
      for (const [fault, status, used] of steps) {
        if (fault === undefined) found.delete(host)
        else found.set(host, fault)
        assert.strictEqual((yield* check(account_id)).status, status)
        assert.strictEqual(yield* hostOfLinks(account_id), used)
      }
      const told = (yield* Ref.get(yield* SentMail)).filter(({ subject }) => subject.startsWith(host))
      assert.deepStrictEqual(
        told.map(({ to }) => to),
        [`${account_id}@example.com`]
      )
      assert.include(told[0]?.text ?? "", "Something else answers")
    })
  )

  it.effect("of another business's domain are not called, and fail", () =>
    Effect.gen(function* () {
      const [one, other] = [(yield* seedAccount()).account_id, (yield* seedAccount()).account_id]
      yield* set(one, "links.sold.example")
      yield* prove(other, "sold.example")
      const { status, message } = yield* (yield* CheckTracking).check(one)
      assert.strictEqual(status, "failed")
      assert.match(message ?? "", /another account/)
      assert.notInclude(looked, `${one} links.sold.example`)
    })
  )

  it.effect("are checked again when they are due, each by one of several processes", () =>
    Effect.gen(function* () {
      const { checkDue, check } = yield* CheckTracking
      const { account_id } = yield* seedAccount()
      const host = "links.due.example"
      yield* set(account_id, host)
      yield* check(account_id)
      const calls = () => looked.filter((one) => one === `${account_id} ${host}`).length
      yield* checkDue
      assert.strictEqual(calls(), 1)
      yield* TestClock.adjust("1 hour")
      yield* Effect.all([checkDue, checkDue], { concurrency: 2 })
      assert.strictEqual(calls(), 2)
    })
  )

  it.effect("that were changed during a check stay as they were set", () =>
    Effect.gen(function* () {
      const domains = yield* TrackingDomains
      const { account_id } = yield* seedAccount()
      yield* set(account_id, "links.old.example")
      const row = yield* domains.read(account_id)
      yield* set(account_id, "links.new.example")
      assert(row !== undefined)
      assert.isFalse(yield* domains.keep(row, { status: "working", fault: null, failures: 0 }, 1, 2))
      assert.isNull(yield* hostOfLinks(account_id))
      assert.deepInclude(yield* domains.read(account_id), { host: "links.new.example", status: "unchecked" })
    })
  )

  it.effect("count a check once whose commit is told twice, and the earlier of two at once", () =>
    Effect.gen(function* () {
      const domains = yield* TrackingDomains
      const { account_id } = yield* seedAccount()
      yield* set(account_id, "links.shop.example")
      const row = yield* domains.read(account_id)
      assert(row !== undefined)
      const failed = { status: "failed", fault: "timeout", failures: 1 } as const
      assert.isTrue(yield* domains.keep(row, failed, 1, 2))
      assert.isTrue(yield* domains.keep(row, failed, 1, 2))
      assert.isFalse(yield* domains.keep(row, { status: "working", fault: null, failures: 0 }, 3, 4))
      assert.deepInclude(yield* domains.read(account_id), failed)
    })
  )
})
