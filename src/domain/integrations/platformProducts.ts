import type { JsonObject } from "../json/Json.ts"
import { productLimits } from "../products/Product.ts"
import { isOwnId } from "../values/Id.ts"
import { beginning } from "../values/Text.ts"
import { formatTime } from "../values/Time.ts"
import { webAddress } from "../values/WebAddress.ts"
import { decimalOf, exactMember, idOf, textOf, timeOf } from "./platformFields.ts"
import { ignored, type PlatformCommand } from "./PlatformCommand.ts"

/** A variant as its platform has it. */
interface PlatformVariant {
  readonly id: unknown
  readonly sku?: unknown
  readonly title?: unknown
  readonly price: unknown
  readonly compare_at_price?: unknown
  /** Pieces; null where they are not counted, or are sold when there are none. */
  readonly stock: unknown
  readonly image_url?: unknown
  readonly inventory_item_id?: unknown
}

/** A product as its platform has it. `isAsOfReceipt`: it holds now, whenever it was changed. */
interface PlatformProduct {
  readonly product_id: string | null
  /** When the platform last changed it. */
  readonly updated: unknown
  readonly title: unknown
  readonly url: string | null
  readonly image_url: unknown
  /** HTML. */
  readonly description: unknown
  readonly vendor?: unknown
  readonly product_type?: unknown
  readonly tags: ReadonlyArray<unknown>
  readonly published: boolean
  readonly variants: ReadonlyArray<PlatformVariant>
  readonly isAsOfReceipt?: boolean
}

const name = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null ? null : beginning(text, productLimits.name)
}

const address = (value: unknown): string | null => webAddress(textOf(value) ?? "") ?? null

// A tag ends before the next one begins, so that this is linear.
const plainText = (html: unknown): string | null =>
  textOf(
    (textOf(html) ?? "")
      .replaceAll(/<[^<>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
  )

const maxStock = 1_000_000_000

const pieces = (value: unknown): number | null => {
  const number = Math.trunc(Number(textOf(value) ?? Number.NaN))
  return Number.isFinite(number) ? Math.max(-maxStock, Math.min(maxStock, number)) : null
}

const price = (value: unknown) => {
  const decimal = decimalOf(value)
  return decimal === null || decimal.startsWith("-") ? null : JSON.rawJSON(decimal)
}

/** The command of a product. */
export const productCommand = (product: PlatformProduct): PlatformCommand => {
  const { product_id, variants } = product
  const [at, title] = [timeOf(product.updated), name(product.title)]
  if (product_id === null || at === null || title === null) return ignored("unreadable")
  const known = new Map<string, PlatformVariant>()
  for (const variant of variants.slice(0, productLimits.variants)) {
    const id = textOf(variant.id)
    if (id !== null && isOwnId(id) && !known.has(id)) known.set(id, variant)
  }
  const body: JsonObject = {
    title,
    url: product.url,
    image_url: address(product.image_url),
    description: plainText(product.description),
    vendor: name(product.vendor),
    product_type: name(product.product_type),
    tags: product.tags.flatMap((tag) => name(tag)?.trim() ?? []).slice(0, productLimits.tags),
    published: product.published,
    variants: exactMember(
      [...known].map(([id, variant]) => ({
        id,
        sku: name(variant.sku),
        title: name(variant.title),
        price: price(variant.price),
        compare_at_price: price(variant.compare_at_price),
        stock: pieces(variant.stock),
        image_url: address(variant.image_url)
      }))
    ),
    updated_at: formatTime(at)
  }
  const items = [...known].flatMap(([id, { inventory_item_id }]) => {
    const item = idOf(inventory_item_id)
    return item === null ? [] : [[id, item] as const]
  })
  return {
    type: "product",
    product_id,
    product: body,
    inventory_items: Object.fromEntries(items),
    isAsOfReceipt: product.isAsOfReceipt === true
  }
}

/** The command of a product that is gone. No platform says when. */
export const productRemoval = (product_id: string | null): PlatformCommand =>
  product_id === null
    ? ignored("unreadable")
    : { type: "product", product_id, product: null, inventory_items: {}, isAsOfReceipt: true }

/** The address of a path below the store; null without the store's own. */
export const storePath = (store_url: string | null | undefined, path: string): string | null => {
  const base = store_url == null ? null : URL.parse(store_url)
  const url = base === null ? null : URL.parse(path, base)
  return url === null || url.host !== base?.host ? null : (webAddress(url.href) ?? null)
}
