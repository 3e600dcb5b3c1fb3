import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { ledgerParameter } from "./ledgerParameter.ts"

/** Topics that a contact left, as its row has them. */
export const LeftTopics = Schema.fromJsonString(Schema.Array(Schema.String))

const queryLeft = query(Schema.Struct({ contact_id: Schema.String, left_topics: LeftTopics }))

/** The topics that contacts left. Every member joins the open transaction, which has locked the contacts. */
export class ContactTopics extends Context.Service<
  ContactTopics,
  {
    /** By contact; those that are gone are missing. */
    readonly read: (
      account_id: string,
      contact_ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError.SqlError>
    /** Appends to the ledger, and sets what it adds up to. */
    readonly save: (
      contact: Pick<Contact, "account_id" | "contact_id">,
      decision: { readonly left: ReadonlyArray<string>; readonly ledger: ReadonlyArray<LedgerEntry> }
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/ContactTopics") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ContactTopics.of({
        read: (account_id, contact_ids) =>
          Effect.map(
            queryLeft(sql`SELECT contact_id, left_topics::text FROM contacts
              WHERE account_id = ${account_id} AND contact_id = ANY(${texts(contact_ids)}) ORDER BY contact_id`),
            (rows) => new Map(rows.map(({ contact_id, left_topics }) => [contact_id, left_topics]))
          ),
        save: Effect.fnUntraced(function* ({ account_id, contact_id }, { left, ledger }) {
          if (ledger.length === 0) return
          yield* sql`UPDATE contacts SET left_topics = ${JSON.stringify(left)}::json
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
          yield* sql`SELECT save_consents(${account_id}, NULL::json, ${ledgerParameter(sql, ledger)})`
        })
      })
    })
  )
}
