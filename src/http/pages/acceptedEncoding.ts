/** The encodings of static content, the smallest first. */
export type Encoding = "br" | "gzip"

/** The best encoding that an `Accept-Encoding` allows; undefined for none (RFC 9110 §12.5.3). */
export const acceptedEncoding = (header: string | undefined): Encoding | undefined => {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
      return [coding === "x-gzip" ? "gzip" : coding, weight === undefined ? 1 : Number(weight)] as const
    })
  )
  const allows = (coding: string) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0
  return allows("br") ? "br" : allows("gzip") ? "gzip" : undefined
}
