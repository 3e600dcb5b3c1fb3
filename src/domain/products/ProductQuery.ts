import { Schema } from "effect"
import { CursorQuery } from "../lists/Page.ts"
import { SearchText } from "../lists/SearchText.ts"
import { Timestamp } from "../values/Time.ts"

const YesOrNo = Schema.Literals(["true", "false"])

/** The query of a list of products. `q` is a part of the title, vendor, type, id or a SKU, without case. */
export const ProductQuery = {
  ...CursorQuery,
  q: Schema.optionalKey(SearchText),
  in_stock: Schema.optionalKey(YesOrNo),
  updated_since: Schema.optionalKey(Timestamp)
}
