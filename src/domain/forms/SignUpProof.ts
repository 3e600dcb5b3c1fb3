import { Schema } from "effect"
import { ConsentProof } from "../contacts/ConsentProof.ts"
import type { Contact } from "../contacts/Contact.ts"
import type { SiteCall } from "../visits/ProductView.ts"
import { webOrigin } from "../visits/Site.ts"

/** The evidence of a sign-up, with the visitor of the site in whose browser the form was filled in, if the form was told. */
export const SignUpProof = Schema.Struct({ ...ConsentProof.fields, visitor_id: Schema.optionalKey(Schema.String) })
export type SignUpProof = typeof SignUpProof.Type

/**
 * The call by which a sign-up that took effect names the contact of its visitor (contract §18); undefined without one. It counts from the account's
 * own site alone: a link of anybody else could name a visitor of theirs. Pure.
 */
export const signUpVisit = (
  { account_id, contact_id }: Pick<Contact, "account_id" | "contact_id">,
  { page, visitor_id }: SignUpProof
): SiteCall | undefined => {
  const origin = webOrigin(URL.parse(page ?? "")?.origin ?? "")
  return visitor_id === undefined || origin === undefined
    ? undefined
    : { account_id, origin, visitor_id, message_id: null, contact_id, views: [] }
}
