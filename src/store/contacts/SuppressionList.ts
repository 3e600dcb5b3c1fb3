import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { contactIndex } from "../../domain/contacts/contactIndex.ts"
import { decisionsOf, phoneIdentity, type Suppressions, strongest } from "../../domain/contacts/Suppressions.ts"
import { emailIdentities } from "./emailIdentities.ts"
import { keyedHash } from "../database/keyedHash.ts"
import { Keys } from "../database/Keys.ts"
import { texts } from "../database/parameters.ts"
import { Millis, timeText } from "../database/timestamps.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  identity_hash: Schema.String,
  state: Schema.Union([EmailConsent, SmsConsent]),
  cause: Cause,
  remembered_at: Millis
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const isEmailConsent = Schema.is(EmailConsent)
const isSmsConsent = Schema.is(SmsConsent)

const decisionOf = ({ remembered_at, cause }: typeof Row.Type) => ({ at: remembered_at, cause })

interface Phone {
  readonly account_id: string
  readonly phone: string
}

/** Addresses somebody comes with. */
export type Addresses = Pick<Contact, "account_id" | "email" | "phone">

/**
 * What was decided about addresses that no contact has, by keyed hash: what erased people had decided, and a STOP, bounce or
 * complaint of an address before there is a contact (contract §4). Every member joins the open transaction.
 */
export class SuppressionList extends Context.Service<
  SuppressionList,
  {
    /** What is remembered of each, in the order asked. One indexed read. */
    readonly load: (asked: ReadonlyArray<Addresses>) => Effect.Effect<ReadonlyArray<Suppressions>, SqlError.SqlError>
    /** `load` for those that none of the contacts answers to, which would make a contact; nothing is read when all do. */
    readonly loadForNew: (
      asked: ReadonlyArray<Addresses>,
      contacts: ReadonlyArray<Contact>
    ) => Effect.Effect<ReadonlyArray<Suppressions>, SqlError.SqlError>
    /** Remembers what a contact decided that is about to be erased, or only that it was, and when. */
    readonly keepErased: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Remembers what holds the service off the addresses that a contact leaves. */
    readonly keepLeft: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Remembers a STOP from a phone that no contact has. */
    readonly keepStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Forgets that the person behind a phone without a contact had stopped texts, not that they were erased. */
    readonly forgetStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Remembers a bounce or complaint of an e-mail address that no contact has. */
    readonly keepReport: (report: {
      readonly account_id: string
      readonly email: string
      readonly cause: "bounce" | "complaint"
    }) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/SuppressionList") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "remembered consents")
      const hashOf = (account_id: string, identity: string) => hash(`${account_id}|${identity}`)

      const load = Effect.fnUntraced(function* (asked: ReadonlyArray<Addresses>) {
        const wanted = asked.map(({ account_id, email, phone }) => ({
          account_id,
          emails: email === null ? [] : emailIdentities(email).map((identity) => hashOf(account_id, identity)),
          phone: phone === null ? null : hashOf(account_id, phoneIdentity(phone))
        }))
        const hashes = wanted.flatMap(({ account_id, emails, phone }) =>
          [...emails, ...(phone === null ? [] : [phone])].map((found) => ({ account_id, hash: found }))
        )
        if (hashes.length === 0) return asked.map((): Suppressions => ({}))
        const rows = yield* sql`
            SELECT account_id, identity_hash, state, cause, remembered_at FROM remembered_consents
            JOIN unnest(${texts(hashes.map(({ account_id }) => account_id))}, ${texts(hashes.map(({ hash }) => hash))})
              AS asked (account_id, identity_hash) USING (account_id, identity_hash)`.pipe(
          Effect.flatMap((found) => Effect.orDie(decodeRows(found)))
        )
        const found = new Map(rows.map((row) => [row.identity_hash, row]))
        return wanted.map(({ emails, phone }): Suppressions => {
          const byEmail = emails.flatMap((hash) => found.get(hash) ?? [])
          const byPhone = found.get(phone ?? "")
          const ofEmail = strongest(byEmail)
          const erasures = [...byEmail, ...(byPhone === undefined ? [] : [byPhone])].flatMap(
            ({ cause, remembered_at }) => (cause === "erasure" ? [remembered_at] : [])
          )
          return {
            ...(isEmailConsent(ofEmail?.state) ? { email: ofEmail.state, email_decision: decisionOf(ofEmail) } : {}),
            ...(isSmsConsent(byPhone?.state) ? { sms: byPhone.state, sms_decision: decisionOf(byPhone) } : {}),
            ...(erasures.length === 0 ? {} : { erased_at: Math.max(...erasures) })
          }
        })
      })

      // Kept under the first of the identities. That an address was erased is never forgotten.
      const keepState = Effect.fnUntraced(function* (
        account_id: string,
        [identity = "", ...earlierForms]: ReadonlyArray<string>,
        state: EmailConsent | SmsConsent,
        cause: Cause
      ) {
        if (cause === "erasure" && earlierForms.length > 0) {
          yield* sql`DELETE FROM remembered_consents WHERE account_id = ${account_id}
            AND identity_hash = ANY(${texts(earlierForms.map((form) => hashOf(account_id, form)))})`
        }
        yield* sql`
          INSERT INTO remembered_consents (account_id, identity_hash, state, cause, remembered_at)
          VALUES (${account_id}, ${hashOf(account_id, identity)}, ${state}, ${cause},
            ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
          ON CONFLICT (account_id, identity_hash) DO UPDATE SET state = excluded.state, remembered_at = excluded.remembered_at,
            cause = CASE WHEN remembered_consents.cause = 'erasure' THEN 'erasure' ELSE excluded.cause END`
      })

      const keepDecisions = (contact: Contact, cause: Cause) =>
        Effect.forEach(
          decisionsOf(contact),
          ({ identity, state }) => {
            const forms = contact.email === null ? [] : emailIdentities(contact.email)
            return keepState(contact.account_id, forms.includes(identity) ? forms : [identity], state, cause)
          },
          { discard: true }
        )

      return SuppressionList.of({
        load,
        loadForNew: Effect.fnUntraced(function* (asked, contacts) {
          const known = contactIndex(contacts)
          const news = asked.filter((one) => !known.knows(one))
          if (news.length === 0) return []
          const found = yield* load(news)
          return asked.map((call) => found[news.indexOf(call)] ?? {})
        }),
        keepErased: (contact) => keepDecisions(contact, "erasure"),
        keepLeft: (contact) => keepDecisions(contact, "api"),
        keepStop: ({ account_id, phone }) =>
          keepState(account_id, [phoneIdentity(phone)], "unsubscribed", "inbound_sms"),
        forgetStop: ({ account_id, phone }) => {
          const named = sql`account_id = ${account_id} AND identity_hash = ${hashOf(account_id, phoneIdentity(phone))}`
          return Effect.asVoid(
            Effect.andThen(
              sql`DELETE FROM remembered_consents WHERE ${named} AND cause <> 'erasure'`,
              sql`UPDATE remembered_consents SET state = 'never_subscribed' WHERE ${named}`
            )
          )
        },
        keepReport: ({ account_id, email, cause }) =>
          keepState(account_id, emailIdentities(email), "compliance_suppressed", cause)
      })
    })
  )

  /** On the database, under a key that ends with the process. */
  static readonly layerMemory = this.layer.pipe(Layer.provide(Keys.layerMemory))
}
