import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeFairQueue, type DequeuedItems } from "../../src/store/batching/FairQueue.ts"

const most = 4

const Step = Schema.Union([
  Schema.Struct({ does: Schema.Literal("adds"), line: Schema.Literals(["a", "b", "c", "d", "e", "f"]) }),
  Schema.Struct({ does: Schema.Literals(["takes", "finishes", "finishes the last", "drains"]) })
])

interface Item {
  readonly line: string
  readonly nth: number
}

/** A simple model of the queues: waiting items in order of arrival, and the queues being served. */
const follow = (steps: ReadonlyArray<typeof Step.Type>) => {
  const lines = makeFairQueue<Item>()
  let waiting: ReadonlyArray<Item> = []
  let taken: ReadonlyArray<DequeuedItems<Item>> = []
  const activeQueues = () => new Set(taken.flatMap(({ items }) => items.map(({ line }) => line)))
  const free = () => waiting.filter(({ line }) => !activeQueues().has(line))
  for (const [nth, step] of steps.entries()) {
    if (step.does === "adds") {
      waiting = [...waiting, { line: step.line, nth }]
      lines.add(step.line, { line: step.line, nth })
    } else if (step.does === "takes") {
      const able = free()
      const together = lines.take(most)
      assert.lengthOf(together.items, Math.min(most, able.length))
      for (const { line, nth: at } of together.items) {
        assert.isTrue(able.some((item) => item.nth === at))
        const before = able.filter((item) => item.line === line && item.nth < at)
        assert.isTrue(before.every((item) => together.items.some((other) => other.nth === item.nth)))
      }
      const orderOf = (name: string) => together.items.filter(({ line }) => line === name).map((item) => item.nth)
      for (const { line } of together.items) {
        assert.deepStrictEqual(
          orderOf(line),
          orderOf(line).toSorted((one, other) => one - other)
        )
      }
      assert.strictEqual(together.lines, new Set(together.items.map(({ line }) => line)).size)
      taken = [...taken, together]
      waiting = waiting.filter((item) => !together.items.some((other) => other.nth === item.nth))
    } else if (step.does === "finishes") {
      taken[0]?.release()
      taken = taken.slice(1)
    } else if (step.does === "finishes the last") {
      taken.at(-1)?.release()
      taken = taken.slice(0, -1)
    } else {
      assert.sameDeepMembers([...lines.drain()], [...waiting])
      waiting = []
    }
    assert.strictEqual(lines.size(), waiting.length)
    assert.strictEqual(lines.readyItems(), free().length)
    assert.strictEqual(lines.ready(), new Set(free().map(({ line }) => line)).size)
  }
}

describe("queues served in rotation", () => {
  it.prop(
    "give each item once, in its queue's order, and none of a queue that is being served",
    [Schema.Array(Step).check(Schema.isMinLength(20), Schema.isMaxLength(60))],
    ([steps]) => follow(steps),
    { arbitrary: { runs: 200 } }
  )
})
