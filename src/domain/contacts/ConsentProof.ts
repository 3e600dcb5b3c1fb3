import { Schema } from "effect"
import { text } from "../values/Text.ts"
import { parseTime } from "../values/Time.ts"

const time = text(40).check(
  Schema.makeFilter(
    (value: string) => parseTime(value) !== undefined || "Must be an RFC 3339 time in UTC, ending in Z",
    {
      toJsonSchema: () => ({ format: "date-time" })
    }
  )
)

/**
 * The evidence of an entry of the consent ledger (contract §4.6): the address and user agent of the request, the page and the wording that
 * the person saw, and the reason that a user gave. Of a consent that another service took, also when and where it was given and confirmed.
 */
export const ConsentProof = Schema.Struct({
  address: Schema.optionalKey(text(64)),
  user_agent: Schema.optionalKey(text(500)),
  page: Schema.optionalKey(text(2_000)),
  wording: Schema.optionalKey(text(5_000)),
  wording_version: Schema.optionalKey(Schema.Int),
  reason: Schema.optionalKey(text(500)),
  source: Schema.optionalKey(text(255)),
  given_at: Schema.optionalKey(time),
  confirmed_at: Schema.optionalKey(time),
  confirmed_address: Schema.optionalKey(text(64))
}).annotate({ identifier: "ConsentProof" })
export type ConsentProof = typeof ConsentProof.Type

/** When the person gave a consent, confirmed it where they were asked to, in milliseconds; undefined where the proof does not say. */
export const consentedAt = (proof: ConsentProof | undefined): number | undefined => {
  const time = proof?.confirmed_at ?? proof?.given_at
  return time === undefined ? undefined : parseTime(time)
}
