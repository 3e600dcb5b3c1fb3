import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CartSource, CartStage, maxCartItems } from "../domain/carts/Cart.ts"
import { CartStatus } from "../domain/carts/cartEnd.ts"
import { CartInput } from "../domain/carts/CartInput.ts"
import { CartQuery } from "../domain/carts/CartQuery.ts"
import { lineItems } from "../domain/json/FreeForm.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { dryRun } from "./DryRun.ts"
import { page } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { exact } from "./Exact.ts"
import { access } from "./mounts.ts"
import { OwnId } from "./OwnId.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

const text = Schema.NullOr(Schema.String)

const members = {
  id: Schema.String,
  source: CartSource,
  status: CartStatus.annotate({
    description:
      "`open`; `ordered`: an order ended it (`order_id`, null where none was named); `removed`: it was emptied."
  }),
  stage: CartStage,
  contact_id: text,
  visitor_id: text,
  currency: text,
  total_amount: text,
  url: text,
  order_id: text.annotate({ description: "The order that ended the cart, as text." }),
  updated_at: Timestamp.annotate({ description: "When the cart was changed last, by the caller's clock." }),
  created_at: Timestamp
}

/** The cart of a response (contract §18). */
const CartBody = Schema.Struct({ ...members, line_items: lineItems(maxCartItems) }).annotate({ identifier: "Cart" })

/** A cart in a list, without its items. `contact` is the address of its contact. */
const ListedCart = Schema.Struct({ ...members, contact: text, item_count: Schema.Int }).annotate({
  identifier: "ListedCart"
})

/** The effect of a dry run. `contact` is the contact of the cart after the call: its id is null if the call would create it. */
const CartDryRun = dryRun({
  created: Schema.Boolean,
  changed: Schema.Boolean,
  contact: Schema.NullOr(
    Schema.Struct({ action: Schema.Literals(["created", "found"]), id: text, email: text, phone: text })
  )
}).annotate({ identifier: "CartDryRun" })

/** The response to a call that creates a cart, or reads or removes one. */
export const CartCreated = Schema.Struct({ data: CartBody, ...warnings }).annotate({ identifier: "CartCreated" })

/** The response to an update or a dry run. */
export const CartResponse = Schema.Struct({
  data: CartBody,
  dry_run: Schema.optionalKey(CartDryRun),
  ...warnings
}).annotate({ identifier: "CartResponse" })

/** Carts of shoppers (contract §18). */
export class CartsGroup extends HttpApiGroup.make("carts").add(
  HttpApiEndpoint.get("list", "/carts", {
    query: CartQuery,
    success: page(ListedCart),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("carts_read"))
    .annotate(OpenApi.Summary, "List carts")
    .annotate(
      OpenApi.Description,
      "Last changed first, with what became of each. Carts that were emptied are listed with `status=removed` alone."
    ),
  HttpApiEndpoint.get("get", "/carts/:id", {
    params: { id: Schema.String },
    success: exact(CartCreated, "CartCreated"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("carts_read"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Read a cart")
    .annotate(OpenApi.Description, "A cart that was emptied or removed is a 404, unless an order ended it."),
  HttpApiEndpoint.put("put", "/carts/:id", {
    params: { id: Schema.String },
    headers: preferHeader,
    payload: CartInput,
    success: [
      preferred(exact(CartResponse, "CartResponse")),
      preferred(exact(CartCreated, "CartCreated").pipe(HttpApiSchema.status(201)))
    ],
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("carts_write"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Create or replace a cart")
    .annotate(
      OpenApi.Description,
      "Keeps the cart under the caller's own id (201), or replaces it (200). Its contact is found by `contact_id`, `email` or `phone`; an unknown e-mail or phone creates a contact. Without any of them the cart is kept for 30 days and starts nothing. An `updated_at` that is older than the stored one changes nothing, so that calls may arrive in any order; left out, it is now. A cart without `line_items` is a removed one. An order ends a cart: `completed_order_id` names it, else any order of the contact placed at or after `updated_at` does. `Prefer: dry-run` decides and writes nothing; `Prefer: handling=lenient` leaves out an invalid `email`, `phone`, `visitor_id`, `stage` or `url` and lists it under `warnings`."
    ),
  HttpApiEndpoint.delete("remove", "/carts/:id", {
    params: { id: Schema.String },
    success: exact(CartCreated, "CartCreated"),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("carts_write"))
    .annotate(OwnId, true)
    .annotate(OpenApi.Summary, "Remove a cart")
    .annotate(
      OpenApi.Description,
      "Answers with the cart as it was. Its items are deleted; older calls do not bring it back."
    )
) {}
