import { Schema } from "effect"
import { CursorQuery } from "../lists/Page.ts"
import { SearchText } from "../lists/SearchText.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { isOwnId } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"

const YesOrNo = Schema.Literals(["true", "false"])

const maxIds = 100

/** Ids of products with commas between them. */
const ProductIds = leaf({
  to: Schema.Array(Schema.String.check(madeUpText(/^[a-z0-9-]{1,20}$/))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(maxIds)
  ),
  json: { type: "string", maxLength: maxIds * 129, examples: ["cup-blue,cup-red"] },
  message: `Must be 1 to ${maxIds} ids of products with commas between them`,
  decode: (value) => {
    if (typeof value !== "string" || value.length > maxIds * 129) return undefined
    const ids = value.split(",")
    return ids.length <= maxIds && ids.every(isOwnId) ? ids : undefined
  },
  encode: (ids) => ids.join(",")
})

/** The query of a list of products. `q` is a part of the title, vendor, type, id or a SKU, without case; `ids` are the products with these ids. */
export const ProductQuery = {
  ...CursorQuery,
  q: Schema.optionalKey(SearchText),
  ids: Schema.optionalKey(ProductIds),
  in_stock: Schema.optionalKey(YesOrNo),
  updated_since: Schema.optionalKey(Timestamp)
}
