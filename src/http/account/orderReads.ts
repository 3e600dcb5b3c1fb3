import { DateTime, Effect, Option, Result, Schema } from "effect"
import { ExactOrder } from "../../api/Orders.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isObject, parseAnswer } from "../../domain/json/Json.ts"
import type { KeysetSlice, ListPosition } from "../../domain/lists/ListPosition.ts"
import type { ContactFilter } from "../../domain/contacts/ContactQuery.ts"
import { type OrderQuery, readOrderSearch } from "../../domain/orders/OrderQuery.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { orderJson, orderName } from "../../domain/orders/orderJson.ts"
import { orderCsvColumns } from "../../domain/orders/ordersCsv.ts"
import { OrderId } from "../../domain/orders/OrderId.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { type ListedOrder, type OrderPosition, OrderQueries } from "../../store/orders/OrderQueries.ts"
import { csvStream } from "../../programs/lists/csvStream.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { csvResponse } from "../account/csvResponse.ts"
import { countedPage } from "../account/keysetPage.ts"

type OrderFilters = Schema.Struct<typeof OrderQuery>["Type"]

const maxDeliveries = 50
// Orders of this many contacts are found by one search.
const maxBuyers = 200
const decodeId = Schema.decodeUnknownOption(OrderId)
const decodeExact = Schema.decodeUnknownEffect(ExactOrder)

/** Decodes the JSON of an order to the digit. */
const exactOrder = (json: string) => {
  const response = Result.getOrThrow(parseAnswer(`{"data":${json}}`))
  return Effect.orDie(decodeExact(isObject(response) ? response["data"] : undefined))
}

const decodeOrderId = (text: string): bigint | undefined => Option.getOrUndefined(decodeId(text))

const listedOrder = ({ order, integration }: ListedOrder) => ({
  id: String(order.order_id),
  name: orderName(order),
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

// The causes of flow runs that an order can have: placed, and its latest deliveries.
const causesOf = ({ order_id, deliveries }: ListedOrder["order"]): ReadonlyArray<string> => [
  `order_placed|${order_id}|0`,
  ...Array.from(
    { length: Math.min(deliveries, maxDeliveries) },
    (_, index) => `order_received|${order_id}|${deliveries - index}`
  )
]

/** The reads of orders: their list, the list as a file, and one order. */
export const makeOrderReads = Effect.gen(function* () {
  const orders = yield* OrderQueries
  const messages = yield* MessageQueries
  const runs = yield* FlowRuns
  const contactQueries = yield* ContactQueries

  // The newest contacts that match the words of a search.
  const buyers = Effect.fnUntraced(function* (account_id: string, search: ContactFilter["search"]) {
    if (search === undefined || search.length === 0) return []
    const total = yield* contactQueries.total(account_id, { search })
    const found = yield* contactQueries.read(
      account_id,
      { search },
      { before: null, offset: 0, limit: maxBuyers, total }
    )
    return found.map(({ contact_id }) => contact_id)
  })

  const filterOf = Effect.fnUntraced(function* (account_id: string, query: OrderFilters) {
    const { search = "", placed_since, placed_until, per_page: _, cursor: __, sort: ___, ...exact } = query
    const sought = readOrderSearch(search)
    const found = sought === undefined ? undefined : { ...sought, contact_ids: yield* buyers(account_id, sought.terms) }
    return {
      ...exact,
      found,
      placed_since: placed_since?.epochMilliseconds,
      placed_until: placed_until?.epochMilliseconds
    }
  })
  return {
    export: Effect.fnUntraced(function* (account_id: string, query: OrderFilters) {
      const filter = yield* filterOf(account_id, query)
      const rows = yield* csvStream({
        columns: orderCsvColumns,
        positionOf: ({ order: { placed_at, order_id } }: ListedOrder): OrderPosition => ({ placed_at, order_id }),
        read: (slice) => orders.list(account_id, filter, slice, query.sort)
      })
      return csvResponse("orders", rows)
    }),
    list: Effect.fnUntraced(function* (account_id: string, query: OrderFilters) {
      const filter = yield* filterOf(account_id, query)
      const list = {
        positionOf: ({ order }: ListedOrder) => ({ at: order.placed_at, id: String(order.order_id) }),
        keyOf: ({ at, id }: ListPosition) => {
          const order_id = decodeOrderId(id)
          return order_id === undefined ? undefined : { placed_at: at, order_id }
        },
        read: (slice: KeysetSlice<OrderPosition>) => orders.list(account_id, filter, slice, query.sort)
      }
      const page = yield* countedPage(query, list, (max) => orders.count(account_id, filter, max))
      return { ...page, data: page.data.map(listedOrder) }
    }),
    get: Effect.fnUntraced(function* (account_id: string, id: string) {
      const order_id = decodeOrderId(id)
      const found = order_id === undefined ? undefined : yield* orders.get(account_id, order_id)
      if (found === undefined) return yield* new NotFound()
      const { order, integration } = found
      const { attributed_message_id } = order
      const message =
        attributed_message_id === null ? undefined : yield* messages.get(account_id, attributed_message_id)
      return {
        data: {
          id,
          name: orderName(order),
          contact_id: order.contact_id,
          deliveries: order.deliveries,
          attribution: message === undefined ? null : { ...message, message_id: message.id },
          flows: yield* runs.outcomes(account_id, causesOf(order)),
          order: yield* exactOrder(orderJson(order, integration))
        }
      }
    })
  }
})
