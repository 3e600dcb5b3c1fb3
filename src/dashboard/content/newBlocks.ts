import type { Block } from "../../domain/content/Block.ts"
import * as words from "../words/content/blocks.ts"

/** A text without words. */
export const emptyText = { type: "text", content: [{ type: "paragraph", runs: [] }] } as const

/** The blocks that can be added, in the order of the menu. */
export const newBlocks: ReadonlyArray<Block> = [
  emptyText,
  { type: "image", src: "", alt: "" },
  { type: "button", text: words.newButton, link: "" },
  { type: "products", kind: "best_sellers", count: 2, columns: 2, show_price: true },
  { type: "columns", columns: [{ blocks: [emptyText] }, { blocks: [emptyText] }] },
  { type: "divider" },
  { type: "space", height: 24 },
  { type: "social", links: [{ network: "website", link: "" }] },
  { type: "coupon", coupon: "", label: words.newCouponLabel },
  { type: "cart", button: words.newCartButton },
  { type: "html", html: "" }
]

/** The mail that somebody begins to write. */
export const emptyDocument = { blocks: [emptyText] } as const
