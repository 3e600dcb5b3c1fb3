import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ExportedContact } from "../../domain/contacts/contactsCsv.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { readOnly } from "../../store/database/Transaction.ts"

/** Gives contacts of an account, read from the store, the topics that they left. */
export const exportedContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const topics = yield* ContactTopics
  return (
    account_id: string,
    contacts: ReadonlyArray<FullContact>
  ): Effect.Effect<ReadonlyArray<ExportedContact>, Unavailable> =>
    Effect.map(
      readOnly(sql)(
        topics.read(
          account_id,
          contacts.map(({ contact_id }) => contact_id)
        )
      ),
      (left) => contacts.map((contact) => ({ ...contact, left_topics: left.get(contact.contact_id) ?? [] }))
    )
})
