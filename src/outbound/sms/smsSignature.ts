import { createHmac, timingSafeEqual } from "node:crypto"
import { parse, stringify } from "node:querystring"

const hashes = new Map([
  ["HMAC_SHA1", "sha1"],
  ["HMAC_SHA256", "sha256"]
])

/**
 * The hash that Twilio's header `X-Twilio-Webhooks-Signature-Settings` names (`key=…,algorithm=HMAC_SHA256`), which a webhook has that is signed
 * by a shared key. SHA-1 without the header; undefined for an unknown one.
 */
export const signatureHash = (settings: string | undefined): string | undefined => {
  const algorithms = (settings ?? "").split(",").flatMap((part) => {
    const at = part.indexOf("=")
    const value = part.slice(at + 1).trim()
    return at >= 0 && part.slice(0, at).trim() === "algorithm" && value !== "" ? [value] : []
  })
  return hashes.get((algorithms[0] ?? "HMAC_SHA1").toUpperCase())
}

/** The signature of a Twilio-compatible provider: over the URL it calls and the form fields sorted by name, the values of a name each once. */
export const smsSignature = (secret: string, url: string, form: URLSearchParams, hash = "sha1"): string => {
  const fields = Map.groupBy(form, ([name]) => name)
  const text = [...fields.keys()]
    .sort()
    .flatMap((name) =>
      [...new Set(fields.get(name)?.map(([, value]) => value))].sort().map((value) => `${name}${value}`)
    )
  return createHmac(hash, secret)
    .update(`${url}${text.join("")}`)
    .digest("base64")
}

const withPort = (url: string): string => {
  const [origin = "", scheme = "", port = ""] =
    /^(https?:\/\/)(?:\[[^\]]*\]|[^/?#:]*)(:\d*)?(?=$|[/?#])/.exec(url) ?? []
  if (scheme === "" || port !== "") return url
  return `${origin}:${scheme === "https://" ? 443 : 80}${url.slice(origin.length)}`
}

const withoutPort = (url: string): string => url.replace(/^(https?:\/\/(?:\[[^\]]*\]|[^/?#:]*)):\d*/, "$1")

const withQueryAgain = (url: string): string => {
  const at = url.indexOf("?")
  return at < 0 || at === url.length - 1 ? url : `${url.slice(0, at)}?${stringify(parse(url.slice(at + 1)))}`
}

/** The spellings of a URL that Twilio may have signed: with and without its port, and with the query in other escapes. */
const spellings = (url: string): ReadonlyArray<string> => {
  const normal = URL.parse(url)?.href ?? url
  const ports = [withoutPort(url), withPort(url), withoutPort(normal), withPort(normal)]
  return [...new Set([...ports, ...ports.slice(2).map(withQueryAgain)])]
}

/** The signed parts of a request at the address for texts: the header's signature and settings, and the URL that was called. */
export interface SmsRequestProof {
  readonly url: string
  readonly form: URLSearchParams
  readonly signature: string
  readonly settings: string | undefined
}

/** Whether the signature was made with `secret`. Compares in constant time. */
export const isSignedBy = (secret: string, { url, form, signature, settings }: SmsRequestProof): boolean => {
  const hash = signatureHash(settings)
  const given = Buffer.from(signature)
  return (
    hash !== undefined &&
    spellings(url).some((spelling) => {
      const expected = Buffer.from(smsSignature(secret, spelling, form, hash))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
  )
}
