import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { changedCodes } from "../../domain/coupons/redeemedCodes.ts"
import { decideOrders, type OrderBatch } from "../../domain/orders/decideOrders.ts"
import type { OrderDecision, OrderRefusal } from "../../domain/orders/decideOrder.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { Order, PlaceOrder } from "../../domain/orders/Order.ts"
import type { VersionedSnapshot } from "../../domain/orders/VersionedSnapshot.ts"
import { erasedMessage } from "../../domain/contacts/Suppressions.ts"
import { type OrderPreview, orderPreview } from "../../domain/orders/orderPreview.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import type { Prefetched } from "../../store/admission/Prefetch.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { makeCouponRedemptions } from "../../store/coupons/CouponRedemptions.ts"
import { Orders } from "../../store/orders/Orders.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { readOnly, retried, transact } from "../../store/database/Transaction.ts"

interface PrefetchedCall {
  readonly call: PlaceOrder
  readonly prefetched: Prefetched | null
}

/** Places orders: the order, its contact, consents and triggers are committed before the call returns. */
export class PlaceOrders extends Context.Service<
  PlaceOrders,
  {
    /**
     * Calls that wait at the same moment share a transaction. Repeating a call is safe. `prefetched` are the rows that were read with the
     * admission of the call.
     */
    readonly place: (
      call: PlaceOrder,
      prefetched?: Prefetched | null
    ) => Effect.Effect<OrderDecision, ValidationFailed | Unavailable>
    /** Previews the effect of `place` at this moment. Writes and locks nothing. */
    readonly preview: (call: PlaceOrder) => Effect.Effect<OrderPreview, ValidationFailed | Unavailable>
  }
>()("tally/programs/orders/PlaceOrders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orders = yield* Orders
      const flows = yield* EnrolContacts
      const entries = yield* SegmentEntries
      const redemptions = yield* makeCouponRedemptions

      // The orders of a batch whose codes changed, with those that are of coupons. An account without coupons needs no look.
      const redeemed = Effect.fnUntraced(function* (snapshot: VersionedSnapshot, { orders: written }: OrderBatch) {
        const hasCoupons = ({ account_id }: Order) => snapshot.accountsWithCoupons.has(account_id)
        const changed = changedCodes(snapshot.orders.filter(hasCoupons), written.filter(hasCoupons))
        const found = changed.length === 0 ? [] : yield* redemptions.find(changed)
        return { changed, found, changesNothing: found.length === 0 && !changed.some(({ had }) => had) }
      })

      const placeLocked = Effect.fnUntraced(function* (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>) {
        const snapshot = yield* orders.loadLocked(calls, stored)
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* orders.save(batch)
        const codes = yield* redeemed(snapshot, batch)
        if (!codes.changesNothing) yield* redemptions.save(codes.changed, codes.found)
        yield* orders.noteOverwritten(batch)
        yield* flows.enrol(triggersForFlows(snapshot, batch))
        const { touched, known } = contactsForFlows(calls, snapshot, batch)
        yield* entries.addCurrent(known)
        yield* flows.touch(touched)
        return exitsOf(batch)
      }, transact(sql))

      // Undefined when a row has changed since the snapshot. Nothing compares the versions of calls that change nothing, so these need a read
      // that was made for them.
      const placeIfUnchanged = Effect.fnUntraced(function* (
        calls: ReadonlyArray<PlaceOrder>,
        snapshot: VersionedSnapshot,
        { isPrefetched }: { readonly isPrefetched: boolean }
      ) {
        if (snapshot.versions === null) return undefined
        const batch = decideOrders(yield* Clock.currentTimeMillis, calls, snapshot)
        if (changesNothing(batch)) return isPrefetched ? undefined : exitsOf(batch)
        const triggers = triggersForFlows(snapshot, batch)
        const { touched, known } = contactsForFlows(calls, snapshot, batch)
        const codes = yield* retried(redeemed(snapshot, batch))
        const redeem = codes.changesNothing ? Effect.void : redemptions.save(codes.changed, codes.found)
        const write = Effect.tap(orders.saveIfUnchanged(calls, snapshot, batch), (unchanged) =>
          unchanged
            ? Effect.all([orders.noteOverwritten(batch), flows.enrol(triggers), entries.addCurrent(known), redeem], {
                discard: true
              })
            : Effect.void
        )
        const isOneStatement = triggers.length + known.length + batch.overwritten.length === 0 && codes.changesNothing
        const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)
        if (unchanged) yield* flows.touch(touched)
        return unchanged ? exitsOf(batch) : undefined
      })

      // A write alone on rows that were read with the admission, else a read and a write, when no row changes in between, which is nearly
      // always; else under locks.
      const placeAll = Effect.fnUntraced(function* (batch: ReadonlyArray<PrefetchedCall>) {
        const calls = batch.map(({ call }) => call)
        const reads = batch.map(({ prefetched }) => prefetched)
        const early = yield* retried(orders.prefetched(calls, reads))
        const placed = early === undefined ? early : yield* placeIfUnchanged(calls, early, { isPrefetched: true })
        if (placed !== undefined) return placed
        const loaded = yield* retried(orders.load(calls))
        return (
          (yield* placeIfUnchanged(calls, loaded, { isPrefetched: false })) ??
          (yield* placeLocked(calls, loaded.orders))
        )
      })

      const preview = Effect.fnUntraced(function* (call: PlaceOrder) {
        const snapshot = yield* orders.load([call])
        // The Clock of a preview is already that of the account; only batches add the offset.
        const batch = decideOrders(yield* Clock.currentTimeMillis, [{ ...call, clock_offset: 0 }], snapshot)
        const [result] = batch.results
        if (result === undefined || Result.isFailure(result))
          return yield* refusals[result?.failure._tag ?? "UnknownIntegration"]
        const { order, integration } = result.success
        const otherOrders = yield* orders.otherOrders(call, batch.staleRanges)
        const starts = yield* flows.preview([...batch.triggers, ...batch.consents], order)
        const arrivals = yield* flows.previewArrivals(batch.triggers)
        const dry_run = orderPreview(call, result.success, snapshot.contacts, otherOrders, { starts, arrivals })
        return { order, integration, dry_run }
      }, readOnly(sql))

      const place = yield* groupCommit({
        name: "orders",
        run: placeAll,
        callerOf: ({ call }: PrefetchedCall) => call.account_id,
        isOfAccounts: true,
        lingers: false,
        workers: 2,
        maxBatch: maxBatchSize,
        capacity: 10_000
      })
      return PlaceOrders.of({ preview, place: (call, prefetched = null) => place({ call, prefetched }) })
    })
  ).pipe(Layer.provide([SegmentEntries.layer]))
}

const triggersForFlows = ({ accountsWithFlows }: VersionedSnapshot, { triggers, consents }: OrderBatch) =>
  [...triggers, ...consents].filter(({ account_id }) => accountsWithFlows.has(account_id))

/** The contacts that the calls write to and that may enter segments, and those of initial syncs, which start nothing. */
const contactsForFlows = (
  calls: ReadonlyArray<PlaceOrder>,
  { accountsWithFlows }: VersionedSnapshot,
  { results }: OrderBatch
) => {
  const written = results.flatMap((result, at) => {
    const call = calls[at]
    if (call === undefined || Result.isFailure(result) || !accountsWithFlows.has(call.account_id)) return []
    const { account_id, initial_sync } = call
    const { contacts, order } = result.success
    const ids = new Set([...contacts, order].flatMap(({ contact_id }) => contact_id ?? []))
    return [...ids].map((contact_id) => ({ account_id, contact_id, initial_sync }))
  })
  const touched = written.filter(({ initial_sync }) => !initial_sync)
  const others = new Set(touched.map(({ account_id, contact_id }) => `${account_id}|${contact_id}`))
  const known = written.filter(
    ({ account_id, contact_id, initial_sync }) => initial_sync && !others.has(`${account_id}|${contact_id}`)
  )
  return { touched, known }
}

const changesNothing = ({ orders, contacts, ledger, triggers }: OrderBatch) =>
  orders.length + contacts.length + ledger.length + triggers.length === 0

const exitsOf = ({ results }: OrderBatch) =>
  results.map((result) =>
    Result.isSuccess(result) ? Exit.succeed(result.success) : Exit.fail(refusals[result.failure._tag])
  )

const refusals: Readonly<Record<OrderRefusal["_tag"], ValidationFailed>> = {
  ContactErased: invalid("", erasedMessage),
  UnknownIntegration: invalid(
    "X-Service-Integration-Token",
    "The integration token matches no active Custom Integration of this account"
  ),
  OrderUnknown: invalid("order_id", "The order of this shipment or refund was not reported yet"),
  OrderOfOtherShop: invalid("order_id", "Another connected store has an order with this id")
}
