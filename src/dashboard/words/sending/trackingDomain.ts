/** Words of the tracking domain in the sending settings. */
import type { TrackingDomain } from "../../../domain/senders/TrackingDomain.ts"

export const title = "Tracking domain"
export const explained =
  "Links, pictures and pages of your e-mail begin with this address instead of that of this service. Readers and mail providers see your own name."
export const domain = "Domain for links"
export const domainExplained = "A name below your own domain that nothing else uses. Empty: the address of this service"
export const example = "links.yourstore.com"
export const save = "Save domain"
export const check = "Check tracking domain"
export const states: Readonly<Record<TrackingDomain["status"], string>> = {
  unchecked: "Not checked yet",
  waiting: "Waiting for DNS",
  working: "In use",
  failed: "Not in use"
}
export const publish = "Add this record where your domain is managed, then check it here:"
export const works = (name: string) => `Links of your e-mail begin with ${name}. It is checked once an hour.`
export const falters = "The last check failed. If the next one does too, links have the address of this service again."
export const recordName = "Name of the tracking record"
export const recordValue = "Value of the tracking record"
export const typeAndName = (type: string) => `Type ${type}, name`
export const value = "Value"
export const checkedAt = (time: string) => `Checked ${time}`
