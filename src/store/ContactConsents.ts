import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, type Channel, type LedgerEntry } from "../domain/Consent.ts"
import type { Contact } from "../domain/Contact.ts"
import { type Identity, identityNames, lock, readContacts } from "./reads.ts"
import { appendLedger, saveContacts } from "./writes.ts"

const Change = Schema.Struct({ cause: Cause, from_state: Schema.String })
const decodeChanges = Schema.decodeUnknownEffect(Schema.Array(Change))

/** One contact and its ledger, for those who change a consent and nothing else. Every member joins the open transaction. */
export class ContactConsents extends Context.Service<
  ContactConsents,
  {
    /**
     * Holds the contact that the identity names, with its addresses, until the transaction ends. Undefined: no contact has it,
     * and none gets it before the transaction ends.
     */
    readonly hold: (identity: Identity) => Effect.Effect<Contact | undefined, SqlError.SqlError>
    /** The last line of the ledger that changed the channel's consent. */
    readonly lastChange: (
      contact: Contact,
      channel: Channel
    ) => Effect.Effect<typeof Change.Type | undefined, SqlError.SqlError>
    readonly save: (contact: Contact, line: LedgerEntry) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/ContactConsents") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ContactConsents.of({
        hold: Effect.fnUntraced(function* (identity) {
          const [found] = yield* readContacts(sql, [identity], { hold: false })
          // A contact may be made between the read and the lock, so it is read again under the lock.
          yield* lock(sql, identityNames(found ?? identity))
          const [held] = yield* readContacts(sql, [found === undefined ? identity : { ...found }], { hold: true })
          return held
        }),
        lastChange: ({ account_id, contact_id }, channel) =>
          sql`SELECT cause, from_state FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND channel = ${channel} AND NOT refused
            ORDER BY entry_id DESC LIMIT 1`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeChanges(rows))),
            Effect.map((rows) => rows[0])
          ),
        save: Effect.fnUntraced(function* (contact, line) {
          if (!line.refused) yield* saveContacts(sql, [contact])
          yield* appendLedger(sql, [line])
        })
      })
    })
  )
}
