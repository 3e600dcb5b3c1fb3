import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { decideOrders, type OrderBatch } from "../../domain/orders/decideOrders.ts"
import type { OrderDecision } from "../../domain/orders/decideOrder.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { Order, PlaceOrder } from "../../domain/orders/Order.ts"
import { erasedSince } from "../../domain/contacts/Suppressions.ts"
import { type OrderPreview, orderPreview } from "../../domain/orders/orderPreview.ts"
import { EnrolContacts } from "../../flows/EnrolContacts.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { Orders, readBefore, type ReadOrders } from "../../store/orders/Orders.ts"
import type { PrefetchedOrders } from "../../store/orders/PrefetchedOrders.ts"
import { readOnly, retried, transact } from "../../store/database/Transaction.ts"

interface Waiting {
  readonly call: PlaceOrder
  readonly seen: PrefetchedOrders | null
}

/** The main job: an order comes in, and what follows from it is on disk before the answer goes out. */
export class PlaceOrders extends Context.Service<
  PlaceOrders,
  {
    /**
     * Calls that wait at the same moment share a transaction. Repeating a call is always safe. What was `seen` of it at its
     * admission need not be read again where that is so still.
     */
    readonly place: (
      call: PlaceOrder,
      seen?: PrefetchedOrders | null
    ) => Effect.Effect<OrderDecision, ValidationFailed | Unavailable>
    /** What `place` would do at this moment. Writes and locks nothing. */
    readonly preview: (call: PlaceOrder) => Effect.Effect<OrderPreview, ValidationFailed | Unavailable>
  }
>()("tally/programs/orders/PlaceOrders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orders = yield* Orders
      const flows = yield* EnrolContacts

      // Holds all that the calls touch from before it is read.
      const placeHeld = Effect.fnUntraced(function* (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>) {
        const snapshot = yield* orders.hold(calls, stored)
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* orders.save(batch)
        yield* flows.enrol(heard(snapshot, batch))
        return exitsOf(batch)
      }, transact(sql))

      // Decides, and writes if nothing that was read has changed meanwhile; undefined when something has. That nothing is to be
      // written is said only of what was read since the calls came.
      const placeUnchanged = Effect.fnUntraced(function* (
        calls: ReadonlyArray<PlaceOrder>,
        snapshot: ReadOrders,
        { since }: { readonly since: boolean }
      ) {
        if (snapshot.versions === null) return undefined
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        if (changesNothing(batch)) return since ? exitsOf(batch) : undefined
        const triggers = heard(snapshot, batch)
        const write = Effect.tap(orders.saveUnchanged(calls, snapshot, batch), (unchanged) =>
          unchanged ? flows.enrol(triggers) : Effect.void
        )
        const isOneStatement = triggers.length + batch.inexact.length === 0
        const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)
        return unchanged ? exitsOf(batch) : undefined
      })

      // As what was read when the calls were admitted nearly always stands, they take one statement instead of two or five.
      const placeAll = Effect.fnUntraced(function* (waiting: ReadonlyArray<Waiting>) {
        const calls = waiting.map(({ call }) => call)
        const seen = waiting.map((each) => each.seen)
        const before = readBefore(calls, seen)
        const early = before === undefined ? undefined : yield* placeUnchanged(calls, before, { since: false })
        if (early !== undefined) return early
        const read = yield* retried(orders.load(calls))
        return (yield* placeUnchanged(calls, read, { since: true })) ?? (yield* placeHeld(calls, read.orders))
      })

      const preview = Effect.fnUntraced(function* (call: PlaceOrder) {
        const snapshot = yield* orders.load([call])
        // Without a batch the clock is the caller's account's already.
        const batch = decideOrders(yield* Clock.currentTimeMillis, [{ ...call, clock_offset: 0 }], snapshot)
        const [answer] = batch.answers
        if (answer === undefined || Result.isFailure(answer)) return yield* unknownIntegration
        const { order, integration } = answer.success
        const others = yield* orders.others(call, batch.inexact)
        const verdicts = yield* flows.preview(batch.triggers)
        const dry_run = orderPreview(call, answer.success, snapshot.contacts, others, verdicts)
        return { order, integration, dry_run }
      }, readOnly(sql))

      const place = yield* groupCommit({
        name: "orders",
        run: placeAll,
        callerOf: ({ call }: Waiting) => call.account_id,
        lingers: false,
        workers: 2,
        most: maxBatchSize,
        capacity: 10_000
      })
      return PlaceOrders.of({ preview, place: (call, seen = null) => place({ call, seen }) })
    })
  )
}

const heard = ({ listening }: ReadOrders, { triggers }: OrderBatch) =>
  triggers.filter(({ account_id }) => listening.has(account_id))

const changesNothing = ({ orders, contacts, ledger, triggers }: OrderBatch) =>
  orders.length + contacts.length + ledger.length + triggers.length === 0

const exitsOf = ({ answers }: OrderBatch) =>
  answers.map((answer) =>
    Result.isSuccess(answer)
      ? Exit.succeed(answer.success)
      : Exit.fail(answer.failure._tag === "ErasedMeanwhile" ? erasedMeanwhile : unknownIntegration)
  )

const erasedMeanwhile = invalid("", erasedSince)

const unknownIntegration = invalid(
  "X-Service-Integration-Token",
  "The integration token matches no active Custom Integration of this account"
)
