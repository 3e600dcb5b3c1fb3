import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeFairQueue, type DequeuedItems } from "../../src/store/batching/FairQueue.ts"

const most = 4

const Step = Schema.Union([
  Schema.Struct({ does: Schema.Literal("adds"), key: Schema.Literals(["a", "b", "c", "d", "e", "f"]) }),
  Schema.Struct({
    does: Schema.Literals(["takes", "takes of one key", "finishes", "finishes the last", "drains", "drains the last"])
  })
])

interface Item {
  readonly key: string
  readonly nth: number
}

/** A the queue model hold, the queues: waiting items in order of arrival, and the queues being served. */
const follow = (steps: ReadonlyArray<typeof Step.Type>) => {
  const queue = makeFairQueue<Item>()
  let waiting: ReadonlyArray<Item> = []
  let taken: ReadonlyArray<DequeuedItems<Item>> = []
  const activeQueues = () => new Set(taken.flatMap(({ items }) => items.map(({ key }) => key)))
  const free = () => waiting.filter(({ key }) => !activeQueues().has(key))
  for (const [nth, step] of steps.entries()) {
    if (step.does === "adds") {
      waiting = [...waiting, { key: step.key, nth }]
      queue.add(step.key, { key: step.key, nth })
    } else if (step.does === "takes" || step.does === "takes of one key") {
      const able = free()
      const together = step.does === "takes" ? queue.take(most) : queue.take(most, 1)
      const [first] = together.items
      const takeable = step.does === "takes" ? able : able.filter(({ key }) => key === first?.key)
      assert.lengthOf(together.items, Math.min(most, takeable.length))
      assert.strictEqual(first === undefined, able.length === 0)
      for (const { key, nth: at } of together.items) {
        assert.isTrue(able.some((item) => item.nth === at))
        const before = able.filter((item) => item.key === key && item.nth < at)
        assert.isTrue(before.every((item) => together.items.some((other) => other.nth === item.nth)))
      }
      const orderOf = (name: string) => together.items.filter(({ key }) => key === name).map((item) => item.nth)
      for (const { key } of together.items) {
        assert.deepStrictEqual(
          orderOf(key),
          orderOf(key).toSorted((one, other) => one - other)
        )
      }
      assert.strictEqual(together.keys, new Set(together.items.map(({ key }) => key)).size)
      taken = [...taken, together]
      waiting = waiting.filter((item) => !together.items.some((other) => other.nth === item.nth))
    } else if (step.does === "finishes") {
      taken[0]?.release()
      taken = taken.slice(1)
    } else if (step.does === "finishes the last") {
      taken.at(-1)?.release()
      taken = taken.slice(0, -1)
    } else if (step.does === "drains the last") {
      const further = taken.at(-1)?.drain() ?? []
      const keys = new Set(taken.at(-1)?.items.map(({ key }) => key))
      assert.sameDeepMembers(
        [...further],
        waiting.filter(({ key }) => keys.has(key))
      )
      waiting = waiting.filter(({ key }) => !keys.has(key))
    } else {
      assert.sameDeepMembers([...queue.drain()], [...waiting])
      waiting = []
    }
    assert.strictEqual(queue.size(), waiting.length)
    assert.strictEqual(queue.readyItems(), free().length)
    assert.strictEqual(queue.readyKeys(), new Set(free().map(({ key }) => key)).size)
  }
}

describe("queues that are served in rotation", () => {
  it.prop(
    "give each item once, in its key's order, and none of a key that is being served",
    [Schema.Array(Step).check(Schema.isMinLength(20), Schema.isMaxLength(60))],
    ([steps]) => follow(steps),
    { arbitrary: { runs: 200 } }
  )
})
