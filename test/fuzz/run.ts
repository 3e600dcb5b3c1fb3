import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Judged, slow, timeAlone, timeLives, type Waited } from "./alone.ts"
import { asking } from "./ask.ts"
import { isCertain, noteMade, noteSent } from "./certain.ts"
import { quiet, takeChanges } from "./changes.ts"
import type { Choices } from "./choices.ts"
import { live } from "./life.ts"
import { requestsAtLimits } from "./limits.ts"
import { type FuzzedRequest, request, shown } from "./requests.ts"
import { privateIn, privateOf } from "./told.ts"
import { verdict, type Violation } from "./verdict.ts"
import { collectionOf, learn, type World } from "./world.ts"

/** The first batches are small: later ones name what they made. */
const batchSize = { least: 500, most: 4_000 }
const atOnce = 8

interface Found {
  readonly violation: Violation | "changed by a refused call"
  readonly request: string
  readonly because: string
}

export interface Report {
  /** So many were sent and judged; so many of them were made, and the others are repeats of these. */
  readonly requests: number
  readonly made: number
  readonly found: ReadonlyArray<Found>
  readonly statuses: Record<number, number>
  /** How many requests were to be taken, to be refused, or open. */
  readonly due: Record<FuzzedRequest["due"], number>
  /** How many of those that were to be taken nothing but a limit could stand in the way of. */
  readonly certain: number
  /** Operations that were taken at least once. */
  readonly taken: ReadonlySet<string>
  /** Milliseconds of every answer, from before it is sent to its last byte, sorted. */
  readonly took: ReadonlyArray<number>
  readonly alone: ReadonlyArray<Waited>
  /** Every secret, e-mail address and phone number that was sent or told. */
  readonly told: ReadonlySet<string>
}

/** Sends so many requests: what may be taken first, then all that is to be refused while every change is noted; `timed`: what was slow is timed by itself. */
export const run = Effect.fnUntraced(function* (
  origin: string,
  world: World,
  choose: Choices,
  count: number,
  timed: boolean
) {
  const found: Array<Found> = []
  const statuses: Record<number, number> = {}
  const due = { taken: 0, refused: 0, open: 0 }
  const taken = new Set<string>()
  const took: Array<number> = []
  const alone: Array<Waited> = []
  const reported = new Set<string>()
  let waited: Array<Judged> = []
  /** Slow by itself too, perhaps as the machine had else to do: timed once more when the run is over. */
  const late: Array<Judged> = []
  let lived = 0
  let made = 0
  let certain = 0
  const ask = asking(origin)

  const askNoted = (one: FuzzedRequest) =>
    Effect.andThen(
      Effect.sync(() => noteSent(world, one)),
      ask(one)
    )

  const judge = (one: FuzzedRequest) =>
    Effect.map(askNoted(one), ({ answer, took: millis }) => {
      took.push(millis)
      for (const text of [...privateIn(one), ...(answer === undefined ? [] : privateOf(answer))]) reported.add(text)
      const sure = isCertain(world, one)
      if (sure) certain++
      const wrong = verdict(one, `${origin}${one.path}`, answer, sure)
      if (wrong !== undefined) found.push({ ...wrong, request: shown(one) })
      const status = answer?.status ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      due[one.due]++
      const accepted = status >= 200 && status < 300 && one.raw === undefined
      if (accepted) noteMade(world, one, answer)
      if (accepted) taken.add(one.operation.name)
      const data = answer?.json?.data
      if (accepted) learn(world, one.account, "cursors", answer?.json?.pagination?.next_cursor, choose)
      if (accepted && one.init.method !== "DELETE") {
        const collection = collectionOf(one.operation.path)
        // Lists name the run's own users and tokens too, and those it must not lose.
        if (Array.isArray(data) && /^(?:users|tokens)$/.test(collection)) return { one, answer, millis, refused: false }
        for (const thing of Array.isArray(data) ? data.slice(0, 3) : [data]) {
          learn(world, one.account, collection, thing?.id ?? thing?.order_id, choose)
        }
      }
      // No answer refuses nothing: who closes its half of the connection first gets none, also to a call that is taken.
      return { one, answer, millis, refused: status >= 400 && status !== 429 }
    })

  const judgeAll = (requests: ReadonlyArray<FuzzedRequest>) =>
    Effect.map(Effect.forEach(requests, judge, { concurrency: atOnce }), (judged) => {
      waited.push(...judged.filter(({ millis }) => millis > slow))
      return judged
    })

  // Sends halves again until the call that changes something stands alone.
  const guilty = (
    requests: ReadonlyArray<FuzzedRequest>
  ): Effect.Effect<ReadonlyArray<FuzzedRequest>, never, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      const answers = yield* judgeAll(requests)
      const changes = yield* takeChanges
      if (changes.length === 0) return []
      if (requests.length === 1) return answers[0]?.refused === true ? requests : []
      const half = requests.length >> 1
      return [...(yield* guilty(requests.slice(0, half))), ...(yield* guilty(requests.slice(half)))]
    })

  /** Sends what is to change nothing; says what was refused, and whether all was. */
  const refuseAll = Effect.fnUntraced(function* (requests: ReadonlyArray<FuzzedRequest>) {
    const answers = yield* judgeAll(requests)
    const changes = yield* takeChanges
    const refused = answers.filter((answer) => answer.refused).map(({ one }) => one)
    const all = refused.length === requests.length
    if (changes.length > 0) {
      const by = yield* guilty(requests)
      // A call that was taken may change what it likes.
      if (all || by.length > 0) {
        const because = changes.slice(0, 5).map(({ name, op, row }) => `${op} ${name} ${row}`)
        found.push({
          violation: "changed by a refused call",
          request: by.map(shown).join("\n"),
          because: because.join("\n")
        })
      }
    }
    return { refused, all }
  })

  const timeWaited = Effect.gen(function* () {
    for (const judged of waited) {
      const time = yield* timeAlone(askNoted, judged)
      if (time.millis > slow) late.push(judged)
      else alone.push(time)
    }
    waited = []
  })

  const liveOnce = (reported: (judged: Judged) => Effect.Effect<void> = () => Effect.void) =>
    live((one) => Effect.map(Effect.tap(judge(one), reported), ({ answer }) => answer), world, choose, `${lived++}`)

  while (took.length < count) {
    if (took.length > 0) yield* Effect.logInfo(`${took.length} requests, ${found.length} violations`)
    const size = Math.min(batchSize.most, Math.max(batchSize.least, took.length), count - took.length)
    const batch = Array.from({ length: size }, () => request(choose, world))
    made += batch.length
    const answers = yield* judgeAll(batch.filter((one) => one.due !== "refused"))
    yield* quiet
    yield* refuseAll(batch.filter((one) => one.due === "refused"))
    // What was refused for what is kept is sent again: it must be refused again, and change nothing then either.
    let again = answers.filter(({ refused }) => refused).map(({ one }) => one)
    for (let round = 0; round < 5 && again.length > 0; round++) {
      const { refused, all } = yield* refuseAll(again)
      if (all) break
      again = refused
      yield* quiet
    }
    yield* liveOnce()
    if (timed) yield* timeWaited
  }
  // By now there is most that they may name.
  const limits = requestsAtLimits(choose, world)
  made += limits.length
  yield* judgeAll(limits.filter(({ due: how }) => how === "taken"))
  yield* quiet
  yield* refuseAll(limits.filter(({ due: how }) => how === "refused"))
  // By now there is most for them to work on.
  if (timed) alone.push(...(yield* timeLives(liveOnce)))
  for (const judged of late) alone.push(yield* timeAlone(askNoted, judged))
  const sorted = took.toSorted((a, b) => a - b)
  return {
    requests: took.length,
    made,
    found,
    statuses,
    due,
    certain,
    taken,
    took: sorted,
    alone,
    told: reported
  } satisfies Report
})
