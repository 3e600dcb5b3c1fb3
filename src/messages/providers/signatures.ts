import { createHmac, createPublicKey, timingSafeEqual, verify, X509Certificate } from "node:crypto"
import type { SnsEnvelope } from "../../domain/messages/providers/sns.ts"

/** The header of a request by its name in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>

/** Whether two texts are equal, in constant time. */
const isEqual = (one: string, other: string): boolean => {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

// Keys and certificates that cannot be read verify nothing.
const orFalse = (check: () => boolean): boolean => {
  try {
    return check()
  } catch {
    return false
  }
}

const sendgridKey = (key: string) => createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" })

/** Whether SendGrid signed the body: ECDSA over the time and the body, by its public key in base64. */
export const isSignedBySendgrid = (key: string, headers: Headers, body: Uint8Array): boolean => {
  const signature = headers["x-twilio-email-event-webhook-signature"] ?? ""
  const time = headers["x-twilio-email-event-webhook-timestamp"] ?? ""
  const signed = Buffer.concat([Buffer.from(time), body])
  return orFalse(() => verify("sha256", signed, sendgridKey(key), Buffer.from(signature, "base64")))
}

/** Whether Mailgun signed the webhook: HMAC over time and token. The signature does not cover the event itself. */
export const isSignedByMailgun = (key: string, signature: Readonly<Record<string, unknown>>): boolean => {
  const [time, token, given] = ["timestamp", "token", "signature"].map((name) => String(signature[name] ?? ""))
  const expected = createHmac("sha256", key).update(`${time}${token}`).digest("hex")
  return isEqual(expected, given ?? "")
}

// Milliseconds; as in Standard Webhooks.
const tolerance = 300_000

/** Whether Resend signed the body, at most five minutes ago: Standard Webhooks with Svix's header names. `now` in milliseconds. */
export const isSignedByResend = (key: string, headers: Headers, body: Uint8Array, now: number): boolean => {
  const id = headers["svix-id"] ?? headers["webhook-id"] ?? ""
  const time = headers["svix-timestamp"] ?? headers["webhook-timestamp"] ?? ""
  const signatures = (headers["svix-signature"] ?? headers["webhook-signature"] ?? "").slice(0, 2_000).split(" ")
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1_000) > tolerance) return false
  const secret = Buffer.from(key.replace(/^whsec_/, ""), "base64")
  const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body])
  const expected = `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`
  return signatures.some((signature) => isEqual(expected, signature))
}

/** Whether Amazon SNS signed the envelope with this certificate (PEM), which is its own and valid at `now`, in milliseconds. */
export const isSignedBySns = (certificate: string, envelope: SnsEnvelope, now: number): boolean =>
  orFalse(() => {
    const { subject, validFromDate, validToDate, publicKey } = new X509Certificate(certificate)
    const isOfSns = subject.split("\n").some((part) => /^CN=sns\.amazonaws\.com(?:\.cn)?$/.test(part))
    const isValid = validFromDate.getTime() <= now && now <= validToDate.getTime()
    const signature = Buffer.from(envelope.signature, "base64")
    return isOfSns && isValid && verify(envelope.digest, Buffer.from(envelope.signed), publicKey, signature)
  })

/** Whether a key can be what a provider gives to check its signatures. */
export const isUsableKey = (provider: "sendgrid" | "mailgun" | "resend", key: string): boolean => {
  if (provider === "sendgrid") return orFalse(() => sendgridKey(key).asymmetricKeyType === "ec")
  if (provider === "resend") return /^whsec_[A-Za-z0-9+/]{16,200}={0,2}$/.test(key)
  return /^[!-~]{8,200}$/.test(key)
}
