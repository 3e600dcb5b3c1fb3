import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ContactDecision, ContactState, ContactWrite } from "../../domain/contacts/decideContact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { contactColumns, decodeContactRows, saveFullContact } from "./contactRows.ts"
import { eraseContact } from "./eraseContact.ts"
import { eraseMentions } from "./eraseMentions.ts"
import { mergeContact, saveMergedFigures } from "./mergeContact.ts"
import { texts } from "../database/parameters.ts"
import { appendLedger } from "./appendLedger.ts"
import { identityLocks } from "./readContacts.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { SuppressionList } from "./SuppressionList.ts"
import { retried } from "../database/Transaction.ts"

const Identities = Schema.Struct({
  contact_id: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String)
})
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
    /** Holds two contacts with all their addresses, and the orders of the one that is merged into the other. */
    readonly holdBoth: (
      merge: Named & { readonly from: string }
    ) => Effect.Effect<{ readonly target: FullContact; readonly from: FullContact }, NotFound | SqlError.SqlError>
    /** What a write is judged against. Contract: its addresses are held. */
    readonly state: (write: ContactWrite) => Effect.Effect<ContactState, SqlError.SqlError>
    /** Writes what a decision changes. A refusal is told once while the consent stays as it is. */
    readonly save: (
      decision: Pick<ContactDecision, "contact" | "changed" | "ledger" | "left">
    ) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Moves all that the other contact has to that of the decision, removes it, and gives the contact with the figures that its
     * orders come to. Contract: both are held.
     */
    readonly merge: (
      decision: ContactDecision,
      from: string
    ) => Effect.Effect<FullContact, NotFound | SqlError.SqlError>
    /** Takes the addresses of a contact out of texts of the account that no contact is linked to. Idempotent; before `erase`. */
    readonly eraseMentions: (contact: FullContact) => Effect.Effect<void, Unavailable>
    /** Erases a contact with all that is personal, but for the keyed memory of what it decided. Contract: it is held. */
    readonly erase: (contact: FullContact) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/Contacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const remembered = yield* SuppressionList

      const select = (account_id: string, ids: ReadonlyArray<string>, further = sql``) =>
        sql`SELECT ${contactColumns(sql)} FROM contacts
          WHERE account_id = ${account_id} AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id ${further}`.pipe(
          Effect.flatMap(decodeContactRows)
        )

      const identities = (account_id: string, ids: ReadonlyArray<string>) =>
        sql`SELECT contact_id, email, phone FROM contacts
          WHERE account_id = ${account_id} AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id`.pipe(
          Effect.flatMap((rows) => Effect.orDie(decodeIdentities(rows)))
        )

      // All contacts with all their addresses, those sent, and the orders of the contact named, in the order of their ids.
      const holdAll = (
        account_id: string,
        ids: ReadonlyArray<string>,
        also: { readonly sent?: Sent; readonly ordersOf?: string }
      ): Effect.Effect<ReadonlyArray<FullContact>, NotFound | SqlError.SqlError> =>
        Effect.gen(function* () {
          const before = yield* identities(account_id, ids)
          if (before.length < ids.length) return yield* new NotFound()
          const { email = null, phone = null } = also.sent ?? {}
          const names = [...before, { email, phone }].flatMap((each) => identityLocks({ account_id, ...each }))
          yield* advisoryLock(sql, names)
          // Orders before contacts, as everything does that takes both.
          if (also.ordersOf !== undefined) yield* holdOrders(sql, { account_id, contact_id: also.ordersOf })
          const held = yield* select(account_id, ids, sql`FOR UPDATE`)
          if (held.length < ids.length) return yield* new NotFound()
          // An address set before the locks were ours has to be held too.
          const same = held.every((one, at) => one.email === before[at]?.email && one.phone === before[at]?.phone)
          return same ? held : yield* holdAll(account_id, ids, also)
        })

      const of = (contact_id: string) => (found: ReadonlyArray<FullContact>) => {
        const contact = found.find((one) => one.contact_id === contact_id)
        return contact === undefined ? Effect.fail(new NotFound()) : Effect.succeed(contact)
      }

      const save: typeof Contacts.Service.save = Effect.fnUntraced(function* ({ contact, changed, ledger, left }) {
        if (changed) yield* saveFullContact(sql, contact)
        const refused = ledger.filter((line) => line.refused)
        const moved = ledger.filter((line) => !line.refused)
        if (moved.length > 0) yield* appendLedger(sql, moved)
        if (refused.length > 0) yield* appendLedger(sql, refused, untold(sql))
        if (left !== undefined) yield* remembered.keepLeft(left)
      })

      return Contacts.of({
        read: ({ account_id, contact_id }) => Effect.flatMap(retried(select(account_id, [contact_id])), of(contact_id)),
        lock: (names) => advisoryLock(sql, names),
        hold: ({ account_id, contact_id }, { orders, ...sent }) =>
          holdAll(account_id, [contact_id], { sent, ...(orders === true ? { ordersOf: contact_id } : {}) }).pipe(
            Effect.flatMap(of(contact_id))
          ),
        holdBoth: Effect.fnUntraced(function* ({ account_id, contact_id, from }) {
          const held = yield* holdAll(account_id, [contact_id, from], { ordersOf: from })
          return { target: yield* of(contact_id)(held), from: yield* of(from)(held) }
        }),
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
        merge: Effect.fnUntraced(function* (decision, from) {
          yield* mergeContact(sql, decision.contact, from)
          yield* save(decision)
          yield* saveMergedFigures(sql, decision.contact)
          const { account_id, contact_id } = decision.contact
          return yield* of(contact_id)(yield* select(account_id, [contact_id]))
        }),
        save,
        eraseMentions: (contact) => eraseMentions(sql, contact),
        erase: Effect.fnUntraced(function* (contact) {
          yield* remembered.keepErased(contact)
          yield* eraseContact(sql, contact)
        })
      })
    })
  )
}

// No line of the ledger says the same already since the consent last changed. Named after what `appendLedger` inserts.
const untold = (sql: SqlClient.SqlClient) => sql`NOT EXISTS (
  SELECT FROM consent_log log WHERE log.account_id = r.account_id AND log.contact_id = r.contact_id
    AND log.channel = r.channel AND log.refused AND log.rule = r.rule AND log.to_state = r.to_state
    AND log.entry_id > coalesce((SELECT max(entry_id) FROM consent_log moved WHERE moved.account_id = r.account_id
      AND moved.contact_id = r.contact_id AND moved.channel = r.channel AND NOT moved.refused), 0))`

const holdOrders = (sql: SqlClient.SqlClient, { account_id, contact_id }: Named) => sql`
  SELECT count(*) FROM (
    SELECT FROM orders WHERE account_id = ${account_id} AND contact_id = ${contact_id} ORDER BY order_id FOR UPDATE
  ) held`
