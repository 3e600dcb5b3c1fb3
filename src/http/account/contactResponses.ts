import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { consentHistoryJson } from "../../domain/contacts/ledgerJson.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import type { ContactPage } from "../../programs/contacts/ReadContacts.ts"
import type { ContactConsents } from "../../store/contacts/ContactConsents.ts"

const endOfTime = Date.UTC(9999, 11, 31)

const contentType = "application/json"

/** A response whose data is JSON text, in which custom fields keep every digit. */
export const contactResponse = (data: string, status = 200, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(`{"data":${data}}`, { status, headers, contentType })

export const contactPageResponse = ({ contacts, pagination }: ContactPage) =>
  HttpServerResponse.text(
    `{"data":[${contacts.map(contactJson).join(",")}],"pagination":${JSON.stringify(pagination)}}`,
    { contentType }
  )

/** The consent ledger of a contact up to `at`, in milliseconds. */
export const consentResponse = (
  consents: ContactConsents["Service"],
  contact: { readonly account_id: string; readonly contact_id: string },
  at = endOfTime
) =>
  Effect.gen(function* () {
    const history = yield* consents.history({ ...contact, at })
    return contactResponse(JSON.stringify(consentHistoryJson(history, { at, now: yield* Clock.currentTimeMillis })))
  })

/** The export of a contact as a download. */
export const contactExportResponse = (document: string) =>
  HttpServerResponse.text(document, {
    contentType,
    headers: { "Content-Disposition": 'attachment; filename="contact.json"' }
  })
