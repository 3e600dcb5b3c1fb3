import { changeSentence, consentChanges } from "../contacts/ledgerJson.ts"
import { isEmptied } from "./Cart.ts"
import type { CartDecision } from "./decideCart.ts"

/** A decision in words and data. Pure. */
export const cartPreview = ({ created, changed, cart, contact, contacts, ledger }: CartDecision) => {
  const isNew = contacts.length > 0
  const consent = consentChanges(ledger)
  const owner = cart.contact_id === null ? "no contact, so that it would start nothing" : `contact ${cart.contact_id}`
  return {
    summary: [
      !changed
        ? `Cart ${cart.cart_id} would stay as it is: the call is not later than what is stored.`
        : isEmptied(cart)
          ? `Cart ${cart.cart_id} would be removed.`
          : `Cart ${cart.cart_id} would be ${created ? "created" : "replaced"}.`,
      isNew
        ? `A contact would be created for ${contact?.email ?? contact?.phone}.`
        : `The cart would belong to ${owner}.`,
      ...consent.map(changeSentence)
    ],
    created: changed && created && !isEmptied(cart),
    changed,
    contact:
      contact === undefined
        ? null
        : {
            action: isNew ? ("created" as const) : ("found" as const),
            id: isNew ? null : contact.contact_id,
            email: contact.email,
            phone: contact.phone
          },
    consent
  }
}
