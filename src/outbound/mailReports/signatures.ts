import { createHmac, createPublicKey, timingSafeEqual, verify, X509Certificate } from "node:crypto"
import type { ReportSignature, ReportSigning, SigningScheme } from "../../domain/mailReports/ReportForm.ts"
import type { KeyedProvider } from "../../domain/mailReports/ReportKey.ts"
import { signedForms } from "../../domain/mailReports/reportForms.ts"
import { isTopic, type SnsEnvelope } from "../../domain/mailReports/sns.ts"

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

interface Scheme {
  /** Whether a key can be used. */
  readonly isKey: (key: string) => boolean
  readonly isSigned: (key: string, signed: Uint8Array, given: string) => boolean
}

const ecKey = (key: string) => createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" })

const schemes: Readonly<Record<SigningScheme, Scheme>> = {
  ecdsa: {
    isKey: (key) => orFalse(() => ecKey(key).asymmetricKeyType === "ec"),
    isSigned: (key, signed, given) => orFalse(() => verify("sha256", signed, ecKey(key), Buffer.from(given, "base64")))
  },
  hmac: {
    isKey: (key) => /^[!-~]{8,200}$/.test(key),
    isSigned: (key, signed, given) => isEqual(createHmac("sha256", key).update(signed).digest("hex"), given)
  },
  webhook: {
    isKey: (key) => /^whsec_[A-Za-z0-9+/]{16,200}={0,2}$/.test(key),
    isSigned: (key, signed, given) => {
      const secret = Buffer.from(key.replace(/^whsec_/, ""), "base64")
      return isEqual(`v1,${createHmac("sha256", secret).update(signed).digest("base64")}`, given)
    }
  }
}

/** Whether a time in seconds is at most `age` milliseconds from `now`. */
const isRecent = (seconds: string, now: number, age: number): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1_000) <= age

/** Whether a signature holds and is young enough at `now`, in milliseconds. */
export const isSigned = (
  { scheme, maxAge }: ReportSigning,
  key: string,
  { time, signed, given }: ReportSignature,
  now: number
): boolean => {
  if (!isRecent(time, now, maxAge)) return false
  const bytes = Buffer.concat(signed.map((part) => Buffer.from(part)))
  return given.some((signature) => schemes[scheme].isSigned(key, bytes, signature))
}

// Milliseconds. Amazon SNS repeats a message under its first time, for an hour at most unless its owner sets more.
const maxEnvelopeAge = 86_400_000

/** Whether Amazon SNS signed the envelope at most a day ago with this certificate (PEM), which is its own and valid at `now`, in milliseconds. */
export const isSignedBySns = (certificate: string, envelope: SnsEnvelope, now: number): boolean =>
  orFalse(() => {
    const { subject, validFromDate, validToDate, publicKey } = new X509Certificate(certificate)
    const isOfSns = subject.split("\n").some((part) => /^CN=sns\.amazonaws\.com(?:\.cn)?$/.test(part))
    const isValid = validFromDate.getTime() <= now && now <= validToDate.getTime()
    const signature = Buffer.from(envelope.signature, "base64")
    const isYoung = Math.abs(now - Date.parse(envelope.timestamp)) <= maxEnvelopeAge
    return isOfSns && isValid && isYoung && verify(envelope.digest, Buffer.from(envelope.signed), publicKey, signature)
  })

/** Whether a key can be what a provider gives to check its signatures. */
export const isUsableKey = (provider: KeyedProvider, key: string): boolean => {
  if (provider === "ses") return isTopic(key)
  if (provider === "twilio") return /^[!-~]{16,200}$/.test(key)
  return schemes[signedForms[provider].signing.scheme].isKey(key)
}
