import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { databases, isLocked, withDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import {
  countStoredOfCutOff,
  countLost,
  noInconsistencies,
  startLoad,
  findInconsistencies
} from "../support/faults/load.ts"
import { type RunningServer, startServer, awaitUnready } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit, repetitions, reportRun, isThorough } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const clients = 16

// No running call takes longer, so a longer stop would mean waiting for connections.
const bar = 10

/** A running call that waits for the rest of its body. */
const begun = Effect.fnUntraced(function* (url: string, token: string) {
  const text = JSON.stringify(orderBody())
  const headers = { "content-type": "application/json", "content-length": text.length, expect: "100-continue" }
  const call = request(url, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: { ...headers, authorization: `Bearer ${token}` }
  })
  // A connection may be closed before its response is read.
  const answer = new Promise<number | string | undefined>((resolve) => {
    call.on("response", (response) => resolve(response.resume().statusCode))
    call.on("error", ({ message }) => resolve(message))
    call.on("close", () => resolve("closed"))
  })
  yield* Effect.promise(() => {
    call.flushHeaders()
    return once(call, "continue")
  })
  return Effect.promise(() => {
    call.end(text)
    return answer
  })
})

/** Looks at a stop within its first second, in which nothing closes; repeats with a new server when it looked too late. */
const inItsFirstSecond = <A, E, R>(signal: NodeJS.Signals, look: (server: RunningServer) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const server = yield* startServer(yield* databases.PostgreSQL)
    const from = performance.now()
    process.kill(server.pid, signal)
    const lookExit = yield* Effect.exit(look(server))
    return { lookExit, took: performance.now() - from, ended: yield* server.ended }
  }).pipe(Effect.scoped, Effect.repeat({ until: ({ took }) => took < 1_000 }))

const promises = {
  once: "lets calls that were accepted finish, refuses new ones, and ends with 0, all in order",
  twice: "sent twice changes nothing of that"
} as const

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`SIGTERM under load, ${database}`, () => {
    for (const times of ["once", "twice"] as const) {
      if (times === "twice" && database === "embedded" && !isThorough) continue
      it.live(promises[times], () =>
        Effect.gen(function* () {
          let slowest = 0
          for (let round = 0; round < repetitions(1, 10); round++) {
            const settings = yield* databases[database]
            const [{ account_id, token }, other] = yield* withDatabase(settings)(
              Effect.all([seedAccount({ integrations: 1 }), seedAccount()])
            )
            const server = yield* startServer(settings)
            const load = yield* startLoad(token, { clients, pause: 0, targets: () => [server] })
            yield* load.served(40)
            const finish = yield* begun(`${server.origin}/v1/orders/placed`, other.token)
            const from = performance.now()
            process.kill(server.pid, "SIGTERM")
            if (times === "twice") {
              yield* awaitUnready(server.origin)
              process.kill(server.pid, "SIGTERM")
            }
            yield* eventually(Effect.map(Effect.exit(send(`${server.origin}/health/live`)), Exit.isFailure))
            const before = load.acknowledged().length
            assert.strictEqual(yield* finish, 201)
            assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
            // The client keeps that connection open and idle.
            slowest = Math.max(slowest, (performance.now() - from) / 1_000)
            yield* load.stop
            const statuses = new Set(load.calls.map(({ status }) => status))
            assert.deepStrictEqual([...statuses.difference(new Set([201, null]))], [])
            // A client may have one running call on a kept connection, and one more that closes it.
            assert.isAtMost(load.acknowledged().length - before, 2 * clients)
            assert.isFalse(isLocked(settings))
            const again = yield* startServer(settings)
            const cut = yield* countStoredOfCutOff(again, token, load)
            const lost = yield* countLost(again, token, load)
            yield* again.end("SIGTERM")
            const wrong = yield* withDatabase(settings)(findInconsistencies(account_id, load))
            assert.deepStrictEqual({ cut, lost, ...wrong }, { cut: 0, ...noInconsistencies })
          }
          const worst = { value: slowest, bar, unit: "s", of: "stop" }
          reportRun(`SIGTERM ${times} under load, ${database}`, { runs: repetitions(1, 10), worst })
          assert.isBelow(slowest, timeLimit(bar))
        })
      )
    }
  })
}

describe("SIGTERM", () => {
  it.live("fails the readiness check before it refuses connections", () =>
    Effect.gen(function* () {
      const { lookExit, ended } = yield* inItsFirstSecond("SIGTERM", ({ origin }) =>
        Effect.andThen(awaitUnready(origin), send(`${origin}/health/live`))
      )
      assert.strictEqual((yield* lookExit).status, 200)
      assert.deepStrictEqual(ended, { code: 0, signal: null })
    })
  )
})

describe("Ctrl-C", () => {
  it.live("pressed twice ends the process at once", () =>
    Effect.gen(function* () {
      const { lookExit, ended } = yield* inItsFirstSecond("SIGINT", ({ origin, pid }) =>
        Effect.map(awaitUnready(origin), () => process.kill(pid, "SIGINT"))
      )
      yield* lookExit
      assert.deepStrictEqual(ended, { code: 1, signal: null })
    })
  )
})
