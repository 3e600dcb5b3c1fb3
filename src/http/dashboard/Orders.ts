import { DateTime, Effect, Option, Result, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ShownOrder } from "../../api/dashboard/Orders.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isObject, parseAnswer } from "../../domain/json/Json.ts"
import { badCursor, cut, readPosition } from "../../domain/lists/ListPosition.ts"
import { orderJson } from "../../domain/orders/orderJson.ts"
import { OrderId } from "../../domain/orders/OrderId.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { type ListedOrder, OrderQueries } from "../../store/orders/OrderQueries.ts"
import { TriggerOutcomes } from "../../store/flows/TriggerOutcomes.ts"

const maxCounted = 10_000
const orderId = Schema.decodeUnknownOption(OrderId)
const decodeShown = Schema.decodeUnknownEffect(ShownOrder)

/** The order as the API answers it, to the digit. */
const shown = (text: string) => {
  const answer = Result.getOrThrow(parseAnswer(`{"data":${text}}`))
  return Effect.orDie(decodeShown(isObject(answer) ? answer["data"] : undefined))
}

const decodeOrderId = (text: string): bigint | undefined => Option.getOrUndefined(orderId(text))

const listed = ({ order, integration }: ListedOrder) => ({
  id: String(order.order_id),
  contact_id: order.contact_id,
  email: order.email,
  phone: order.phone,
  total_amount: formatAmount(order.total, order.currency),
  currency_code: order.currency,
  placed_at: DateTime.makeUnsafe(order.placed_at),
  financial_status: order.financial_status,
  fulfillment_status: order.fulfillment_status,
  shipment_status: order.shipment_status,
  store_name: integration?.store_name ?? null
})

// What an order may have started flows by: being placed, and its latest deliveries.
const causesOf = ({ order_id, deliveries }: ListedOrder["order"]): ReadonlyArray<string> => [
  `order_placed|${order_id}|0`,
  ...Array.from({ length: Math.min(deliveries, 50) }, (_, at) => `order_received|${order_id}|${deliveries - at}`)
]

export const DashboardOrdersHandlers = HttpApiBuilder.group(
  DashboardApi,
  "orders",
  Effect.fnUntraced(function* (handlers) {
    const orders = yield* OrderQueries
    const messages = yield* MessageQueries
    const started = yield* TriggerOutcomes
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { per_page = 25, cursor, contact_id = null } }) {
        const { id: account_id } = yield* ActingAccount
        const position = cursor === undefined ? undefined : readPosition(cursor)
        const order_id = position === undefined ? undefined : decodeOrderId(position.id)
        const after = position === undefined || order_id === undefined ? null : { placed_at: position.at, order_id }
        if (cursor !== undefined && after === null) return yield* badCursor
        const found = yield* orders.list({ account_id, contact_id, after, limit: per_page + 1 })
        const total_count = yield* orders.count(account_id, contact_id, maxCounted)
        const { rows, next_cursor } = cut(found, per_page, ({ order }) => ({
          at: order.placed_at,
          id: String(order.order_id)
        }))
        const total_pages = Math.ceil(total_count / per_page)
        return { data: rows.map(listed), pagination: { page: 1, per_page, total_count, total_pages, next_cursor } }
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        const { id: account_id } = yield* ActingAccount
        const order_id = decodeOrderId(params.id)
        const found = order_id === undefined ? undefined : yield* orders.get(account_id, order_id)
        if (found === undefined) return yield* new NotFound()
        const { order, integration } = found
        const { attributed_message_id } = order
        const message =
          attributed_message_id === null ? undefined : yield* messages.get(account_id, attributed_message_id)
        return {
          data: {
            id: params.id,
            contact_id: order.contact_id,
            deliveries: order.deliveries,
            attribution: message === undefined ? null : { ...message, message_id: message.id },
            flows: yield* started.read(account_id, causesOf(order)),
            order: yield* shown(orderJson(order, integration))
          }
        }
      })
    })
  })
)
