/** A product as pages report it. */
export interface SiteProduct {
  readonly id: string | number
  readonly title?: unknown
  readonly url?: unknown
  readonly image_url?: unknown
  readonly price?: unknown
  readonly currency?: unknown
}

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

// Structured data of a page is small; what is nested deeper describes parts of other things.
const thingsIn = (value: unknown, depth = 0): ReadonlyArray<Data> =>
  depth > 3
    ? []
    : listOf(value)
        .filter(isData)
        .flatMap((thing) => [thing, ...thingsIn([thing["@graph"] ?? [], thing["mainEntity"] ?? []].flat(), depth + 1)])

const isProduct = (thing: Data): boolean =>
  listOf(thing["@type"]).some((type) => /^(?:.*\/)?Product(?:Group)?$/.test(String(type)))

const firstText = (...values: ReadonlyArray<unknown>): string | undefined => {
  for (const value of values.flatMap(listOf)) {
    const text = isData(value) ? value["url"] : value
    if (typeof text === "string" && text !== "") return text
    if (typeof text === "number") return String(text)
  }
}

/** The product of a page by its structured data (schema.org, JSON-LD): the only one, with an id. Undefined for any other page. */
export const productOfPage = (page: Document): SiteProduct | undefined => {
  const found = [...page.querySelectorAll('script[type="application/ld+json"]')].flatMap(({ textContent }) => {
    try {
      return thingsIn(JSON.parse(textContent ?? ""))
    } catch {
      return []
    }
  })
  const [product, second] = found.filter(isProduct)
  if (product === undefined || second !== undefined) return undefined
  const id = firstText(product["productID"], product["productGroupID"], product["sku"])
  if (id === undefined) return undefined
  const offer = listOf(product["offers"]).find(isData)
  const price = firstText(offer?.["price"], offer?.["lowPrice"])
  return {
    id,
    title: firstText(product["name"]),
    url: firstText(product["url"]) ?? page.location.href.split("#")[0],
    image_url: firstText(product["image"]),
    price: price === undefined ? undefined : Number(price),
    currency: firstText(offer?.["priceCurrency"])
  }
}
