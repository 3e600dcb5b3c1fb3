import { Schema } from "effect"
import { maxProducts, productKinds } from "../products/chooseProducts.ts"
import { text } from "../values/Text.ts"
import { blockMembers, integer } from "./blockParts.ts"

/**
 * Products of a kind (contract §18), chosen when the message is rendered, `columns` beside each other. `button` are the words of a button to
 * each. Nothing is shown where there are none.
 */
export const ProductsBlock = Schema.Struct({
  type: Schema.Literal("products"),
  ...blockMembers,
  kind: Schema.Literals(productKinds),
  count: integer(1, maxProducts),
  columns: integer(1, 4),
  show_price: Schema.Boolean,
  button: Schema.optionalKey(text(100))
}).annotate({ identifier: "ProductsBlock" })
export type ProductsBlock = typeof ProductsBlock.Type
