import { Schema } from "effect"
import { asciiDomain } from "../contacts/Email.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { isFullName } from "./heloName.ts"

const message = "Must be a host name of your own, such as links.shop.example"

// Names of the second level below which countries register domains.
const belowCountry = /^(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$/
const local = new Set(["internal", "lan", "local", "localdomain", "localhost"])

const trackingHost = (value: string): string | undefined => {
  // Punycode of long text takes long.
  const host = fits(value, 253) ? asciiDomain(value.trim()) : undefined
  if (host === undefined || !isFullName(host) || belowCountry.test(host)) return undefined
  return local.has(host.slice(host.lastIndexOf(".") + 1)) ? undefined : host
}

/** The host of an account's links, in its IDNA form and lower case. */
export const TrackingHost = leaf({
  to: Schema.String.check(madeUpText(/^links\.[a-z0-9]{1,20}\.example$/)),
  json: { type: "string", maxLength: 253, examples: ["links.shop.example"] },
  message,
  decode: (value) => (typeof value === "string" ? trackingHost(value) : undefined),
  encode: (host) => host
})

/** The domain that a host belongs to, as far as its labels tell. Pure. */
export const registeredDomain = (host: string): string => {
  const labels = host.split(".")
  return labels.slice(belowCountry.test(labels.slice(-2).join(".")) ? -3 : -2).join(".")
}

/** A host and the names above it, of at least two labels: those whose owner decides about it. Pure. */
export const namesAbove = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."))
}

/**
 * Why the account may not have the host; undefined where it may. Hosts at the domain of the service are the operator's: the dashboard and the API do
 * not answer at a tracking domain, and may have such names too. Pure.
 */
export const trackingHostFault = (host: string, publicHost: string, isOperator: boolean): string | undefined => {
  if (host === publicHost) return "Is the host of this service itself; use one of your own"
  return !isOperator && registeredDomain(host) === registeredDomain(publicHost)
    ? "Is at the domain of this service; use one of your own, or ask the operator to set it"
    : undefined
}

/** An address with another host; scheme, port and path stay. Pure. */
export const addressAt = (address: string, host: string): string => {
  const url = new URL(address)
  url.hostname = host
  return url.href.replace(/(?<!\/)\/+$/, "")
}

export const TrackingStatus = Schema.Literals(["unchecked", "waiting", "working", "failed"])

/** The tracking domain of an account as the API shows it (contract §19). `message`: what the last check found, and what to do. */
export const TrackingDomain = Schema.Struct({
  domain: Schema.String,
  status: TrackingStatus,
  message: Schema.NullOr(Schema.String),
  record: Schema.Struct({ type: Schema.Literals(["CNAME", "A", "AAAA"]), name: Schema.String, value: Schema.String }),
  checked_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "TrackingDomain" })
export type TrackingDomain = typeof TrackingDomain.Type
