import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ContactDecision, ContactState, ContactWrite } from "../../domain/contacts/decideContact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Suppressions } from "../../domain/contacts/Suppressions.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { fullContactColumns, FullContactRow } from "./ContactRow.ts"
import { contactParameter } from "./contactParameter.ts"
import { eraseContact, eraseMentions } from "../personalData/eraseContact.ts"
import { mergeContact, saveMergedFigures } from "./mergeContact.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { ledgerParameter } from "./ledgerParameter.ts"
import { identityLocks } from "./readContacts.ts"
import { type Addresses, SuppressionList } from "./SuppressionList.ts"

const AddressesRow = Schema.Struct({
  contact_id: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String)
})
const OwnerRow = Schema.Struct({ contact_id: Schema.String, by: Schema.Literals(["email", "phone"]) })

type ContactRef = Pick<ContactWrite, "account_id" | "contact_id">
type NewAddresses = Pick<ContactWrite["fields"], "email" | "phone">

/** Contacts with all their fields. Every member but `read` and `eraseMentions` joins the open transaction; locks last until it ends. */
export class Contacts extends Context.Service<
  Contacts,
  {
    readonly read: (contact: ContactRef) => Effect.Effect<FullContact, NotFound | Unavailable>
    /** Locks names of an account, such as those of `identityLocks`. */
    readonly lock: (account_id: string, names: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Locks a contact with its present and new addresses, and with `orders` its orders, and reads it. */
    readonly lockContact: (
      contact: ContactRef,
      options: NewAddresses & { readonly orders?: boolean }
    ) => Effect.Effect<FullContact, NotFound | SqlError.SqlError>
    /** Locks two contacts with all their addresses, and the orders of `from`, and reads both. */
    readonly lockBoth: (
      merge: ContactRef & { readonly from: string }
    ) => Effect.Effect<{ readonly target: FullContact; readonly from: FullContact }, NotFound | SqlError.SqlError>
    /** The state that a write is decided on. Requires that its addresses are locked. */
    readonly state: (write: ContactWrite) => Effect.Effect<ContactState, SqlError.SqlError>
    /** Saves a decision. A refusal is recorded once until the consent changes. */
    readonly save: (
      decision: Pick<ContactDecision, "contact" | "changed" | "ledger" | "released">
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Locks the addresses, and the contacts that have any of them with all of theirs, and reads those contacts. */
    readonly lockOwners: (
      account_id: string,
      addresses: ReadonlyArray<Addresses>
    ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
    /** The suppressions of each, in the order given. */
    readonly suppressions: (
      addresses: ReadonlyArray<Addresses>
    ) => Effect.Effect<ReadonlyArray<Suppressions>, SqlError.SqlError>
    /** Locks those of the contacts that exist, with their addresses, and reads them. */
    readonly lockMany: (
      account_id: string,
      contact_ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
    /** Reads those of the contacts that exist, without locks. */
    readonly readMany: (
      account_id: string,
      contact_ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
    /** `save` for contacts of one account. Requires that none releases an address. */
    readonly saveMany: (
      account_id: string,
      decisions: ReadonlyArray<Pick<ContactDecision, "contact" | "changed" | "ledger">>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Moves all rows of `from` to the contact of the decision, saves and reads that. Requires that both are locked. */
    readonly merge: (
      decision: ContactDecision,
      from: string
    ) => Effect.Effect<FullContact, NotFound | SqlError.SqlError>
    /** Blanks texts of the account that mention the contact's addresses in rows of no contact. Idempotent; precedes `erase`. */
    readonly eraseMentions: (contact: FullContact) => Effect.Effect<void, Unavailable>
    /** Erases a contact with its personal data; the suppression list keeps its opt-outs. Requires that it is locked with its orders. */
    readonly erase: (contact: FullContact) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/Contacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressionList = yield* SuppressionList

      const select = (account_id: string, ids: ReadonlyArray<string>, locking = sql``) =>
        sql`SELECT ${fullContactColumns(sql)} FROM contacts
          WHERE account_id = ${account_id} AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id ${locking}`.pipe(
          query(FullContactRow)
        )

      const selectAddresses = (account_id: string, ids: ReadonlyArray<string>) =>
        sql`SELECT contact_id, email, phone FROM contacts
          WHERE account_id = ${account_id} AND contact_id = ANY(${texts(ids)}) ORDER BY contact_id`.pipe(
          query(AddressesRow)
        )

      // Locks in this order: addresses by name, orders, contacts by id. Reads the contacts in the order of their ids.
      const lockAll = (
        account_id: string,
        ids: ReadonlyArray<string>,
        further: { readonly addresses?: ReadonlyArray<NewAddresses>; readonly ordersOf?: string }
      ): Effect.Effect<ReadonlyArray<FullContact>, NotFound | SqlError.SqlError> =>
        Effect.gen(function* () {
          const before = yield* selectAddresses(account_id, ids)
          if (before.length < ids.length) return yield* new NotFound()
          const names = [...before, ...(further.addresses ?? [])].flatMap(({ email = null, phone = null }) =>
            identityLocks({ account_id, email, phone })
          )
          yield* advisoryLock(sql, account_id, names)
          // Every transaction that locks orders and contacts locks the orders first.
          if (further.ordersOf !== undefined) yield* lockOrders(sql, { account_id, contact_id: further.ordersOf })
          const locked = yield* select(account_id, ids, sql`FOR UPDATE`)
          if (locked.length < ids.length) return yield* new NotFound()
          // An address that was set before the locks were taken has to be locked too.
          const same = locked.every(
            ({ email, phone }, at) => email === before[at]?.email && phone === before[at]?.phone
          )
          return same ? locked : yield* lockAll(account_id, ids, further)
        })

      const pick = (contact_id: string) => (contacts: ReadonlyArray<FullContact>) => {
        const contact = contacts.find((each) => each.contact_id === contact_id)
        return contact === undefined ? Effect.fail(new NotFound()) : Effect.succeed(contact)
      }

      const lockMany: typeof Contacts.Service.lockMany = (account_id, ids) =>
        selectAddresses(account_id, ids).pipe(
          Effect.map((present) => present.map(({ contact_id }) => contact_id)),
          Effect.flatMap((present) => (present.length === 0 ? Effect.succeed([]) : lockAll(account_id, present, {}))),
          // One was erased before it was locked.
          Effect.catchTags({ NotFound: () => lockMany(account_id, ids) })
        )

      const selectOwners = (account_id: string, addresses: ReadonlyArray<Addresses>) =>
        Effect.map(
          sql`
            SELECT contact_id, 'email' AS by FROM contacts WHERE account_id = ${account_id}
              AND email_key = ANY(${texts(addresses.flatMap(({ email }) => (email === null ? [] : [emailKey(email)])))})
            UNION ALL SELECT contact_id, 'phone' FROM contacts WHERE account_id = ${account_id}
              AND phone = ANY(${texts(addresses.flatMap(({ phone }) => phone ?? []))})
            ORDER BY 1`.pipe(query(OwnerRow)),
          (owners) => [...new Set(owners.map(({ contact_id }) => contact_id))]
        )

      const lockOwners: typeof Contacts.Service.lockOwners = Effect.fnUntraced(function* (account_id, addresses) {
        const before = yield* selectOwners(account_id, addresses)
        const locked = yield* Effect.catchTags(lockAll(account_id, before, { addresses }), {
          NotFound: () => Effect.succeed(undefined)
        })
        // Only under its lock an address stays with its contact.
        const after = yield* selectOwners(account_id, addresses)
        const isSame = after.length === before.length && after.every((id, at) => id === before[at])
        return locked !== undefined && isSame ? locked : yield* lockOwners(account_id, addresses)
      })

      const saveMany: typeof Contacts.Service.saveMany = Effect.fnUntraced(function* (account_id, decisions) {
        const ledger = decisions.flatMap((decision) => decision.ledger)
        const changed = decisions.filter((decision) => decision.changed).map(({ contact }) => contact)
        if (changed.length === 0 && ledger.length === 0) return
        const refusals = ledger.filter(({ refused }) => refused)
        const changes = ledger.filter(({ refused }) => !refused)
        yield* sql`SELECT save_contact(${account_id}, ${contactParameter(sql, changed)},
          ${ledgerParameter(sql, changes)}, ${ledgerParameter(sql, refusals)})`
      })

      const save: typeof Contacts.Service.save = Effect.fnUntraced(function* ({ released, ...decision }) {
        yield* saveMany(decision.contact.account_id, [decision])
        if (released !== undefined) yield* suppressionList.addReleased(released)
      })

      return Contacts.of({
        read: ({ account_id, contact_id }) =>
          Effect.flatMap(retried(select(account_id, [contact_id])), pick(contact_id)),
        lock: (account_id, names) => advisoryLock(sql, account_id, names),
        lockContact: ({ account_id, contact_id }, { orders, ...addresses }) =>
          lockAll(account_id, [contact_id], {
            addresses: [addresses],
            ...(orders === true ? { ordersOf: contact_id } : {})
          }).pipe(Effect.flatMap(pick(contact_id))),
        lockBoth: Effect.fnUntraced(function* ({ account_id, contact_id, from }) {
          const locked = yield* lockAll(account_id, [contact_id, from], { ordersOf: from })
          return { target: yield* pick(contact_id)(locked), from: yield* pick(from)(locked) }
        }),
        state: Effect.fnUntraced(function* ({ account_id, fields }) {
          const [email, phone] = [fields.email ?? null, fields.phone ?? null]
          if (email === null && phone === null) return { byEmail: undefined, byPhone: undefined, suppressions: {} }
          const owners = yield* sql`
            SELECT contact_id, 'email' AS by FROM contacts
            WHERE account_id = ${account_id} AND email_key = ${email === null ? null : emailKey(email)}
            UNION ALL SELECT contact_id, 'phone' FROM contacts WHERE account_id = ${account_id} AND phone = ${phone}`.pipe(
            query(OwnerRow)
          )
          const [suppressions = {}] = yield* suppressionList.load([{ account_id, email, phone }])
          return {
            byEmail: owners.find(({ by }) => by === "email")?.contact_id,
            byPhone: owners.find(({ by }) => by === "phone")?.contact_id,
            suppressions
          }
        }),
        merge: Effect.fnUntraced(function* (decision, from) {
          yield* mergeContact(sql, decision.contact, from)
          yield* save(decision)
          yield* saveMergedFigures(sql, decision.contact)
          const { account_id, contact_id } = decision.contact
          return yield* pick(contact_id)(yield* select(account_id, [contact_id]))
        }),
        save,
        lockOwners,
        suppressions: suppressionList.load,
        lockMany,
        readMany: select,
        saveMany,
        eraseMentions: (contact) => eraseMentions(sql, contact),
        erase: Effect.fnUntraced(function* (contact) {
          yield* suppressionList.addErased(contact)
          yield* eraseContact(sql, contact)
        })
      })
    })
  )
}

const lockOrders = (sql: SqlClient.SqlClient, { account_id, contact_id }: ContactRef) => sql`
  SELECT count(*) FROM (
    SELECT FROM orders WHERE account_id = ${account_id} AND contact_id = ${contact_id} ORDER BY order_id FOR UPDATE
  ) locked`
