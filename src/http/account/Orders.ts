import { Context, Effect, Layer, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Authorization } from "../../api/Authorization.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { AccountAccess, SameOrigin, SignedIn } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { OrdersGroup } from "../../api/Orders.ts"
import { SchemaErrors } from "../../api/SchemaErrors.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { makeId } from "../../domain/values/Id.ts"
import { orderJson } from "../../domain/orders/orderJson.ts"
import { overwrittenIssue } from "../../domain/orders/overwrittenOrder.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import { PlaceOrders } from "../../programs/orders/PlaceOrders.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { OrderQueries } from "../../store/orders/OrderQueries.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"
import { makeOrderReads } from "./orderReads.ts"
import { PrefetchedRows } from "../auth/orderPrefetch.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "../public/Preferences.ts"

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof OrdersGroup>) {
  const orders = yield* PlaceOrders
  const reads = yield* makeOrderReads
  return (
    handlers
      .handle("list", ({ query }) => Effect.flatMap(CallingAccount, ({ account_id }) => reads.list(account_id, query)))
      .handleRaw("export", ({ query }) =>
        Effect.flatMap(CallingAccount, ({ account_id }) => reads.export(account_id, query))
      )
      .handle("get", ({ params }) => Effect.flatMap(accountId, (account_id) => reads.get(account_id, params.id)))
      // Raw: the response echoes numbers and free-form members to the digit.
      .handleRaw(
        "place",
        Effect.fnUntraced(function* ({ request, headers: requestHeaders }) {
          const { account_id, default_country, clock_offset, actor } = yield* CallingAccount
          const body = yield* readJson(request, bodyLimit)
          const token = requestHeaders["x-service-integration-token"]
          const [dry, handling] = [wantsDryRun(request), handlingOf(request)]
          const context = {
            account_id,
            default_country,
            clock_offset,
            integration_digest: token === undefined ? null : digestOf(token),
            new_contact_id: yield* makeId("con"),
            actor
          }
          const { call, warnings } = yield* readOrder(body, context, handling)
          const headers = appliedHeaders({ dry, handling })
          if (dry) {
            const { order, integration, dry_run } = yield* orders.preview(call)
            return HttpServerResponse.text(
              `{"data":${orderJson(order, integration)},"dry_run":${JSON.stringify(dry_run)}${warningsMember(handling, warnings)}}`,
              { contentType: "application/json", headers }
            )
          }
          const { created, order, integration, overwritten } = yield* orders.place(call, yield* PrefetchedRows)
          const notices = overwritten === undefined ? [] : [overwrittenIssue(overwritten)]
          const noticesJson = warningsMember(handling, [...warnings, ...notices])
          return HttpServerResponse.text(`{"data":${orderJson(order, integration)}${noticesJson}}`, {
            status: created ? 201 : 200,
            contentType: "application/json",
            headers
          })
        })
      )
  )
})

type Required =
  | PlaceOrders
  | OrderQueries
  | ContactQueries
  | MessageQueries
  | FlowRuns
  | Authorization
  | AccountAccess
  | SignedIn
  | SameOrigin
  | SchemaErrors
  | Scope.Scope

/**
 * The handlers, built with the services that they use and no others: for each request a group copies the map of all services that it was
 * built with.
 */
export const OrdersHandlers = Layer.effectContext(
  Layer.build(HttpApiBuilder.group(Api, "orders", build)).pipe(
    Effect.updateContext((services: Context.Context<Required>) =>
      Context.pick(
        PlaceOrders,
        OrderQueries,
        ContactQueries,
        MessageQueries,
        FlowRuns,
        Authorization,
        AccountAccess,
        SignedIn,
        SameOrigin,
        SchemaErrors,
        Scope.Scope
      )(services)
    )
  )
)
export const DashboardOrdersHandlers = HttpApiBuilder.group(DashboardApi, "orders", build)
