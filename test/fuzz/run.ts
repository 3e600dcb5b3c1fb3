import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Answer } from "../support/http.ts"
import { type Change, quiet, takeChanges } from "./changes.ts"
import type { Choices } from "./choices.ts"
import { type FuzzedRequest, request } from "./requests.ts"
import { verdict, type Violation } from "./verdict.ts"
import { collectionOf, learn, type World } from "./world.ts"

const batchSize = 2_000
const atOnce = 16

interface Found {
  readonly violation: Violation | "changed by a refused call"
  readonly request: string
  readonly because: string
}

export interface Report {
  readonly requests: number
  readonly found: ReadonlyArray<Found>
  readonly statuses: Record<number, number>
  /** How many requests were to be taken, to be refused, or open. */
  readonly due: Record<FuzzedRequest["due"], number>
  /** Milliseconds of every answer, sorted. */
  readonly took: ReadonlyArray<number>
}

const shown = ({ init, path, due, operation }: FuzzedRequest): string =>
  `${due} ${operation.name}: ${init.method} ${path.slice(0, 300)} ${(init.body ?? "").slice(0, 600)}`

/** Sends so many requests: what may be taken first, then all that is to be refused while every change is noted. */
export const run = Effect.fnUntraced(function* (origin: string, world: World, choose: Choices, count: number) {
  const found: Array<Found> = []
  const statuses: Record<number, number> = {}
  const due = { taken: 0, refused: 0, open: 0 }
  const took: Array<number> = []

  const ask = (one: FuzzedRequest) =>
    Effect.promise(async (): Promise<Answer | undefined> => {
      const number = took.length
      // Whoever has no token comes from a new address, so that budgets do not hide what lies behind them.
      const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
      const from = performance.now()
      try {
        const headers = { ...one.init.headers, "x-forwarded-for": address }
        const response = await fetch(`${origin}${one.path}`, { ...one.init, headers, redirect: "manual" })
        const text = await response.text()
        const isJson = response.headers.get("content-type")?.includes("json") === true
        return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
      } catch {
        return undefined
      } finally {
        took.push(performance.now() - from)
      }
    })

  const judge = (one: FuzzedRequest) =>
    Effect.map(ask(one), (answer) => {
      const wrong = verdict(one, `${origin}${one.path}`, answer)
      if (wrong !== undefined) found.push({ ...wrong, request: shown(one) })
      const status = answer?.status ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      due[one.due]++
      const data = answer?.json?.data
      if (status < 300 && one.init.method !== "DELETE") {
        const collection = collectionOf(one.operation.path)
        for (const thing of Array.isArray(data) ? data.slice(0, 3) : [data]) {
          learn(world, one.account, collection, thing?.id ?? thing?.order_id, choose)
        }
      }
      return { one, refused: status >= 400 && status !== 429 }
    })

  const judgeAll = (requests: ReadonlyArray<FuzzedRequest>) => Effect.forEach(requests, judge, { concurrency: atOnce })

  // Sends halves again until the call that changes something stands alone.
  const guilty = (
    requests: ReadonlyArray<FuzzedRequest>
  ): Effect.Effect<ReadonlyArray<FuzzedRequest>, never, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const changed = yield* Effect.forEach(
        [requests.slice(0, requests.length >> 1), requests.slice(requests.length >> 1)],
        (half) =>
          Effect.gen(function* () {
            const answers = yield* Effect.forEach(half, ask, { concurrency: atOnce })
            const changes = yield* takeChanges
            if (changes.length === 0) return []
            if (half.length > 1) return yield* guilty(half)
            return (answers[0]?.status ?? 0) >= 400 ? half : []
          })
      )
      return changed.flat()
    })

  const refuseAll = Effect.fnUntraced(function* (requests: ReadonlyArray<FuzzedRequest>) {
    yield* quiet
    const answers = yield* judgeAll(requests)
    const changes: ReadonlyArray<Change> = yield* takeChanges
    const accepted = answers.filter(({ refused }) => !refused)
    if (changes.length === 0) return
    const by = yield* guilty(requests)
    // A call that was taken the second time may change what it likes.
    if (by.length === 0 && accepted.length > 0) return
    const because = changes.slice(0, 5).map(({ name, op, row }) => `${op} ${name} ${row}`)
    found.push({
      violation: "changed by a refused call",
      request: by.map(shown).join("\n"),
      because: because.join("\n")
    })
  })

  while (took.length < count) {
    if (took.length > 0) yield* Effect.logInfo(`${took.length} requests, ${found.length} violations`)
    const batch = Array.from({ length: Math.min(batchSize, count - took.length) }, () => request(choose, world))
    const answers = yield* judgeAll(batch.filter((one) => one.due !== "refused"))
    // What was refused for what is kept is sent again: it must be refused again, and change nothing then either.
    const again = answers.filter(({ refused }) => refused).map(({ one }) => one)
    yield* refuseAll([...batch.filter((one) => one.due === "refused"), ...again])
  }
  return { requests: took.length, found, statuses, due, took: took.toSorted((a, b) => a - b) } satisfies Report
})
