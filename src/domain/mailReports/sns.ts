import type { JsonObject } from "../json/Json.ts"
import { textOf } from "./reportFields.ts"

/** A message of Amazon SNS. `signed` is the text that its signature covers. */
export interface SnsEnvelope {
  readonly type: "Notification" | "SubscriptionConfirmation" | "UnsubscribeConfirmation"
  readonly topic: string
  readonly id: string
  /** When it was published, in ISO 8601. */
  readonly timestamp: string
  readonly message: string
  readonly subscribeUrl: string
  readonly certificateUrl: string
  readonly signature: string
  readonly digest: "sha1" | "sha256"
  readonly signed: string
}

const types = ["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"] as const

const signedMembers = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
} as const

const maxMessage = 300_000

/** Reads an envelope of Amazon SNS; undefined for any other body. Nothing in it is proven until its signature is. Pure. */
export const snsEnvelope = (body: JsonObject): SnsEnvelope | undefined => {
  const type = types.find((known) => known === body["Type"])
  if (type === undefined || typeof body["Message"] !== "string" || body["Message"].length > maxMessage) return undefined
  const member = (name: string) => textOf(body[name]) ?? ""
  const signed = signedMembers[type].flatMap((name) => {
    const value = body[name]
    return typeof value === "string" ? [`${name}\n${value}\n`] : []
  })
  return {
    type,
    topic: member("TopicArn"),
    id: member("MessageId"),
    timestamp: member("Timestamp"),
    message: body["Message"],
    subscribeUrl: member("SubscribeURL"),
    certificateUrl: member("SigningCertURL") || member("SigningCertUrl"),
    signature: member("Signature"),
    digest: body["SignatureVersion"] === "2" ? "sha256" : "sha1",
    signed: signed.join("")
  }
}

/** Whether an address is one of Amazon SNS over https: nothing else is ever fetched for an envelope. */
export const isSnsAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    url.port === "" &&
    /^sns\.[a-z]{2,4}(?:-[a-z]+){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  )
}

/** Whether an address is a signing certificate of Amazon SNS. */
export const isSnsCertificate = (address: string): boolean =>
  isSnsAddress(address) && /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/.test(URL.parse(address)?.pathname ?? "")

/** The address to call to confirm a subscription to the topic; undefined if the envelope's is another. */
export const confirmationAddress = ({ type, topic, subscribeUrl }: SnsEnvelope): string | undefined => {
  const url = URL.parse(subscribeUrl)
  const isConfirmation =
    type === "SubscriptionConfirmation" &&
    isSnsAddress(subscribeUrl) &&
    url?.searchParams.get("Action") === "ConfirmSubscription" &&
    url.searchParams.get("TopicArn") === topic
  return isConfirmation ? subscribeUrl : undefined
}

/** Whether a text is the name of a topic of Amazon SNS. */
export const isTopic = (text: string): boolean =>
  /^arn:aws[\w-]{0,20}:sns:[a-z0-9-]{1,40}:\d{12}:[\w.-]{1,260}$/.test(text)
