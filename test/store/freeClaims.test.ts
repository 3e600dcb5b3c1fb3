import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { Outbox } from "../../src/store/messages/Outbox.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { idleCapacity, newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

const parts = Layer.mergeAll(Outbox.layer, Messages.layer)

const claimed = Effect.gen(function* () {
  const outbox = yield* Outbox
  return (yield* outbox.claim(yield* Clock.currentTimeMillis, "email", idleCapacity)).length
})

/** Counts of claims of the first process, and of processes started one after another after its end. */
const claimedByEach = Effect.fnUntraced(function* (database: keyof typeof databases) {
  const settings = yield* databases[database]
  const during = <A, E>(work: Effect.Effect<A, E, Outbox | Messages>) =>
    withDatabase(settings)(Effect.provide(work, parts))
  const contact = yield* withDatabase(settings)(
    Effect.flatMap(seedAccount(), ({ account_id }) => seedContact(account_id))
  )
  yield* during(Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])))
  return yield* Effect.forEach([1, 2, 3, 4], () => during(claimed))
}, Effect.scoped)

describe("claims of a process that ended", () => {
  it.live("are due at once on the embedded database, also a second time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* claimedByEach("embedded"), [1, 1, 1, 0])
    })
  )

  it.live("stay until their lease ends on PostgreSQL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* claimedByEach("PostgreSQL"), [1, 0, 0, 0])
    })
  )
})
