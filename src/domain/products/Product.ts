import { Schema } from "effect"
import { Platform } from "../integrations/IntegrationKind.ts"

/** The reporter of a product: a caller of the API, or the platform of a connected store. */
export const ProductSource = Schema.Literals(["api", ...Platform.literals])

/** The most variants and tags of a product, products of a batch, and characters of its texts. */
export const productLimits = { variants: 100, tags: 250, batch: 500, name: 255, description: 5_000 } as const

const text = Schema.NullOr(Schema.String)

/**
 * A variant as stored. Amounts are decimal text. `stock` is null where pieces are not counted: it never runs out. `reported_stock` is that of the
 * latest report of the product, `inventory_item_id` the platform's name of what it counts.
 */
export const Variant = Schema.Struct({
  id: Schema.String,
  sku: text,
  title: text,
  price: text,
  compare_at_price: text,
  currency: text,
  stock: Schema.NullOr(Schema.Int),
  image_url: text,
  reported_stock: Schema.NullOr(Schema.Int),
  inventory_item_id: text
})
export type Variant = typeof Variant.Type

/** A product by its latest report; without any of it after a removal. */
export interface ProductFields {
  readonly title: string | null
  readonly url: string | null
  readonly image_url: string | null
  readonly description: string | null
  readonly vendor: string | null
  readonly product_type: string | null
  readonly tags: ReadonlyArray<string>
  readonly published: boolean
  readonly variants: ReadonlyArray<Variant>
}

/**
 * A product as stored: that of its latest report by `changed_at`, then `changed_rank`, so that the order of arrival makes no difference. Times in
 * milliseconds.
 */
export interface Product extends ProductFields {
  readonly account_id: string
  /** The caller's id, or the platform's. */
  readonly product_id: string
  /** Orders products that changed at the same moment in lists. */
  readonly product_key: string
  readonly source: typeof ProductSource.Type
  readonly removed: boolean
  readonly in_stock: boolean
  /** When variants came back, by their id: of the last minutes alone. */
  readonly restocks: Readonly<Record<string, number>>
  /** When the caller last changed the product, by the caller's clock. */
  readonly changed_at: number
  readonly changed_rank: string
  readonly created_at: number
  /** When the service last stored a change. */
  readonly written_at: number
}

/** One report of a product, valid and normalized. */
export interface PutProduct {
  readonly account_id: string
  readonly product_id: string
  readonly source: typeof ProductSource.Type
  /** The key that a new product gets. */
  readonly new_product_key: string
  /** Null in the report of a removal. */
  readonly fields: ProductFields | null
  /** When the product was changed, in milliseconds; null for now, which is later than every report before. */
  readonly at: number | null
}

/** A product without its fields. */
export const noFields: ProductFields = {
  title: null,
  url: null,
  image_url: null,
  description: null,
  vendor: null,
  product_type: null,
  tags: [],
  published: false,
  variants: []
}

/** Whether a piece of the variant can be bought. */
export const isInStock = ({ stock }: Pick<Variant, "stock">): boolean => stock === null || stock > 0

/** Whether any variant can be bought. Of a product without variants nothing is counted. */
export const anyInStock = (variants: ReadonlyArray<Variant>): boolean =>
  variants.length === 0 || variants.some(isInStock)
