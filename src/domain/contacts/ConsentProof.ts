import { Schema } from "effect"
import { text } from "../values/Text.ts"

/**
 * The evidence of an entry of the consent ledger (contract §4.6): the address and user agent of the request, the page and the wording that
 * the person saw, and the reason that a user gave.
 */
export const ConsentProof = Schema.Struct({
  address: Schema.optionalKey(text(64)),
  user_agent: Schema.optionalKey(text(500)),
  page: Schema.optionalKey(text(2_000)),
  wording: Schema.optionalKey(text(5_000)),
  wording_version: Schema.optionalKey(Schema.Int),
  reason: Schema.optionalKey(text(500))
}).annotate({ identifier: "ConsentProof" })
export type ConsentProof = typeof ConsentProof.Type
