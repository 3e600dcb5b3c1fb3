const scheme = /^[a-z][a-z0-9+.-]*:/i

/** The longest address of a shop in a template. */
export const maxShopAddress = 500

/** The address of a shop as it is typed, with https:// before a host alone; undefined for what is no address of the web. Pure. */
export const shopAddress = (typed: string): string | undefined => {
  const trimmed = typed.trim()
  if (trimmed === "" || trimmed.length > maxShopAddress || /[\s{}<>"']/.test(trimmed)) return undefined
  const url = URL.parse(scheme.test(trimmed) && trimmed.includes("://") ? trimmed : `https://${trimmed}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !/[^.]\.[^.]/.test(url.hostname)) return undefined
  return url.username === "" && url.password === "" ? url.href : undefined
}

/** An address that nobody has, for looking at a template before the shop's own is known. */
export const sampleShop = "https://shop.example/"
