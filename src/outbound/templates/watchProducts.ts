import type { TemplateProduct, TemplateProducts } from "../../domain/products/productsInMail.ts"

/** Products that tell which of them a template shows. */
interface WatchedProducts {
  readonly products: TemplateProducts
  /** The ids of the products of which anything was read, in that order. */
  readonly shown: () => ReadonlyArray<string>
}

/** Watches which products of a message its templates show: its lists may have more. */
export const watchProducts = (products: TemplateProducts): WatchedProducts => {
  const shown = new Set<string>()
  const watched = (product: TemplateProduct): TemplateProduct => {
    const id = String(product["id"])
    const members = Object.entries(product).map(([name, value]) => {
      const get = () => {
        shown.add(id)
        return value
      }
      return [name, { enumerable: true, get }] as const
    })
    return Object.defineProperties({}, Object.fromEntries(members))
  }
  const lists = Object.entries(products).map(([kind, list]) => [kind, list.map(watched)] as const)
  return { products: Object.fromEntries(lists), shown: () => [...shown] }
}
