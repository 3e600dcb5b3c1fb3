import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { lookup } from "node:dns"
import { publicLookup } from "../../src/outbound/webhooks/publicLookup.ts"

/** A name lookup that returns these lists in turn, and counts its calls. */
const names = (...lists: ReadonlyArray<ReadonlyArray<string>>) => {
  let count = 0
  const resolve = ((_name: string, _options: unknown, answer: (...found: ReadonlyArray<unknown>) => void) =>
    answer(
      null,
      (lists[count++] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )) as unknown as typeof lookup
  const find = (all: boolean) =>
    Effect.callback<unknown>((resume) => {
      publicLookup(resolve)("shop.example", { all }, (error, found) =>
        resume(Effect.succeed(error === null ? found : error.message))
      )
    })
  return { find, lookups: () => count }
}

describe("the resolved address of a webhook", () => {
  it.effect("is looked up once, and that address is called", () =>
    Effect.gen(function* () {
      for (const all of [true, false]) {
        const { find, lookups } = names(["8.8.8.8"], ["127.0.0.1"])
        const found = yield* find(all)
        assert.deepStrictEqual(found, all ? [{ address: "8.8.8.8", family: 4 }] : "8.8.8.8")
        assert.strictEqual(lookups(), 1)
      }
    })
  )

  it.effect("is refused when any of several is not public, or none was found", () =>
    Effect.gen(function* () {
      const mixed = [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["2606:4700::1111", "::1"], ["::ffff:7f00:1"]]
      for (const list of mixed) assert.strictEqual(yield* names(list).find(true), "the address is not public")
      assert.strictEqual(yield* names([]).find(true), "No address")
    })
  )
})
