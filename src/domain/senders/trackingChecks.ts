import { Schema } from "effect"
import type { TrackingStatus } from "./TrackingDomain.ts"

/** Why a tracking domain does not work. */
export const TrackingFault = Schema.Literals([
  "no_record",
  "other_address",
  "dns_silent",
  "not_public",
  "certificate",
  "other_answer",
  "unreachable",
  "timeout",
  "held_by_other"
])
export type TrackingFault = typeof TrackingFault.Type

/** Each fault in words, with the way out. `host` is the domain, `target` the host of the service. */
const texts: Readonly<Record<TrackingFault, (host: string, target: string) => string>> = {
  no_record: (host) =>
    `DNS has no record for ${host} yet. Add this one where the domain is managed; it may take an hour until it is seen.`,
  other_address: (host, target) =>
    `${host} leads elsewhere, not to ${target}. Replace its record with this one, without a proxy of the DNS provider in between.`,
  dns_silent: () => "DNS gave no answer. Try again in a few minutes.",
  not_public: (host) =>
    `${host} has an address that is not on the public Internet, so its links would open for nobody.`,
  certificate: (host) =>
    `${host} leads here, but its certificate is not valid. The operator's proxy has to get one for this name (docs/operations.md, “Tracking domains”).`,
  other_answer: (host) =>
    `Something else answers at ${host}. The operator's proxy has to pass its requests on with their host (docs/operations.md, “Tracking domains”).`,
  unreachable: (host) => `${host} leads here, but takes no connection. Ask the operator of this service.`,
  timeout: (host) => `${host} gave no answer within 10 seconds. Try again in a few minutes.`,
  held_by_other: (host) => `${host} is at a domain that another account of this service has proven to be its own.`
}

export const trackingFaultText = (fault: TrackingFault, host: string, target: string): string =>
  texts[fault](host, target)

/** The answer of DNS for a host: its alias and its addresses; undefined where DNS did not answer. */
export interface HostRecords {
  readonly aliases: ReadonlyArray<string> | undefined
  readonly addresses: ReadonlyArray<string> | undefined
}

const named = (name: string): string => name.toLowerCase().replace(/\.$/, "")

/** Whether DNS leads a host to the service: by a CNAME, or by addresses of which each is the service's. The fault, or undefined. Pure. */
export const recordFault = (
  { aliases, addresses }: HostRecords,
  target: string,
  targetAddresses: ReadonlyArray<string> | undefined
): TrackingFault | undefined => {
  if (addresses === undefined || aliases === undefined) return "dns_silent"
  const isAlias = aliases.some((alias) => named(alias) === named(target))
  if (addresses.length === 0) return isAlias || aliases.length === 0 ? "no_record" : "other_address"
  if (isAlias) return undefined
  if (targetAddresses === undefined) return "dns_silent"
  return addresses.every((address) => targetAddresses.includes(address)) ? undefined : "other_address"
}

/** How a tracking domain stands. `failures`: checks in a row that found a fault. */
export interface TrackingState {
  readonly status: typeof TrackingStatus.Type
  readonly fault: TrackingFault | null
  readonly failures: number
}

export const uncheckedState: TrackingState = { status: "unchecked", fault: null, failures: 0 }

/** Failed checks in a row after which a domain that worked is no longer used: one may be a slip of the network. */
const givenUpAfter = 2

/** The state after a check that found the fault, or none. Pure. */
export const judgeTracking = (before: TrackingState, fault: TrackingFault | undefined): TrackingState => {
  if (fault === undefined) return { status: "working", fault: null, failures: 0 }
  const failures = before.failures + 1
  if (before.status === "working" && failures < givenUpAfter) return { status: "working", fault, failures }
  const isNew = before.status === "unchecked" || before.status === "waiting"
  const awaitsRecord = fault === "no_record" || fault === "dns_silent"
  return { status: isNew && awaitsRecord ? "waiting" : "failed", fault, failures: Math.min(failures, 1_000) }
}

/** Milliseconds until the next check that nobody asks for. */
export const nextTrackingCheck = ({ status, fault }: TrackingState): number =>
  status === "working" && fault !== null ? 5 * 60_000 : 3_600_000
