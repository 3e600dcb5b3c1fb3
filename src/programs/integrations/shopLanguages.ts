import { Clock, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { parseObject } from "../../domain/json/Json.ts"
import { fillLanguage } from "../../domain/languages/fillLanguage.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { readOnly, transact } from "../../store/database/Transaction.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"

/**
 * Keeps the language in which a contact bought, where the contact has none. Most have one, or their platform tells none: that is found by a read
 * alone. Idempotent.
 */
export const shopLanguages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const consents = yield* ContactConsents
  const fields = yield* ContactFields
  const flows = yield* EnrolContacts

  const changeOf = Effect.fnUntraced(function* (account_id: string, contact_id: string, tag: string) {
    const stored = yield* fields.read(account_id, contact_id)
    const parsed = stored === undefined ? undefined : parseObject(Buffer.from(stored))
    return parsed === undefined || Result.isFailure(parsed) ? undefined : fillLanguage(parsed.success, tag).language
  })

  const fill = Effect.fnUntraced(function* (account_id: string, contact_id: string, tag: string) {
    const contact = yield* consents.lockContact({ account_id, contact_id, email: null, phone: null })
    const language = contact === undefined ? undefined : yield* changeOf(account_id, contact_id, tag)
    if (language === undefined) return
    const now = yield* Clock.currentTimeMillis
    yield* fields.set([{ account_id, contact_id, field: "language", value: language, now }])
    yield* flows.touch([{ account_id, contact_id }])
  }, transact(sql))

  return Effect.fnUntraced(function* (account_id: string, contact_id: string, tag: string) {
    const wanted = yield* readOnly(sql)(changeOf(account_id, contact_id, tag))
    if (wanted !== undefined) yield* fill(account_id, contact_id, tag)
  })
})
