import { createHmac, timingSafeEqual } from "node:crypto"

/** The signature of a Twilio-compatible provider: over the URL it calls and the form fields sorted by name. */
export const smsSignature = (secret: string, url: string, form: URLSearchParams): string => {
  const fields = Map.groupBy(form, ([name]) => name)
  const names = [...fields.keys()].sort()
  const text = names.map((name) => `${name}${(fields.get(name) ?? []).map(([, value]) => value).join("")}`).join("")
  return createHmac("sha1", secret).update(`${url}${text}`).digest("base64")
}

/** Whether the signature was made with `secret`. Compares in constant time. */
export const isSignedBy = (secret: string, url: string, form: URLSearchParams, signature: string): boolean => {
  const [expected, given] = [Buffer.from(smsSignature(secret, url, form)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
