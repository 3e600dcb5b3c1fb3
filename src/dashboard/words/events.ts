/** Words of the event pages. */

// In several places
export const happened = "Happened"
export const received = "Received"
export const data = "Data"

// List of events
export const events = "Events"
export const eventsSubtitle = "Live events from your store and apps."
export const eventType = "Type"
export const noEventsYet = "No events yet"
export const sampleTime = "Today, 10:12"
export const createToken = "Create a token"
export const howEventsArrive =
  "Your store and apps send them with POST /v1/events and a token with the scope events_write."

// Page of an event
export const backToEvents = "← Events"
export const receivedAt = (time: string) => `Received ${time}`
export const details = "Details"
export const idempotencyKey = "Idempotency key"
export const noIdempotencyKey = "None"
export const eventId = "ID"
export const triggeredFlows = "Triggered flows"
export const erasedWithContact = "Erased with the contact."
export const noData = "This event has no data."
export const eventData = "event data"
