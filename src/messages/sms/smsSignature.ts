import { createHmac, timingSafeEqual } from "node:crypto"

/** What a Twilio-compatible provider signs: the URL it calls, and every field of the form in the order of their names. */
export const smsSignature = (secret: string, url: string, form: URLSearchParams): string => {
  const fields = Map.groupBy(form, ([name]) => name)
  const names = [...fields.keys()].sort()
  const text = names.map((name) => `${name}${(fields.get(name) ?? []).map(([, value]) => value).join("")}`).join("")
  return createHmac("sha1", secret).update(`${url}${text}`).digest("base64")
}

/** Whether the signature is the one of `secret`. */
export const isSignedBy = (secret: string, url: string, form: URLSearchParams, signature: string): boolean => {
  const [wanted, given] = [Buffer.from(smsSignature(secret, url, form)), Buffer.from(signature)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
