import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases, withDatabase } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { peakMemory, resetPeakMemory, startServer } from "../support/faults/processes.ts"
import { reportRun } from "../support/runner/runs.ts"
import { pictures } from "../support/samples/pictures.ts"

// Each picture has 34 MiB of pixels.
const pixels = 34

/**
 * MiB that as many pictures more may add to the peak of the first ones. Two are decoded at once, each with a smaller copy; on a busy machine
 * the first ones may never have met in it. Sixteen pictures that stayed in memory would add 544.
 */
const bound = 4 * pixels

describe("the memory of uploads", () => {
  it.live(
    "stays flat, however many large pictures, bombs of pixels and other files are uploaded at once",
    () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { token } = yield* withDatabase(settings)(seedAccount({ scopes: ["media_write"] }))
        const server = yield* startServer(settings)
        const upload = (bytes: Uint8Array) =>
          Effect.promise(async () => {
            const headers = { authorization: `Bearer ${token}`, "content-type": "image/png" }
            const body = new Uint8Array(bytes)
            const response = await fetch(`${server.origin}/v1/media`, { method: "POST", headers, body })
            await response.arrayBuffer()
            return response.status
          })
        const hostile: ReadonlyArray<Uint8Array> = [
          pictures.declaredPng(60_000, 60_000),
          pictures.declaredPng(6_000, 6_000, { interlaced: true }),
          pictures.declaredPng(7_000, 7_000),
          yield* Effect.promise(() => pictures.tiff()),
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
        ]
        const round = Effect.fnUntraced(function* (from: number, count: number) {
          const large = yield* Effect.forEach(Array.from({ length: count }).keys(), (at) =>
            Effect.promise(() => pictures.jpeg(4_000, 3_000, [(from + at) % 256, 120, 90]))
          )
          const [taken, refused] = yield* Effect.all(
            [
              Effect.forEach(large, upload, { concurrency: 6 }),
              Effect.forEach(large, (_, at) => upload(hostile[at % hostile.length] ?? new Uint8Array()), {
                concurrency: 6
              })
            ],
            { concurrency: 2 }
          )
          assert.deepStrictEqual(
            taken.filter((status) => status !== 201),
            []
          )
          assert.deepStrictEqual(
            refused.filter((status) => status !== 422),
            []
          )
        })
        yield* round(0, 16)
        const first = peakMemory(server.pid)
        resetPeakMemory(server.pid)
        yield* round(16, 16)
        const later = peakMemory(server.pid)
        reportRun("memory of uploads", { runs: 32, more: `${first.toFixed(0)} MiB, then ${later.toFixed(0)} MiB` })
        assert.isBelow(later, first + bound)
        yield* server.end("SIGTERM")
      }),
    5 * 60_000
  )
})
