import { Context, Effect, Layer, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Authorization, Caller } from "../../api/Authorization.ts"
import { SchemaErrors } from "../../api/SchemaErrors.ts"
import { digestOf } from "../../store/database/Digest.ts"
import { makeId } from "../../domain/values/Id.ts"
import { orderJson } from "../../domain/orders/orderJson.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import { PlaceOrders } from "../../programs/orders/PlaceOrders.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "./Preferences.ts"

const handlers = HttpApiBuilder.group(
  Api,
  "orders",
  Effect.fnUntraced(function* (handlers) {
    const orders = yield* PlaceOrders
    // Raw: the response echoes numbers and free-form members to the digit.
    return handlers.handleRaw(
      "place",
      Effect.fnUntraced(function* ({ request, headers: requestHeaders }) {
        const { account_id, default_country, clock_offset, token_id, parsedBody, prefetched } = yield* Caller
        const body = yield* readJson(request, bodyLimit, parsedBody)
        const token = requestHeaders["x-service-integration-token"]
        const [dry, handling] = [wantsDryRun(request), handlingOf(request)]
        const context = {
          account_id,
          default_country,
          clock_offset,
          integration_digest: token === undefined ? null : digestOf(token),
          new_contact_id: yield* makeId("con"),
          actor: token_id
        }
        const { call, warnings } = yield* readOrder(body, context, handling)
        const warningsJson = warningsMember(handling, warnings)
        const headers = appliedHeaders({ dry, handling })
        if (dry) {
          const { order, integration, dry_run } = yield* orders.preview(call)
          return HttpServerResponse.text(
            `{"data":${orderJson(order, integration)},"dry_run":${JSON.stringify(dry_run)}${warningsJson}}`,
            { contentType: "application/json", headers }
          )
        }
        const { created, order, integration } = yield* orders.place(call, prefetched)
        return HttpServerResponse.text(`{"data":${orderJson(order, integration)}${warningsJson}}`, {
          status: created ? 201 : 200,
          contentType: "application/json",
          headers
        })
      })
    )
  })
)

type Required = PlaceOrders | Authorization | SchemaErrors | Scope.Scope

/**
 * The handlers, built with the services that they use and no others: for each request a group copies the map of all services that it was
 * built with.
 */
export const OrdersHandlers = Layer.effectContext(
  Layer.build(handlers).pipe(
    Effect.updateContext((services: Context.Context<Required>) =>
      Context.pick(PlaceOrders, Authorization, SchemaErrors, Scope.Scope)(services)
    )
  )
)
