import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { Messages } from "../../src/messages/Messages.ts"
import { Outbox } from "../../src/store/Outbox.ts"
import { databases, withDatabase } from "../support/databases.ts"
import { allRoom, newMessage, seedContact } from "../support/messages.ts"
import { seedAccount } from "../support/seed.ts"

const parts = Layer.mergeAll(Outbox.layer, Messages.layer)

const claimed = Effect.gen(function* () {
  const outbox = yield* Outbox
  return (yield* outbox.claim(yield* Clock.currentTimeMillis, "email", allRoom)).length
})

const dueAfterStart = Effect.fnUntraced(function* (database: keyof typeof databases) {
  const settings = yield* databases[database]
  const during = <A, E>(work: Effect.Effect<A, E, Outbox | Messages>) =>
    withDatabase(settings)(Effect.provide(work, parts))
  const contact = yield* withDatabase(settings)(
    Effect.flatMap(seedAccount(), ({ account_id }) => seedContact(account_id))
  )
  const first = Effect.andThen(
    Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])),
    claimed
  )
  assert.strictEqual(yield* during(first), 1)
  return yield* during(claimed)
}, Effect.scoped)

describe("what a process had claimed when it ended", () => {
  it.live("is due at once where no other process can hold it, on the embedded database", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* dueAfterStart("embedded"), 1)
    })
  )

  it.live("is left to its lease where another may, on PostgreSQL", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* dueAfterStart("PostgreSQL"), 0)
    })
  )
})
