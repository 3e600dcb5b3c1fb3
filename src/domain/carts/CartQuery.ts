import { Schema } from "effect"
import { CursorQuery } from "../lists/Page.ts"
import { IdText } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"
import { CartStage } from "./Cart.ts"
import { CartStatus } from "./cartEnd.ts"

/** The query of a list of carts. */
export const CartQuery = {
  ...CursorQuery,
  contact_id: Schema.optionalKey(IdText),
  status: Schema.optionalKey(CartStatus),
  stage: Schema.optionalKey(CartStage),
  updated_since: Schema.optionalKey(Timestamp)
}
