import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { databases, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { launch, type RunningServer, awaitReady, startServer } from "../support/faults/processes.ts"
import { placeConcurrently, accountState, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { quickOrFull, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const clients = Array.from({ length: 8 }, (_, at) => at)
// Milliseconds between calls of a client. More calls would slow down replacements on a busy machine.
const pause = quickOrFull(100, 20)

const isReady = ({ origin }: RunningServer) =>
  Effect.catchDefect(
    Effect.map(send(`${origin}/health/ready`), ({ status }) => status === 200),
    () => Effect.succeed(false)
  )

/** The status of an order; null for a broken or refused connection. */
interface Told {
  readonly order_id: number
  readonly status: number | null
  readonly retryAfter: string | null
}

describe("three processes that are replaced one after the other under load", () => {
  it.live(
    "serve every call sent to a ready one, lose and double none, and give clients that fail over only 503s",
    () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        const { account_id, token } = yield* withDatabase(settings)(seedAccount())
        const start = () => startServer(settings)
        const first = yield* Effect.forEach([1, 2, 3], start, { concurrency: 3 })
        // A load balancer that checks readiness, and one that does not.
        let serving: ReadonlyArray<RunningServer> = first
        let targets = serving
        const stopping = new Map<RunningServer | undefined, number>()
        const balanced: Array<Told> = []
        const failingOver: Array<Told> = []
        let next = 1
        let over = false
        const order = (order_id: number) => orderBody({ order_id, email: `buyer${order_id % 50}@example.com` })
        const place = Effect.fnUntraced(function* (server: RunningServer | undefined, order_id: number) {
          const exit = yield* Effect.exit(post(`${server?.origin}/v1/orders/placed`, token, order(order_id)))
          if (Exit.isSuccess(exit)) {
            const { status, headers } = exit.value
            return { order_id, status, retryAfter: headers.get("retry-after") }
          }
          if (!(Cause.squash(exit.cause) instanceof TypeError)) return yield* Effect.failCause(exit.cause)
          return { order_id, status: null, retryAfter: null }
        })
        // By then a balancer that checks every second knows of the stop; otherwise it is refused and fails over.
        const isLate = (server: RunningServer | undefined, { status }: Told) =>
          status === null && performance.now() - (stopping.get(server) ?? Infinity) > 1_000
        const throughBalancer = Effect.gen(function* () {
          const order_id = next++
          for (let attempt = order_id, taken = false; !taken; attempt++) {
            const server = serving[attempt % serving.length]
            const response = yield* place(server, order_id)
            taken = !isLate(server, response)
            if (taken) balanced.push(response)
          }
        })
        const throughAny = Effect.gen(function* () {
          const order_id = next++
          for (let attempt = order_id, taken = false; !taken; attempt++) {
            const response = yield* place(targets[attempt % targets.length], order_id)
            failingOver.push(response)
            taken = response.status === 200 || response.status === 201
          }
        })
        const load = yield* Effect.forkScoped(
          Effect.forEach(
            clients,
            (at) =>
              Effect.repeat(Effect.delay(at % 2 === 0 ? throughBalancer : throughAny, pause), {
                while: () => Effect.sync(() => !over)
              }),
            { concurrency: "unbounded" }
          )
        )
        const rounds = quickOrFull(1, 5)
        for (let round = 0; round < rounds; round++) {
          for (const old of serving) {
            const [before, others] = [balanced.length, failingOver.length]
            const fresh = yield* launch(settings)
            yield* awaitReady(fresh)
            serving = [...serving, fresh]
            targets = [...targets, fresh]
            stopping.set(old, performance.now())
            process.kill(old.pid, "SIGTERM")
            yield* eventually(Effect.map(isReady(old), (is) => !is))
            // A balancer that has not checked yet.
            const order_id = next++
            const response = yield* place(old, order_id)
            balanced.push(isLate(old, response) ? yield* place(fresh, order_id) : response)
            serving = serving.filter((server) => server !== old)
            assert.deepStrictEqual(yield* old.ended, { code: 0, signal: null })
            // The other processes still know the stopped one's address for a while.
            yield* eventually(Effect.sync(() => failingOver.length > others + 20))
            targets = targets.filter((server) => server !== old)
            assert.isAbove(balanced.length, before)
          }
        }
        over = true
        yield* Fiber.join(load)
        const refused = failingOver.filter(({ status }) => status !== 200 && status !== 201)
        reportRun("rolling restart of 3 processes", {
          runs: 3 * rounds,
          more: `${balanced.length} calls by balancer, ${failingOver.length} of who fails over, ${refused.length} of them elsewhere first`
        })
        assert.deepStrictEqual(tallyOf(balanced), { 201: balanced.length })
        for (const { status, retryAfter } of refused) assert.include(["null null", "503 1"], `${status} ${retryAfter}`)
        const sent = next - 1
        const again = yield* Effect.forEach(
          Array.from({ length: sent }, (_, at) => at + 1),
          (order_id) => placeConcurrently(serving, token, [order(order_id)]),
          { concurrency: 16 }
        )
        assert.deepStrictEqual(countByStatus(again.flat()), { 200: sent })
        const { contacts } = yield* withDatabase(settings)(accountState(account_id))
        assert.strictEqual(
          contacts.reduce((sum, { order_count }) => sum + order_count, 0),
          sent
        )
      }),
    quickOrFull(10, 15) * 60_000
  )
})

const tallyOf = (response: ReadonlyArray<Told>) =>
  countByStatus(response.map(({ status }) => ({ status: status ?? 0 })))
