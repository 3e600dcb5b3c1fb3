import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, Channel, type LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { query, queryOne } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { contactParameter } from "./contactParameter.ts"
import { ledgerParameter } from "./ledgerParameter.ts"
import { type Identity, identityLocks, readContacts } from "./readContacts.ts"
import type { ConsentHistory } from "../../domain/contacts/ledgerJson.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { retried } from "../database/Transaction.ts"
import { ConsentState, entryColumns, entryOf, EntryRow } from "./ledgerRow.ts"

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

/** The last change of a channel; without changes one row whose channel is null. */
const LastChangeRow = Schema.Struct({
  created_at: Millis,
  paused_until: Schema.NullOr(Millis),
  channel: Schema.NullOr(Channel),
  to_state: Schema.NullOr(ConsentState),
  recorded_at: Schema.NullOr(Millis)
})

const queryLeft = query(Schema.Struct({ topic: Schema.String, recorded_at: Millis }))

const maxEntries = 100
const maxTopics = 500

/** The consents and pauses of contacts, and the ledger of their changes. Every member but `history` joins the open transaction. */
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
    /** The entries recorded up to `at` (milliseconds): the last change of each channel, the topics left, and the newest 100 entries, newest first. */
    readonly history: (contact: {
      readonly account_id: string
      readonly contact_id: string
      readonly at: number
    }) => Effect.Effect<ConsentHistory, NotFound | Unavailable>
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
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}`),
        history: Effect.fnUntraced(function* ({ account_id, contact_id, at }) {
          const until = timeText(at)
          const changes = yield* sql`
            SELECT contacts.created_at, contacts.paused_until, change.channel, change.to_state, change.recorded_at FROM contacts
            LEFT JOIN LATERAL (
              SELECT last.* FROM unnest(ARRAY['email', 'sms']) AS channels (channel)
              CROSS JOIN LATERAL (
                SELECT channel, to_state, recorded_at FROM consent_log log
                WHERE log.account_id = ${account_id} AND log.contact_id = contacts.contact_id
                  AND log.channel = channels.channel AND topic IS NULL AND NOT refused AND merged_from IS NULL AND from_state <> to_state
                  AND recorded_at <= ${until}::timestamptz
                ORDER BY entry_id DESC LIMIT 1
              ) last
            ) change ON true
            WHERE contacts.account_id = ${account_id} AND contacts.contact_id = ${contact_id}`.pipe(
            query(LastChangeRow),
            retried
          )
          const [first] = changes
          if (first === undefined) return yield* new NotFound()
          const lastChange = (channel: Channel) => {
            const row = changes.find((change) => change.channel === channel)
            return row === undefined || row.to_state === null || row.recorded_at === null
              ? undefined
              : { to_state: row.to_state, recorded_at: row.recorded_at }
          }
          const history = yield* sql`
            SELECT ${sql.literal(entryColumns)} FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND recorded_at <= ${until}::timestamptz
            ORDER BY entry_id DESC LIMIT ${maxEntries}`.pipe(query(EntryRow), retried)
          const entries = history.map(entryOf)
          const left_topics = yield* queryLeft(sql`
            SELECT topic, recorded_at FROM (
              SELECT DISTINCT ON (topic) topic, to_state, recorded_at FROM consent_log
              WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND topic IS NOT NULL AND NOT refused
                AND merged_from IS NULL AND recorded_at <= ${until}::timestamptz
              ORDER BY topic, entry_id DESC
            ) last WHERE to_state = 'unsubscribed' ORDER BY topic LIMIT ${maxTopics}`).pipe(retried)
          const { created_at, paused_until } = first
          return {
            created_at,
            paused_until,
            email: lastChange("email"),
            sms: lastChange("sms"),
            left_topics,
            history: entries
          }
        })
      })
    })
  )
}
