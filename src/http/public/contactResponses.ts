import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { consentAnswer } from "../../domain/contacts/ConsentHistory.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import type { ContactPage } from "../../programs/contacts/ListContacts.ts"
import type { ConsentLog } from "../../store/contacts/ConsentLog.ts"

const endOfTime = Date.UTC(9999, 11, 31)

const contentType = "application/json"

/** What is JSON text already, because custom fields are answered to the digit. */
export const answer = (data: string, status = 200, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(`{"data":${data}}`, { status, headers, contentType })

export const pageAnswer = ({ contacts, pagination }: ContactPage) =>
  HttpServerResponse.text(
    `{"data":[${contacts.map(contactJson).join(",")}],"pagination":${JSON.stringify(pagination)}}`,
    { contentType }
  )

/** The ledger of a contact, up to a time in milliseconds. */
export const readConsent = (
  log: ConsentLog["Service"],
  contact: { readonly account_id: string; readonly contact_id: string },
  at = endOfTime
) => Effect.map(log.read({ ...contact, at }), (history) => answer(JSON.stringify(consentAnswer(history, at))))
