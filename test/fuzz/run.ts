import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type TimedResponse, maxMillis, timeAlone, timeScenarios, type SlowRequest } from "./timing.ts"
import { requestSender } from "./sendRequest.ts"
import { mustSucceed, recordCreated, recordSent } from "./knownOutcomes.ts"
import { awaitQuiet, takeChanges } from "./changes.ts"
import type { Choices } from "./choices.ts"
import { runScenario } from "./scenario.ts"
import { requestsAtLimits } from "./limits.ts"
import { type FuzzedRequest, request, describeRequest } from "./requests.ts"
import { secretsOfRequest, secretsOfResponse } from "./secrets.ts"
import { checkResponse, type Violation } from "./checkResponse.ts"
import { collectionOf, learn, type World } from "./world.ts"

/** The first batches are small, so that later ones can refer to their records. */
const batchSize = { least: 500, most: 4_000 }
const atOnce = 8

interface Found {
  readonly violation: Violation | "changed by a refused call"
  readonly request: string
  readonly because: string
}

export interface Report {
  /** The number of checked requests, and of distinct ones; the others repeat these. */
  readonly requests: number
  readonly made: number
  readonly found: ReadonlyArray<Found>
  readonly statuses: Record<number, number>
  /** The number of requests by expectation. */
  readonly due: Record<FuzzedRequest["due"], number>
  /** The number of requests that only a limit could refuse. */
  readonly withKnownOutcome: number
  /** Operations that succeeded at least once. */
  readonly taken: ReadonlySet<string>
  /** The time of every response until its last byte, in milliseconds, sorted. */
  readonly took: ReadonlyArray<number>
  readonly alone: ReadonlyArray<SlowRequest>
  /** Every secret, e-mail address and phone number sent or received. */
  readonly told: ReadonlySet<string>
}

/** Sends requests: valid ones first, then invalid ones while changes are recorded. `timed`: slow ones are repeated alone. */
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
  const alone: Array<SlowRequest> = []
  const reported = new Set<string>()
  let waited: Array<TimedResponse> = []
  /** Requests that were slow alone too: timed again after the run. */
  const late: Array<TimedResponse> = []
  let lived = 0
  let made = 0
  let withKnownOutcome = 0
  const ask = requestSender(origin)

  const askNoted = (one: FuzzedRequest) =>
    Effect.andThen(
      Effect.sync(() => recordSent(world, one)),
      ask(one)
    )

  const judge = (one: FuzzedRequest) =>
    Effect.map(askNoted(one), ({ answer, took: millis }) => {
      took.push(millis)
      for (const text of [...secretsOfRequest(one), ...(answer === undefined ? [] : secretsOfResponse(answer))])
        reported.add(text)
      const sure = mustSucceed(world, one)
      if (sure) withKnownOutcome++
      const wrong = checkResponse(one, `${origin}${one.path}`, answer, sure)
      if (wrong !== undefined) found.push({ ...wrong, request: describeRequest(one) })
      const status = answer?.status ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      due[one.due]++
      const accepted = status >= 200 && status < 300 && one.raw === undefined
      if (accepted) recordCreated(world, one, answer)
      if (accepted) taken.add(one.operation.name)
      const data = answer?.json?.data
      if (accepted) learn(world, one.account, "cursors", answer?.json?.pagination?.next_cursor, choose)
      if (accepted && one.init.method !== "DELETE") {
        const collection = collectionOf(one.operation.path)
        // Lists also contain users and tokens that the run depends on.
        if (Array.isArray(data) && /^(?:users|tokens)$/.test(collection)) return { one, answer, millis, refused: false }
        for (const thing of Array.isArray(data) ? data.slice(0, 3) : [data]) {
          learn(world, one.account, collection, thing?.id ?? thing?.order_id, choose)
        }
      }
      // A missing response does not prove a refusal: a client that half-closes gets none, also to an accepted call.
      return { one, answer, millis, refused: status >= 400 && status !== 429 }
    })

  const judgeAll = (requests: ReadonlyArray<FuzzedRequest>) =>
    Effect.map(Effect.forEach(requests, judge, { concurrency: atOnce }), (judged) => {
      waited.push(...judged.filter(({ millis }) => millis > maxMillis))
      return judged
    })

  // Bisects to find the call that changed a row.
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

  /** Sends requests that must change nothing; returns the refused ones, and whether all were. */
  const refuseAll = Effect.fnUntraced(function* (requests: ReadonlyArray<FuzzedRequest>) {
    const answers = yield* judgeAll(requests)
    const changes = yield* takeChanges
    const refused = answers.filter((answer) => answer.refused).map(({ one }) => one)
    const all = refused.length === requests.length
    if (changes.length > 0) {
      const by = yield* guilty(requests)
      // An accepted call may change rows.
      if (all || by.length > 0) {
        const because = changes.slice(0, 5).map(({ name, op, row }) => `${op} ${name} ${row}`)
        found.push({
          violation: "changed by a refused call",
          request: by.map(describeRequest).join("\n"),
          because: because.join("\n")
        })
      }
    }
    return { refused, all }
  })

  const timeWaited = Effect.gen(function* () {
    for (const judged of waited) {
      const time = yield* timeAlone(askNoted, judged)
      if (time.millis > maxMillis) late.push(judged)
      else alone.push(time)
    }
    waited = []
  })

  const liveOnce = (reported: (judged: TimedResponse) => Effect.Effect<void> = () => Effect.void) =>
    runScenario(
      (one) => Effect.map(Effect.tap(judge(one), reported), ({ answer }) => answer),
      world,
      choose,
      `${lived++}`
    )

  while (took.length < count) {
    if (took.length > 0) yield* Effect.logInfo(`${took.length} requests, ${found.length} violations`)
    const size = Math.min(batchSize.most, Math.max(batchSize.least, took.length), count - took.length)
    const batch = Array.from({ length: size }, () => request(choose, world))
    made += batch.length
    const answers = yield* judgeAll(batch.filter((one) => one.due !== "refused"))
    yield* awaitQuiet
    yield* refuseAll(batch.filter((one) => one.due === "refused"))
    // Requests refused because of stored records are sent again: they must be refused again, and change nothing.
    let again = answers.filter(({ refused }) => refused).map(({ one }) => one)
    for (let round = 0; round < 5 && again.length > 0; round++) {
      const { refused, all } = yield* refuseAll(again)
      if (all) break
      again = refused
      yield* awaitQuiet
    }
    yield* liveOnce()
    if (timed) yield* timeWaited
  }
  // By now most records that they can refer to exist.
  const limits = requestsAtLimits(choose, world)
  made += limits.length
  yield* judgeAll(limits.filter(({ due: how }) => how === "taken"))
  yield* awaitQuiet
  yield* refuseAll(limits.filter(({ due: how }) => how === "refused"))
  // By now most records that they operate on exist.
  if (timed) alone.push(...(yield* timeScenarios(liveOnce)))
  for (const judged of late) alone.push(yield* timeAlone(askNoted, judged))
  const sorted = took.toSorted((a, b) => a - b)
  return {
    requests: took.length,
    made,
    found,
    statuses,
    due,
    withKnownOutcome,
    taken,
    took: sorted,
    alone,
    told: reported
  } satisfies Report
})
