import { Dotted } from "../components/StatusBadge.tsx"
import * as words from "../words/products.ts"

/** Whether pieces can be bought, with their number where they are counted. */
export const StockState = ({ in_stock, stock }: { readonly in_stock: boolean; readonly stock: number | null }) =>
  in_stock ? (
    <Dotted color="teal" text={stock === null ? words.inStock : words.pieces(stock)} />
  ) : (
    <Dotted color="gray" text={words.soldOut} />
  )
