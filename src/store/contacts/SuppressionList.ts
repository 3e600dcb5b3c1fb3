import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, type Channel, EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { contactIndex } from "../../domain/contacts/contactIndex.ts"
import { emailIdentity, phoneIdentity, type Suppressions, suppressionsOf } from "../../domain/contacts/Suppressions.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  identity_hash: Schema.String,
  state: Schema.Union([EmailConsent, SmsConsent]),
  cause: Cause,
  recorded_at: Millis
})

const isEmailConsent = Schema.is(EmailConsent)
const isSmsConsent = Schema.is(SmsConsent)

const decisionOf = ({ recorded_at, cause }: typeof Row.Type) => ({ at: recorded_at, cause })

interface Phone {
  readonly account_id: string
  readonly phone: string
}

type ContactRef = Pick<Contact, "account_id" | "contact_id">

/** The addresses of a call. */
export type Addresses = Pick<Contact, "account_id" | "email" | "phone">

/**
 * Opt-outs of addresses that no contact has, by keyed hash: those of erased contacts, and a STOP, bounce or complaint from before there
 * is a contact (contract §4.7, §4.8). Every member joins the open transaction.
 */
export class SuppressionList extends Context.Service<
  SuppressionList,
  {
    /** The suppressions of each, in the order given. One indexed read. */
    readonly load: (calls: ReadonlyArray<Addresses>) => Effect.Effect<ReadonlyArray<Suppressions>, SqlError.SqlError>
    /** `load` for calls that create a contact or give one of `contacts` an address; other calls get no suppressions. */
    readonly loadForNew: (
      calls: ReadonlyArray<Addresses>,
      contacts: ReadonlyArray<Contact>
    ) => Effect.Effect<ReadonlyArray<Suppressions>, SqlError.SqlError>
    /** Adds the opt-outs of a contact that is about to be erased, and the time of the erasure. */
    readonly addErased: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Adds that an erased contact withdrew consent by a link in a message sent to it before. Its address is not known any more. */
    readonly withdrawErased: (contact: ContactRef, channel: Channel) => Effect.Effect<void, SqlError.SqlError>
    /** Adds the opt-outs of addresses that a contact gives up. */
    readonly addReleased: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Adds a STOP from a phone that no contact has. */
    readonly addStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Removes the STOP of a phone that no contact has. The time of an erasure stays. */
    readonly removeStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Adds a bounce, a complaint or a no at the provider of an e-mail address that no contact has. A bounce or complaint stays over a later no. */
    readonly addReport: (report: {
      readonly account_id: string
      readonly email: string
      readonly cause: "bounce" | "complaint" | "unsubscribe_link"
    }) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/SuppressionList") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "suppressions")
      const hashOf = (account_id: string, identity: string) => hash(`${account_id}|${identity}`)

      // Names nobody without the key, and holds for the time after an erasure, when messages still have the id.
      const contactHash = ({ account_id, contact_id }: ContactRef, channel: Channel) =>
        hash(`${account_id}|${channel} of ${contact_id}`)

      const load = Effect.fnUntraced(function* (calls: ReadonlyArray<Addresses>) {
        const hashed = calls.map(({ account_id, email, phone }) => ({
          account_id,
          email: email === null ? null : hashOf(account_id, emailIdentity(email)),
          phone: phone === null ? null : hashOf(account_id, phoneIdentity(phone))
        }))
        const keys = hashed.flatMap(({ account_id, email, phone }) =>
          [email, phone].flatMap((identity_hash) => (identity_hash === null ? [] : [{ account_id, identity_hash }]))
        )
        if (keys.length === 0) return calls.map((): Suppressions => ({}))
        const rows = yield* sql`
            SELECT s.account_id, s.identity_hash, state, cause, recorded_at FROM suppressions s
            JOIN unnest(${texts(keys.map(({ account_id }) => account_id))},
                ${texts(keys.map(({ identity_hash }) => identity_hash))})
              AS r (account_id, identity_hash)
              ON s.account_id = ${accountOf(sql, keys)("r.account_id")} AND s.identity_hash = r.identity_hash`.pipe(
          query(Row)
        )
        const byHash = new Map(rows.map((row) => [row.identity_hash, row]))
        return hashed.map(({ email, phone }): Suppressions => {
          const emailRow = byHash.get(email ?? "")
          const phoneRow = byHash.get(phone ?? "")
          const erasures = [emailRow, phoneRow].flatMap((row) => (row?.cause === "erasure" ? [row.recorded_at] : []))
          return {
            ...(isEmailConsent(emailRow?.state) ? { email: emailRow.state, email_decision: decisionOf(emailRow) } : {}),
            ...(isSmsConsent(phoneRow?.state) ? { sms: phoneRow.state, sms_decision: decisionOf(phoneRow) } : {}),
            ...(erasures.length === 0 ? {} : { erased_at: Math.max(...erasures) })
          }
        })
      })

      // The cause `erasure` is never overwritten.
      const add = Effect.fnUntraced(function* (
        account_id: string,
        identity: string,
        state: EmailConsent | SmsConsent,
        cause: Cause,
        { keepsStricter = false, contact_hash = null }: { keepsStricter?: boolean; contact_hash?: string | null } = {}
      ) {
        yield* sql`
          INSERT INTO suppressions (account_id, identity_hash, state, cause, recorded_at, contact_hash)
          VALUES (${account_id}, ${hashOf(account_id, identity)}, ${state}, ${cause},
            ${timeText(yield* Clock.currentTimeMillis)}::timestamptz, ${contact_hash})
          ON CONFLICT (account_id, identity_hash) DO UPDATE SET
            state = CASE WHEN ${keepsStricter}::boolean AND suppressions.state IN ('suppressed', 'compliance_suppressed')
              THEN suppressions.state ELSE excluded.state END, recorded_at = excluded.recorded_at,
            contact_hash = coalesce(excluded.contact_hash, suppressions.contact_hash),
            cause = CASE WHEN suppressions.cause = 'erasure' THEN 'erasure' ELSE excluded.cause END`
      })

      const addOptOuts = (contact: Contact, cause: Cause) =>
        Effect.forEach(
          suppressionsOf(contact),
          ({ identity, state }) => {
            const channel = contact.email !== null && identity === emailIdentity(contact.email) ? "email" : "sms"
            const contact_hash = cause === "erasure" ? contactHash(contact, channel) : null
            return add(contact.account_id, identity, state, cause, { contact_hash })
          },
          { discard: true }
        )

      return SuppressionList.of({
        load,
        loadForNew: Effect.fnUntraced(function* (calls, contacts) {
          const index = contactIndex(contacts)
          const adding = calls.filter((call) => index.addsAddress(call))
          if (adding.length === 0) return []
          const loaded = yield* load(adding)
          return calls.map((call) => loaded[adding.indexOf(call)] ?? {})
        }),
        addErased: (contact) => addOptOuts(contact, "erasure"),
        withdrawErased: Effect.fnUntraced(function* (contact, channel) {
          // Suppressions stay: they are stricter.
          yield* sql`UPDATE suppressions SET state = 'unsubscribed',
              recorded_at = ${timeText(yield* Clock.currentTimeMillis)}::timestamptz
            WHERE account_id = ${contact.account_id} AND contact_hash = ${contactHash(contact, channel)}
              AND state IN ('never_subscribed', 'unsubscribed')`
        }),
        addReleased: (contact) => addOptOuts(contact, "api"),
        addStop: ({ account_id, phone }) => add(account_id, phoneIdentity(phone), "unsubscribed", "inbound_sms"),
        removeStop: ({ account_id, phone }) => {
          const entry = sql`account_id = ${account_id} AND identity_hash = ${hashOf(account_id, phoneIdentity(phone))}`
          return Effect.asVoid(
            Effect.andThen(
              sql`DELETE FROM suppressions WHERE ${entry} AND cause <> 'erasure'`,
              sql`UPDATE suppressions SET state = 'never_subscribed' WHERE ${entry}`
            )
          )
        },
        addReport: ({ account_id, email, cause }) =>
          cause === "unsubscribe_link"
            ? add(account_id, emailIdentity(email), "unsubscribed", cause, { keepsStricter: true })
            : add(account_id, emailIdentity(email), "compliance_suppressed", cause)
      })
    })
  )

  /** On the database, under a key that ends with the process. */
  static readonly layerMemory = this.layer.pipe(Layer.provide(Keys.layerMemory))
}
