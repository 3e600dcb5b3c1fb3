import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { PutCart } from "../../domain/carts/Cart.ts"
import type { CartDecision } from "../../domain/carts/decideCart.ts"
import { type KnownCart, withoutOrders } from "../../domain/carts/cartJson.ts"
import { type CartBatch, cartKey, decideCarts } from "../../domain/carts/decideCarts.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { knownOfSnapshot } from "../../domain/carts/VersionedCarts.ts"
import { type SiteCall, type Visitor, visitorKey } from "../../domain/visits/ProductView.ts"
import { groupCommit, maxBatchSize } from "../../store/batching/GroupCommit.ts"
import { type CartOrder, Carts } from "../../store/carts/Carts.ts"
import { readOnly, retried, transact } from "../../store/database/Transaction.ts"
import { Visits } from "../../store/visits/Visits.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { visitorSteps } from "../visits/visitorSteps.ts"

/** A decision that is committed, and the cart with the orders that are known of it. */
interface PutResult extends CartDecision {
  readonly known: KnownCart
}

/** Keeps carts: the cart and its contact are committed before the call returns. */
export class PutCarts extends Context.Service<
  PutCarts,
  {
    /** Calls that wait at the same moment share a transaction. Repeating a call is safe, and reports may come in any order. */
    readonly put: (call: PutCart) => Effect.Effect<PutResult, NotFound | Unavailable>
    /** Previews the effect of `put` at this moment. Writes and locks nothing. */
    readonly preview: (call: PutCart) => Effect.Effect<CartDecision, NotFound | Unavailable>
    /** Keeps the order that ends the carts with its tokens. Repeating it is safe. */
    readonly end: (order: Omit<CartOrder, "now">) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/carts/PutCarts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const carts = yield* Carts
      const flows = yield* EnrolContacts
      const visits = yield* Visits
      const visitors = yield* visitorSteps

      // A cart that names nobody belongs to the contact that its visitor is known to be.
      const withOwners = Effect.fnUntraced(function* (calls: ReadonlyArray<PutCart>) {
        const unknown = calls.flatMap((call) => unknownVisitor(call) ?? [])
        if (unknown.length === 0) return calls
        const known = new Map((yield* visits.contactsOf(unknown)).map((each) => [visitorKey(each), each.contact_id]))
        return calls.map((call): PutCart => {
          const visitor = unknownVisitor(call)
          const contact_id = visitor === undefined ? undefined : known.get(visitorKey(visitor))
          return contact_id === undefined || call.owner === undefined
            ? call
            : { ...call, owner: { ...call.owner, contact_id } }
        })
      })

      // The contact that a cart names becomes that of its visitor. The word of a page alone proves nobody.
      const joinVisitors = Effect.fnUntraced(function* (calls: ReadonlyArray<PutCart>, batch: CartBatch) {
        const named = calls.flatMap(({ account_id, source, owner }, at): ReadonlyArray<SiteCall> => {
          const result = batch.results[at]
          if (source === "site" || owner?.visitor_id == null || result === undefined || Result.isFailure(result))
            return []
          const { contact } = result.success
          if (contact === undefined) return []
          const { visitor_id } = owner
          return [{ account_id, visitor_id, contact_id: contact.contact_id, origin: null, message_id: null, views: [] }]
        })
        yield* visitors.record(named)
      })

      const putLocked = Effect.fnUntraced(function* (given: ReadonlyArray<PutCart>) {
        const calls = yield* withOwners(given)
        yield* carts.lock(calls)
        const snapshot = yield* carts.load(calls, { forUpdate: true })
        const batch = decideCarts(yield* Clock.currentTimeMillis, calls, snapshot)
        yield* carts.save(batch)
        yield* joinVisitors(calls, batch)
        yield* flows.touch(batch.contacts)
        return exitsOf(batch, yield* carts.known(calls))
      }, transact(sql))

      // Undefined when a row has changed since the snapshot.
      const putIfUnchanged = Effect.fnUntraced(function* (calls: ReadonlyArray<PutCart>) {
        const snapshot = yield* retried(carts.loadVersioned(calls))
        if (snapshot.versions === null) return undefined
        const batch = decideCarts(yield* Clock.currentTimeMillis, calls, snapshot)
        const write = carts.saveIfUnchanged(calls, snapshot, batch)
        const isOneStatement = batch.shopContacts.length === 0
        const isWritten = changesNothing(batch) || (yield* isOneStatement ? retried(write) : transact(sql)(write))
        if (!isWritten) return undefined
        yield* flows.touch(batch.contacts)
        const put = batch.results.filter(Result.isSuccess).map(({ success }) => success.cart)
        const known = put.map((cart) => knownOfSnapshot(snapshot, cart))
        const others = put.filter((_, at) => known[at] === undefined)
        const read = others.length === 0 ? [] : yield* retried(carts.known(others))
        return exitsOf(batch, [...known.flatMap((each) => each ?? []), ...read])
      })

      // Two statements, a read and a write, when no row changes in between and no call names a visitor; else under locks.
      const putAll = Effect.fnUntraced(function* (calls: ReadonlyArray<PutCart>) {
        const hasVisitors = calls.some(({ owner }) => owner?.visitor_id != null)
        return (hasVisitors ? undefined : yield* putIfUnchanged(calls)) ?? (yield* putLocked(calls))
      })

      return PutCarts.of({
        preview: Effect.fnUntraced(function* (call) {
          const snapshot = yield* carts.load([call], { forUpdate: false })
          // The Clock of a preview is already that of the account; only batches add the offset.
          const [result] = decideCarts(yield* Clock.currentTimeMillis, [{ ...call, clock_offset: 0 }], snapshot).results
          return result === undefined ? yield* new NotFound() : yield* Effect.fromResult(result)
        }, readOnly(sql)),
        put: yield* groupCommit({
          name: "carts",
          run: putAll,
          callerOf: ({ account_id }: PutCart) => account_id,
          isOfAccounts: true,
          lingers: false,
          workers: 2,
          maxBatch: maxBatchSize,
          capacity: 10_000
        }),
        end: (order) => Effect.flatMap(Clock.currentTimeMillis, (now) => retried(carts.end({ ...order, now })))
      })
    })
  )
}

// The visitor of a report that names no person.
const unknownVisitor = ({ account_id, owner }: PutCart): Pick<Visitor, "account_id" | "visitor_id"> | undefined =>
  owner?.visitor_id == null || (owner.contact_id ?? owner.email ?? owner.phone) !== null
    ? undefined
    : { account_id, visitor_id: owner.visitor_id }

const changesNothing = ({ carts, contacts, ledger }: CartBatch): boolean =>
  carts.length + contacts.length + ledger.length === 0

// A cart may be named by several calls of a batch: each gets what that call left.
const exitsOf = (batch: CartBatch, known: ReadonlyArray<KnownCart>) => {
  const found = new Map(known.map((each) => [cartKey(each.cart), each]))
  return batch.results.map((result) => {
    if (Result.isFailure(result)) return Exit.fail(result.failure)
    const { cart } = result.success
    return Exit.succeed({ ...result.success, known: found.get(cartKey(cart)) ?? withoutOrders(cart) })
  })
}
