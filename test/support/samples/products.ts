import type { PutProduct, Variant } from "../../../src/domain/products/Product.ts"
import { noFields } from "../../../src/domain/products/Product.ts"

/** A body of `PUT /products/{id}`. */
export const productBody = (members: Record<string, unknown> = {}) => ({
  title: "Blue cup",
  url: "https://shop.example/products/blue-cup",
  image_url: "https://shop.example/images/blue-cup.jpg",
  vendor: "Potters & Sons",
  product_type: "Cups",
  tags: ["kitchen"],
  variants: [{ id: "v-1", sku: "CUP-BLUE", title: "Blue", price: 29.95, currency: "USD", stock: 4 }],
  ...members
})

/** A variant of a report. */
export const variant = (id: string, members: Partial<Variant> = {}): Variant => ({
  id,
  sku: null,
  title: null,
  price: "10",
  compare_at_price: null,
  currency: "USD",
  stock: 1,
  image_url: null,
  inventory_item_id: null,
  ...members,
  reported_stock: members.reported_stock ?? (members.stock === undefined ? 1 : members.stock)
})

/** A report of a product at a moment; without variants it is a removal. */
export const productReport = (
  product_id: string,
  at: number | null,
  variants: ReadonlyArray<Variant> | null,
  members: Partial<PutProduct> = {}
): PutProduct => ({
  account_id: "acc_1",
  product_id,
  source: "api",
  new_product_key: `prd_${product_id}`,
  fields: variants === null ? null : { ...noFields, title: "Cup", published: true, variants },
  at,
  ...members
})
