const schemes = new Set(["http:", "https:", "mailto:", "tel:"])

// A relative address takes the scheme of this base.
const base = "https://elsewhere.invalid/"

/** Whether an address is an absolute http or https URL, to which a click may be redirected. */
export const isWebAddress = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === "http:" || parsed.protocol === "https:")
}

/**
 * Whether a link may stay in a message: http, https, mailto, tel or relative. The scheme is checked as browsers parse it, and
 * once more without white space, control and format characters, which some mail clients skip.
 */
export const isAllowedLink = (address: string): boolean => {
  const [, scheme] = /^([a-z][a-z0-9+.-]*:)/i.exec(address.replace(/[\p{C}\p{Z}\s]/gu, "")) ?? []
  if (scheme !== undefined && !schemes.has(scheme.toLowerCase())) return false
  const parsed = URL.parse(address, base)
  return parsed === null || schemes.has(parsed.protocol)
}

/**
 * Whether the template determines the host of an address, of which `ownPart` is the beginning that the template holds itself.
 * Variables may only follow the character that ends the host; before it they could choose the host.
 */
export const namesHost = (address: string, ownPart: string): boolean =>
  ownPart === address ||
  (/^\s*https?:\/\/[^\s/?#\\]+[/?#]/i.test(ownPart) && URL.parse(ownPart)?.origin === URL.parse(address)?.origin)
