import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, type Channel, type LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { contactParameter } from "./contactParameter.ts"
import { ledgerParameter } from "./ledgerParameter.ts"
import { type Identity, identityLocks, readContacts } from "./readContacts.ts"

/** The entry that set a consent. Times in milliseconds. */
const ConsentChangeRow = Schema.Struct({
  cause: Cause,
  from_state: Schema.String,
  source_id: Schema.String,
  actor: Schema.String,
  effective_at: Schema.Number,
  recorded_at: Schema.Number
})

const queryOptIn = queryOne(Schema.Struct({ placed_at: Schema.NullOr(Schema.Number) }))

/** One contact and its ledger, for changes of consent and pauses. Every member joins the open transaction. */
export class ContactConsents extends Context.Service<
  ContactConsents,
  {
    /**
     * Reads the contact of an identity and locks it with its addresses until the transaction ends. Undefined if no contact has
     * the identity; none gets it before the transaction ends.
     */
    readonly lockContact: (identity: Identity) => Effect.Effect<Contact | undefined, SqlError.SqlError>
    /** The ledger entry that set the channel's present state, also of a contact merged into this one. */
    readonly lastChange: (
      contact: Pick<Contact, "account_id" | "contact_id" | "email_consent" | "sms_consent">,
      channel: Channel
    ) => Effect.Effect<typeof ConsentChangeRow.Type | undefined, SqlError.SqlError>
    /** When the last order with an opt-in to e-mail was placed, in milliseconds; null without one. */
    readonly lastOrderedOptIn: (
      contact: Pick<Contact, "account_id" | "contact_id">
    ) => Effect.Effect<number | null, SqlError.SqlError>
    readonly save: (contact: Contact, entry: LedgerEntry | undefined) => Effect.Effect<void, SqlError.SqlError>
    /** Sets until when (milliseconds) a contact gets no marketing messages; null ends the pause (contract §14). */
    readonly pause: (
      contact: Pick<Contact, "account_id" | "contact_id">,
      until: number | null
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/ContactConsents") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lockContact: typeof ContactConsents.Service.lockContact = (identity) =>
        Effect.gen(function* () {
          const [found] = yield* readContacts(sql, [identity], { forUpdate: false })
          // Before the lock, the addresses may get a new contact or pass to another, so the contact is read again.
          yield* advisoryLock(sql, identity.account_id, identityLocks(found ?? identity))
          const [locked] = yield* readContacts(sql, [identity], { forUpdate: true })
          const same = (["contact_id", "email", "phone"] as const).every((name) => locked?.[name] === found?.[name])
          return same ? locked : yield* lockContact(identity)
        })

      return ContactConsents.of({
        lockContact,
        lastChange: ({ account_id, contact_id, ...contact }, channel) =>
          sql`SELECT cause, from_state, source_id, actor, (extract(epoch FROM effective_at) * 1000)::float8 AS effective_at,
              (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND channel = ${channel} AND topic IS NULL AND NOT refused
              AND to_state = ${contact[`${channel}_consent`]} AND from_state <> to_state AND rule <> 'contact_merged'
            ORDER BY entry_id DESC LIMIT 1`.pipe(queryOne(ConsentChangeRow)),
        lastOrderedOptIn: ({ account_id, contact_id }) =>
          queryOptIn(sql`SELECT (extract(epoch FROM max(placed_at)) * 1000)::float8 AS placed_at FROM orders
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND accepts_email_marketing AND email IS NOT NULL`).pipe(
            Effect.map((row) => row?.placed_at ?? null)
          ),
        save: (contact, entry) =>
          Effect.asVoid(sql`SELECT save_consents(${contact.account_id}, ${contactParameter(sql, [contact])},
            ${ledgerParameter(sql, entry === undefined ? [] : [entry])})`),
        pause: ({ account_id, contact_id }, until) =>
          Effect.asVoid(sql`UPDATE contacts SET paused_until = ${timeText(until)}::timestamptz
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}`)
      })
    })
  )
}
