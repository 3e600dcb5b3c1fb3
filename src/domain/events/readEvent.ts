import { unreadablePhone } from "../contacts/ContactInput.ts"
import { type EventCall, EventInput, eventRules } from "./EventInput.ts"
import type { JsonObject } from "../json/Json.ts"
import { type Handling, readBody } from "../json/readBody.ts"

interface AccountEventCall extends EventCall {
  readonly default_country: string
}

// What happened, and when, is never left out: only a second name of whom it happened to, which cannot be read.
const secondary = new Set(["email", "phone", "contact_id"])

/** The body of an event and what was left out of it, or everything that is wrong with it (contract §5). */
export const readEvent = (body: JsonObject, { default_country, ...call }: AccountEventCall, handling: Handling) =>
  readBody(
    {
      schema: EventInput,
      unreadable: unreadablePhone(body, default_country),
      rules: (raw) => eventRules(raw, call),
      isSecondary: (member) => secondary.has(member),
      orphaned: () => []
    },
    body,
    handling
  )
