const unsubscribe = /^\/v1\/contacts\/([^/]+)\/unsubscribe$/

/** The headers of every response of a deprecated path: `Deprecation`, and links to the successor and the docs (contract §4.3). */
export const deprecationOf = (path: string): Record<string, string> => {
  const id = unsubscribe.exec(path)?.[1]
  if (id === undefined) return {}
  // The raw path is caller-controlled: only characters that are safe within a header are copied.
  const successor = `/v1/contacts/${id.replace(/[^\w.~%-]/g, "")}`
  return { Deprecation: "true", Link: `<${successor}>; rel="successor-version", </docs>; rel="deprecation"` }
}
