import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, type Channel, type LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { appendLedger } from "./appendLedger.ts"
import { type Identity, identityLocks, readContacts } from "./readContacts.ts"
import { saveContacts } from "./saveContacts.ts"
import { advisoryLock } from "../database/advisoryLock.ts"

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
    /** The line of the ledger that brought the channel's consent to its present state, if need be of a contact merged into this one. */
    readonly lastChange: (
      contact: Contact,
      channel: Channel
    ) => Effect.Effect<typeof Change.Type | undefined, SqlError.SqlError>
    readonly save: (contact: Contact, line: LedgerEntry | undefined) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/ContactConsents") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hold: typeof ContactConsents.Service.hold = (identity) =>
        Effect.gen(function* () {
          const [found] = yield* readContacts(sql, [identity], { forUpdate: false })
          // Until its addresses are locked, a contact may be made with them or they may pass to another: it is read again.
          yield* advisoryLock(sql, identityLocks(found ?? identity))
          const [held] = yield* readContacts(sql, [identity], { forUpdate: true })
          const same = (["contact_id", "email", "phone"] as const).every((name) => held?.[name] === found?.[name])
          return same ? held : yield* hold(identity)
        })

      return ContactConsents.of({
        hold,
        lastChange: ({ account_id, contact_id, ...contact }, channel) =>
          sql`SELECT cause, from_state FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND channel = ${channel} AND NOT refused
              AND to_state = ${contact[`${channel}_consent`]} AND from_state <> to_state AND rule <> 'contact_merged'
            ORDER BY entry_id DESC LIMIT 1`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeChanges(rows))),
            Effect.map((rows) => rows[0])
          ),
        save: Effect.fnUntraced(function* (contact, line) {
          yield* saveContacts(sql, [contact])
          if (line !== undefined) yield* appendLedger(sql, [line])
        })
      })
    })
  )
}
