import { Clock, DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import type { CartsGroup } from "../../api/Carts.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { isEmptied, noItems, type PutCart } from "../../domain/carts/Cart.ts"
import { cartStatus } from "../../domain/carts/cartEnd.ts"
import { cartJson, endingOrder, withoutOrders } from "../../domain/carts/cartJson.ts"
import { cartPreview } from "../../domain/carts/cartPreview.ts"
import { readCart } from "../../domain/carts/readCart.ts"
import { NotFound } from "../../domain/Errors.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { makeId } from "../../domain/values/Id.ts"
import { PutCarts } from "../../programs/carts/PutCarts.ts"
import { Carts } from "../../store/carts/Carts.ts"
import type { ListedCart } from "../../store/carts/CartQueries.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "../public/Preferences.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"
import { countedPage } from "./keysetPage.ts"

const amountOf = (total: string | null, currency: string | null) =>
  total === null || currency === null ? null : formatAmount(total, currency)

const listedCart = ({ contact, ...known }: ListedCart) => {
  const { cart, ...orders } = known
  return {
    id: cart.cart_id,
    source: cart.source,
    status: cartStatus(cart, orders),
    stage: cart.stage,
    contact_id: cart.contact_id,
    contact,
    visitor_id: cart.visitor_id,
    currency: cart.currency,
    total_amount: amountOf(cart.total, cart.currency),
    item_count: cart.item_count,
    url: cart.url,
    order_id: endingOrder(known)?.toString() ?? null,
    updated_at: DateTime.makeUnsafe(cart.changed_at),
    created_at: DateTime.makeUnsafe(cart.created_at)
  }
}

const nobody: PutCart["owner"] = {
  contact_id: null,
  email: null,
  phone: null,
  visitor_id: null,
  stage: "cart",
  url: null,
  token: null,
  completed: false,
  completed_order_id: null
}

const json = { contentType: "application/json" } as const

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof CartsGroup>) {
  const carts = yield* PutCarts
  const queries = yield* Carts

  const contextOf = Effect.fnUntraced(function* (cart_id: string) {
    const { account_id, clock_offset } = yield* CallingAccount
    const ids = { new_cart_key: yield* makeId("crt"), new_contact_id: yield* makeId("con") }
    return { ...ids, account_id, cart_id, source: "api" as const, ...(clock_offset === 0 ? {} : { clock_offset }) }
  })

  // A cart that was emptied is there no more, unless an order ended it.
  const find = Effect.fnUntraced(function* (cart_id: string) {
    const found = yield* queries.get(yield* accountId, cart_id)
    if (found === undefined || cartStatus(found.cart, found) === "removed") return yield* new NotFound()
    return found
  })

  return (
    handlers
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const account_id = yield* accountId
          const { updated_since, per_page: _, cursor: __, ...exact } = query
          const filter = { ...exact, updated_since: updated_since?.epochMilliseconds }
          const page = yield* countedPage(
            query,
            {
              positionOf: ({ cart }: ListedCart) => ({ at: cart.changed_at, id: cart.cart_key }),
              keyOf: ({ at, id }) => ({ changed_at: at, cart_key: id }),
              read: (slice) => queries.list(account_id, filter, slice)
            },
            (max) => queries.count(account_id, filter, max)
          )
          return { ...page, data: page.data.map(listedCart) }
        })
      )
      // Raw: free-form members of items are echoed to the digit.
      .handleRaw("get", ({ params }) =>
        Effect.map(find(params.id), (known) => HttpServerResponse.text(`{"data":${cartJson(known)}}`, json))
      )
      .handleRaw(
        "put",
        Effect.fnUntraced(function* ({ params, request }) {
          const { default_country } = yield* CallingAccount
          const body = yield* readJson(request, bodyLimit)
          const [dry, handling] = [wantsDryRun(request), handlingOf(request)]
          const now = yield* Clock.currentTimeMillis
          const context = { ...(yield* contextOf(params.id)), default_country, now }
          const { call, warnings } = yield* readCart(body, context, handling)
          const headers = appliedHeaders({ dry, handling })
          const noted = warningsMember(handling, warnings)
          if (dry) {
            const decision = yield* carts.preview(call)
            const dry_run = JSON.stringify(cartPreview(decision))
            const cart = cartJson(withoutOrders(decision.cart))
            return HttpServerResponse.text(`{"data":${cart},"dry_run":${dry_run}${noted}}`, { ...json, headers })
          }
          const { created, known } = yield* carts.put(call)
          const status = created && !isEmptied(known.cart) ? 201 : 200
          return HttpServerResponse.text(`{"data":${cartJson(known)}${noted}}`, { ...json, headers, status })
        })
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          const known = yield* find(params.id)
          yield* carts.put({ ...(yield* contextOf(params.id)), items: noItems, owner: nobody, at: null })
          return HttpServerResponse.text(`{"data":${cartJson(known)}}`, json)
        })
      )
  )
})

export const CartsHandlers = HttpApiBuilder.group(Api, "carts", build)
export const DashboardCartsHandlers = HttpApiBuilder.group(DashboardApi, "carts", build)
