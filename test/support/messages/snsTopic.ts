import { Effect, Layer } from "effect"
import { generateKeyPairSync, randomUUID, type KeyObject, sign } from "node:crypto"
import { SnsCalls } from "../../../src/outbound/mailReports/SnsCalls.ts"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const hex = (text: string) => Buffer.from(text, "hex")
const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)

const sha256WithRsa = sequence(der(0x06, hex("2a864886f70d01010b")), der(0x05))

/** An X.509 certificate in PEM that signs itself, valid from 2000 to 2099. */
const certificateOf = (name: string, publicKey: KeyObject, privateKey: KeyObject): string => {
  const subject = sequence(der(0x31, sequence(der(0x06, hex("550403")), der(0x0c, Buffer.from(name)))))
  const validity = sequence(...["20000101000000Z", "20991231235959Z"].map((time) => der(0x18, Buffer.from(time))))
  const content = sequence(
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, hex("01")),
    sha256WithRsa,
    subject,
    validity,
    subject,
    publicKey.export({ format: "der", type: "spki" })
  )
  const signature = der(0x03, hex("00"), sign("sha256", content, privateKey))
  const text = sequence(content, sha256WithRsa, signature).toString("base64")
  return `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`
}

const certificateUrl = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem"

interface EnvelopeFields {
  readonly type?: "Notification" | "SubscriptionConfirmation" | "UnsubscribeConfirmation"
  readonly topic?: string
  readonly message?: unknown
  readonly version?: "1" | "2"
  readonly timestamp?: string
  readonly subscribeUrl?: string
  readonly certificateUrl?: string
}

export const snsTopic = "arn:aws:sns:eu-west-1:123456789012:mail-reports"

/** A stand-in for Amazon SNS: a certificate that `SnsCalls` serves, envelopes signed by it, and the addresses that were called. */
export const makeSns = (name = "sns.amazonaws.com") => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const certificate = certificateOf(name, publicKey, privateKey)
  const called: Array<string> = []
  return {
    called,
    layer: Layer.succeed(SnsCalls, (address) =>
      Effect.sync(() => {
        called.push(address)
        return address.endsWith(".pem") ? certificate : "<ConfirmSubscriptionResponse/>"
      })
    ),
    /** An envelope as Amazon SNS posts it. */
    envelope: ({
      type = "Notification",
      topic = snsTopic,
      message = "",
      version = "2",
      timestamp = new Date().toISOString(),
      subscribeUrl = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=t`,
      ...fields
    }: EnvelopeFields) => {
      const members: Record<string, string> = {
        Type: type,
        MessageId: randomUUID(),
        TopicArn: topic,
        Message: typeof message === "string" ? message : JSON.stringify(message),
        Timestamp: timestamp,
        ...(type === "Notification" ? {} : { SubscribeURL: subscribeUrl, Token: "t" })
      }
      const names = Object.keys(members).toSorted((one, other) => (one < other ? -1 : 1))
      const text = names.map((key) => `${key}\n${members[key]}\n`).join("")
      const signature = sign(version === "1" ? "sha1" : "sha256", Buffer.from(text), privateKey)
      return {
        ...members,
        SignatureVersion: version,
        Signature: signature.toString("base64"),
        SigningCertURL: fields.certificateUrl ?? certificateUrl
      }
    }
  }
}
