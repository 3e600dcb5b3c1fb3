const schemes = new Set(["http:", "https:", "mailto:", "tel:"])

// Only what has a scheme of its own keeps it when it is read from here.
const elsewhere = "https://elsewhere.invalid/"

/** Whether a click may be sent there: an absolute http or https address. */
export const isWebAddress = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.protocol === "http:" || parsed.protocol === "https:")
}

/**
 * Whether a link may stay in a message: http, https, mailto or tel, or relative. Judged as browsers read it, and once more with
 * all white space, control and format characters left out, which others skip.
 */
export const isAllowedLink = (address: string): boolean => {
  const [, scheme] = /^([a-z][a-z0-9+.-]*:)/i.exec(address.replace(/[\p{C}\p{Z}\s]/gu, "")) ?? []
  if (scheme !== undefined && !schemes.has(scheme.toLowerCase())) return false
  const read = URL.parse(address, elsewhere)
  return read === null || schemes.has(read.protocol)
}

/**
 * Whether the template itself names the host of an address, of which it holds the first part and variables the rest. They may
 * only follow what ends the host, or they would choose it.
 */
export const namesHost = (address: string, ownPart: string): boolean =>
  ownPart === address ||
  (/^\s*https?:\/\/[^\s/?#\\]+[/?#]/i.test(ownPart) && URL.parse(ownPart)?.origin === URL.parse(address)?.origin)
