import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { LedgerEntry } from "../domain/Consent.ts"
import type { FullContact } from "../domain/Contact.ts"
import type { ContactState, ContactWrite } from "../domain/decideContact.ts"
import { emailKey } from "../domain/Email.ts"
import { NotFound, type Unavailable } from "../domain/Failure.ts"
import { contactColumns, decodeContactRows, saveFullContact } from "./contactRows.ts"
import { eraseContact } from "./eraseContact.ts"
import { eraseMentions } from "./eraseMentions.ts"
import { identityNames, lock } from "./reads.ts"
import { RememberedConsents } from "./RememberedConsents.ts"
import { retried } from "./Transaction.ts"
import { appendLedger } from "./writes.ts"

const Identities = Schema.Struct({ email: Schema.NullOr(Schema.String), phone: Schema.NullOr(Schema.String) })
const Owners = Schema.Struct({ contact_id: Schema.String, by: Schema.Literals(["email", "phone"]) })

const decodeIdentities = Schema.decodeUnknownEffect(Schema.Array(Identities))
const decodeOwners = Schema.decodeUnknownEffect(Schema.Array(Owners))

type Named = Pick<ContactWrite, "account_id" | "contact_id">
type Sent = Pick<ContactWrite["fields"], "email" | "phone">

/** Contacts in full. Every member but `read` and `eraseMentions` joins the open transaction. */
export class Contacts extends Context.Service<
  Contacts,
  {
    readonly read: (contact: Named) => Effect.Effect<FullContact, NotFound | Unavailable>
    /** Holds names until the transaction ends. */
    readonly lock: (names: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Holds a contact with all its addresses, and those sent for it, and reads it. `orders` holds its orders too. */
    readonly hold: (
      contact: Named,
      sent: Sent & { readonly orders?: boolean }
    ) => Effect.Effect<FullContact, NotFound | SqlError.SqlError>
    /** What a write is judged against. Contract: its addresses are held. */
    readonly state: (write: ContactWrite) => Effect.Effect<ContactState, SqlError.SqlError>
    readonly save: (contact: FullContact, ledger: ReadonlyArray<LedgerEntry>) => Effect.Effect<void, SqlError.SqlError>
    /** Takes the addresses of a contact out of texts of the account that no contact is linked to. Idempotent; before `erase`. */
    readonly eraseMentions: (contact: FullContact) => Effect.Effect<void, Unavailable>
    /** Erases a contact with all that is personal, but for the keyed memory of what it decided. Contract: it is held. */
    readonly erase: (contact: FullContact) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/Contacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const remembered = yield* RememberedConsents

      const select = ({ account_id, contact_id }: Named, further = sql``) =>
        sql`SELECT ${contactColumns(sql)} FROM contacts
          WHERE account_id = ${account_id} AND contact_id = ${contact_id} ${further}`.pipe(
          Effect.flatMap(decodeContactRows),
          Effect.map((rows) => rows[0])
        )

      const identities = ({ account_id, contact_id }: Named) =>
        sql`SELECT email, phone FROM contacts WHERE account_id = ${account_id} AND contact_id = ${contact_id}`.pipe(
          Effect.flatMap((rows) => Effect.orDie(decodeIdentities(rows))),
          Effect.map((rows) => rows[0])
        )

      const hold: typeof Contacts.Service.hold = (named, sent) =>
        Effect.gen(function* () {
          const before = yield* identities(named)
          if (before === undefined) return yield* new NotFound()
          yield* lock(sql, [
            ...identityNames({ ...named, ...before }),
            ...identityNames({ ...named, email: sent.email ?? null, phone: sent.phone ?? null })
          ])
          // Orders before contacts, as everything does that takes both.
          if (sent.orders === true) yield* holdOrders(sql, named)
          const contact = yield* select(named, sql`FOR UPDATE`)
          if (contact === undefined) return yield* new NotFound()
          // An address set before the locks were ours has to be held too.
          return contact.email === before.email && contact.phone === before.phone ? contact : yield* hold(named, sent)
        })

      return Contacts.of({
        read: (named) =>
          retried(select(named)).pipe(
            Effect.flatMap((contact) => (contact === undefined ? Effect.fail(new NotFound()) : Effect.succeed(contact)))
          ),
        lock: (names) => lock(sql, names),
        hold,
        state: Effect.fnUntraced(function* ({ account_id, fields }) {
          const [email, phone] = [fields.email ?? null, fields.phone ?? null]
          if (email === null && phone === null) return { byEmail: undefined, byPhone: undefined, remembered: {} }
          const owners = yield* sql`
            SELECT contact_id, 'email' AS by FROM contacts
            WHERE account_id = ${account_id} AND email_key = ${email === null ? null : emailKey(email)}
            UNION ALL SELECT contact_id, 'phone' FROM contacts WHERE account_id = ${account_id} AND phone = ${phone}`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeOwners(rows)))
          )
          const [known = {}] = yield* remembered.load([{ account_id, email, phone }])
          return {
            byEmail: owners.find(({ by }) => by === "email")?.contact_id,
            byPhone: owners.find(({ by }) => by === "phone")?.contact_id,
            remembered: known
          }
        }),
        save: Effect.fnUntraced(function* (contact, ledger) {
          yield* saveFullContact(sql, contact)
          if (ledger.length > 0) yield* appendLedger(sql, ledger)
        }),
        eraseMentions: (contact) => eraseMentions(sql, contact),
        erase: Effect.fnUntraced(function* (contact) {
          yield* remembered.keep(contact)
          yield* eraseContact(sql, contact)
        })
      })
    })
  )
}

const holdOrders = (sql: SqlClient.SqlClient, { account_id, contact_id }: Named) => sql`
  SELECT count(*) FROM (
    SELECT FROM orders WHERE account_id = ${account_id} AND contact_id = ${contact_id} ORDER BY order_id FOR UPDATE
  ) held`
