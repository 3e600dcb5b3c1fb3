import { Effect } from "effect"
import { exactElements, isObject, type JsonObject } from "../json/Json.ts"
import { decodeJson } from "../json/decodeJson.ts"
import { type Handling, readBody } from "../json/readBody.ts"
import type { ValidationFailed, ValidationIssue } from "../ValidationIssue.ts"
import { productLimits, type PutProduct, type Variant } from "./Product.ts"
import { ProductInput } from "./ProductInput.ts"

const decodeInput = decodeJson(ProductInput)

// The numbers of variants keep their digits.
const decodeExact: typeof decodeInput = (body, rules) => {
  const { variants } = body
  return decodeInput(
    Array.isArray(variants) ? { ...body, variants: exactElements(variants, productLimits.variants + 1) } : body,
    rules
  )
}

const maxMillisAhead = 24 * 3_600_000

/** The values of a call that are not in its body. */
export type ProductContext = Omit<PutProduct, "fields" | "at"> & {
  /** The time of the call, in milliseconds. */
  readonly now: number
}

/** Rules that span fields, or depend on the time. */
const productRules = (body: JsonObject, now: number): ReadonlyArray<ValidationIssue> => {
  const issues: Array<ValidationIssue> = []
  const ids = new Set<unknown>()
  const variants: ReadonlyArray<unknown> = Array.isArray(body["variants"]) ? body["variants"] : []
  for (const [at, variant] of variants.slice(0, productLimits.variants).entries()) {
    const id = isObject(variant) ? variant["id"] : undefined
    if (typeof id !== "string") continue
    if (ids.has(id)) issues.push({ field: `variants.${at}.id`, message: "Another variant has this id" })
    ids.add(id)
  }
  const time = body["updated_at"]
  if (typeof time === "string" && Date.parse(time) > now + maxMillisAhead)
    issues.push({ field: "updated_at", message: "Must be at most 24 hours ahead" })
  return issues
}

// Lenient handling never leaves these out: without them the product would be another one.
const essential = new Set(["title", "published", "variants", "updated_at", ""])

/** The report of a body with its warnings, or all issues of the body (contract §19). */
export const readProduct = (
  body: JsonObject,
  { now, ...context }: ProductContext,
  handling: Handling
): Effect.Effect<
  { readonly report: PutProduct; readonly warnings: ReadonlyArray<ValidationIssue> },
  ValidationFailed
> =>
  Effect.map(
    readBody(
      {
        decode: decodeExact,
        unreadable: [],
        rules: (raw) => productRules(raw, now),
        isSecondary: (member) => !essential.has(member),
        orphaned: () => []
      },
      body,
      handling
    ),
    ({ input, warnings }) => ({ report: toPutProduct(input, context), warnings })
  )

const toPutProduct = (input: ProductInput, context: Omit<ProductContext, "now">): PutProduct => ({
  ...context,
  fields: {
    title: input.title,
    url: input.url ?? null,
    image_url: input.image_url ?? null,
    description: input.description ?? null,
    vendor: input.vendor ?? null,
    product_type: input.product_type ?? null,
    tags: [...new Set(input.tags)],
    published: input.published ?? true,
    variants: (input.variants ?? []).map(toVariant)
  },
  at: input.updated_at?.epochMilliseconds ?? null
})

const toVariant = (variant: NonNullable<ProductInput["variants"]>[number]): Variant => ({
  id: variant.id,
  sku: variant.sku ?? null,
  title: variant.title ?? null,
  price: variant.price ?? null,
  compare_at_price: variant.compare_at_price ?? null,
  currency: variant.currency ?? null,
  stock: variant.stock ?? null,
  image_url: variant.image_url ?? null,
  reported_stock: variant.stock ?? null,
  inventory_item_id: null
})
