import { Cause, Clock, Effect, Exit, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { post } from "../http/http.ts"
import type { RunningServer } from "./processes.ts"
import { placeConcurrently } from "./concurrently.ts"
import { orderBody } from "../samples/orderBody.ts"

type Target = Pick<RunningServer, "origin">

/** A call, recorded before it is sent. `status` is null until the response, and stays null without one. */
export interface Call {
  readonly order_id: number
  readonly sent_at: number
  status: number | null
  took: number
}

const anOrder = (order_id: number) =>
  orderBody({ order_id, email: `buyer${order_id % 9}@example.com`, shipment_status: "delivered" })

/** Concurrent clients of one account, and the history of their calls. */
interface Load {
  readonly orderOf: (order_id: number) => unknown
  readonly calls: ReadonlyArray<Call>
  /** The acknowledged orders. */
  readonly acknowledged: () => ReadonlyArray<number>
  /** Waits until `more` orders are acknowledged; returns the milliseconds. */
  readonly served: (more: number) => Effect.Effect<number>
  /** Stops new calls, and waits for running ones. */
  readonly stop: Effect.Effect<void>
}

/** Places orders concurrently on the present `targets` until the scope closes, with a pause after each call. */
export const startLoad = Effect.fnUntraced(function* (
  token: string,
  options: {
    readonly clients: number
    readonly pause: number
    readonly targets: () => ReadonlyArray<Target>
    readonly orderOf?: (order_id: number) => unknown
    /** Another call than that of an order, with a number for the order's. */
    readonly send?: (origin: string, id: number) => ReturnType<typeof post>
  }
) {
  const { orderOf = anOrder } = options
  const place = (origin: string, id: number) => post(`${origin}/v1/orders/placed`, token, orderOf(id))
  const { send = place } = options
  const calls: Array<Call> = []
  let going = true
  const shop = Effect.gen(function* () {
    const order_id = calls.length + 1
    const call: Call = { order_id, sent_at: yield* Clock.currentTimeMillis, status: null, took: 0 }
    calls.push(call)
    const targets = options.targets()
    const target = targets[order_id % targets.length]
    const exit = yield* Effect.exit(send(target?.origin ?? "", order_id))
    call.took = (yield* Clock.currentTimeMillis) - call.sent_at
    if (Exit.isSuccess(exit)) call.status = exit.value.status
    // Only a broken connection counts as cut off; a contract violation or five minutes without a response fails the test.
    else if (!(Cause.squash(exit.cause) instanceof TypeError)) return yield* Effect.failCause(exit.cause)
    yield* Effect.sleep(call.status === null ? 300 : options.pause)
  })
  const running = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: options.clients }, () => Effect.repeat(shop, { while: () => going })),
      { concurrency: "unbounded" }
    )
  )
  const acknowledged = () =>
    calls.filter(({ status }) => status === 200 || status === 201).map(({ order_id }) => order_id)
  return {
    orderOf,
    calls,
    acknowledged,
    served: Effect.fnUntraced(function* (more) {
      const from = yield* Clock.currentTimeMillis
      const enough = acknowledged().length + more
      yield* Effect.repeat(Effect.sync(acknowledged), {
        until: ({ length }) => length >= enough,
        schedule: Schedule.spaced("10 millis")
      }).pipe(Effect.raceFirst(Fiber.join(running)), Effect.timeout("5 minutes"), Effect.orDie)
      return (yield* Clock.currentTimeMillis) - from
    }),
    stop: Effect.andThen(
      Effect.sync(() => (going = false)),
      Fiber.join(running)
    ).pipe(Effect.asVoid)
  } satisfies Load
})

/**
 * Sends every order again after recovery, and counts those acknowledged before but created only now, or without a clear
 * status. Orders that get 503 are sent again.
 */
export const countLost = Effect.fnUntraced(function* (server: Target, token: string, { calls, orderOf }: Load) {
  const began = Date.now()
  let lost = 0
  for (let from = 0; from < calls.length; from += 64) {
    let some = calls.slice(from, from + 64)
    for (let tries = 1; some.length > 0; tries++) {
      const answers = yield* placeConcurrently(
        [server],
        token,
        some.map(({ order_id }) => orderOf(order_id))
      )
      const isBusy = (at: number) => answers[at]?.status === 503 && tries < 10
      some.forEach(({ status: before }, at) => {
        const answer = answers[at]
        const taken = answer?.status === 200 || answer?.status === 201
        const madeNow = taken && (answer.status === 201 || Date.parse(answer.json.data.created_at) >= began)
        // Orders that were cut off or refused may be stored or not.
        if (!isBusy(at) && (!taken || (madeNow && (before === 200 || before === 201)))) lost++
      })
      some = some.filter((_, at) => isBusy(at))
    }
  }
  return lost
})

/** Sends orders that were cut off again, and counts those already stored. Contract: called before anything else resends them. */
export const countStoredOfCutOff = (server: Target, token: string, { calls, orderOf }: Load) => {
  const unanswered = calls.filter(({ status }) => status === null).map(({ order_id }) => orderOf(order_id))
  return Effect.map(
    placeConcurrently([server], token, unanswered),
    (answers) => answers.filter(({ status }) => status === 200).length
  )
}

/**
 * Counts rows of an account that contradict the history: contacts with wrong figures, orders without exactly one trigger a
 * type, missing or surplus runs, and orders of no call.
 */
export const findInconsistencies = Effect.fnUntraced(function* (account_id: string, { calls }: Load) {
  const sql = yield* SqlClient.SqlClient
  const [wrong] = yield* sql<{ doubled: number; starts: number; runs: number; unexpected: number }>`
    WITH due AS (SELECT flow_id, concat_ws('|', t.type, t.order_id, t.occurrence) AS cause_key
      FROM flows f JOIN flow_triggers t ON t.account_id = f.account_id AND t.type = f.trigger_type
      WHERE f.account_id = ${account_id}),
    run AS (SELECT flow_id, cause_key FROM flow_runs WHERE account_id = ${account_id})
    SELECT
    (SELECT count(*)::int FROM contacts c WHERE account_id = ${account_id} AND order_count <> (SELECT count(*) FROM orders o
      WHERE o.account_id = c.account_id AND o.contact_id = c.contact_id)) AS doubled,
    (SELECT count(*)::int FROM orders o WHERE account_id = ${account_id} AND (SELECT string_agg(type || occurrence, ' ' ORDER BY type)
      FROM flow_triggers t WHERE t.account_id = o.account_id AND t.order_id = o.order_id)
        IS DISTINCT FROM 'order_placed0 order_received1') AS starts,
    (SELECT count(*)::int FROM ((TABLE due EXCEPT ALL TABLE run) UNION ALL (TABLE run EXCEPT ALL TABLE due)) AS wrong) AS runs,
    (SELECT count(*)::int FROM orders WHERE account_id = ${account_id} AND order_id > ${calls.length}) AS unexpected`
  return wrong
})

/** The result of `countLost` and `findInconsistencies` without faults. */
export const noInconsistencies = { lost: 0, doubled: 0, starts: 0, runs: 0, unexpected: 0 }
