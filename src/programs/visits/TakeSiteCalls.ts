import { Clock, Context, Effect, Layer } from "effect"
import type { PutCart } from "../../domain/carts/Cart.ts"
import { readCart } from "../../domain/carts/readCart.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { restockEvent } from "../../domain/products/restockRequest.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { PageCall, RestockRequest } from "../../domain/visits/readSiteCall.ts"
import { siteCartBody, siteCartId } from "../../domain/visits/siteCart.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { PutCarts } from "../carts/PutCarts.ts"
import { IngestEvents } from "../events/IngestEvents.ts"
import { makeRecordVisits } from "./RecordVisits.ts"

/** A call of a page: `message_id` is that of its mark, which is checked. */
export interface TakenCall extends Omit<PageCall, "mark"> {
  readonly account_id: string
  readonly origin: string
  readonly message_id: string | null
}

/** Takes what pages of the account's site report (contract §18). It sets no consent. */
export class TakeSiteCalls extends Context.Service<
  TakeSiteCalls,
  {
    /** Whether the origin is one of the account: of any other nothing is kept. Repeating a call is safe. */
    readonly take: (call: TakenCall) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/programs/visits/TakeSiteCalls") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const visits = yield* makeRecordVisits
      const carts = yield* PutCarts
      const events = yield* IngestEvents

      const putCart = Effect.fnUntraced(function* (
        account_id: string,
        visitor_id: string,
        { body, age }: NonNullable<PageCall["cart"]>
      ) {
        const now = yield* Clock.currentTimeMillis
        const context = {
          account_id,
          cart_id: siteCartId(visitor_id),
          source: "site" as const,
          new_cart_key: yield* makeId("crt"),
          new_contact_id: yield* makeId("con"),
          default_country: "",
          now
        }
        const { call } = yield* readCart(siteCartBody(body), context, "lenient")
        if (call.owner === undefined) return
        const own: PutCart = { ...call, owner: { ...call.owner, visitor_id }, at: now - age }
        yield* carts.put(own)
      })

      const keepRestock = Effect.fnUntraced(function* (account_id: string, { product_id, email }: RestockRequest) {
        const now = yield* Clock.currentTimeMillis
        const day = new Date(now).toISOString().slice(0, 10)
        const event_data = JSON.stringify({ product_id })
        yield* events.ingest({
          account_id,
          event_id: yield* makeId("evt"),
          new_contact_id: yield* makeId("con"),
          email,
          phone: null,
          contact_id: null,
          event_type: restockEvent,
          event_time: now,
          event_data,
          keyed: { account_id, operation: restockEvent, key: digestOf(`${day}|${email}|${product_id}`), digest: "" }
        })
      })

      return TakeSiteCalls.of({
        take: Effect.fn("TakeSiteCalls.take")(function* ({ account_id, origin, visitor_id, message_id, ...call }) {
          const { allowed, kept } = yield* visits.record({
            account_id,
            origin,
            visitor_id,
            message_id,
            contact_id: null,
            views: call.views
          })
          if (!allowed) return false
          if (kept && visitor_id !== null && call.cart !== null) {
            const put = putCart(account_id, visitor_id, call.cart)
            yield* Effect.catchTags(put, { ValidationFailed: () => Effect.void, NotFound: () => Effect.void })
          }
          yield* Effect.forEach(call.restocks, (request) =>
            Effect.catchTags(keepRestock(account_id, request), {
              NotFound: () => Effect.void,
              KeyReused: () => Effect.void
            })
          )
          return true
        })
      })
    })
  )
}
