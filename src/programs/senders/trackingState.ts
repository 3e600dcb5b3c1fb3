import { trackingFaultText } from "../../domain/senders/trackingChecks.ts"
import type { TrackingDomain } from "../../domain/senders/TrackingDomain.ts"
import type { TrackingRow } from "../../store/senders/TrackingDomains.ts"

const typeOf = (target: string): TrackingDomain["record"]["type"] =>
  target.includes(":") ? "AAAA" : /^[\d.]+$/.test(target) ? "A" : "CNAME"

/** How a tracking domain stands, as the API shows it. `target` is the host of the service. Pure. */
export const trackingState = ({ host, status, fault, checked_at }: TrackingRow, target: string): TrackingDomain => ({
  domain: host,
  status,
  message: fault === null ? null : trackingFaultText(fault, host, target),
  record: { type: typeOf(target), name: host, value: target },
  checked_at
})
