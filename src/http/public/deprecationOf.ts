const unsubscribe = /^\/v1\/contacts\/([^/]+)\/unsubscribe$/

/** What every answer of a deprecated path carries: that it is, what to call instead, and where that is explained (contract §4). */
export const deprecationOf = (path: string): Record<string, string> => {
  const id = unsubscribe.exec(path)?.[1]
  if (id === undefined) return {}
  // The id is the caller's text until the path is decoded.
  const successor = `/v1/contacts/${id.replace(/[^\w.~%-]/g, "")}`
  return { Deprecation: "true", Link: `<${successor}>; rel="successor-version", </docs>; rel="deprecation"` }
}
