import { domainToUnicode } from "node:url"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cause, EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { contactIndex } from "../../domain/contacts/contactIndex.ts"
import { asciiLowerCase, emailKey } from "../../domain/contacts/Email.ts"
import {
  emailIdentity,
  phoneIdentity,
  strictest,
  type Suppressions,
  suppressionsOf
} from "../../domain/contacts/Suppressions.ts"
import { accountOf } from "../database/batchAccount.ts"
import { keyedHash } from "../database/keyedHash.ts"
import { Keys } from "../database/Keys.ts"
import { texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"
import { Millis, timeText } from "../database/timestamps.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  identity_hash: Schema.String,
  state: Schema.Union([EmailConsent, SmsConsent]),
  cause: Cause,
  remembered_at: Millis
})

const isEmailConsent = Schema.is(EmailConsent)
const isSmsConsent = Schema.is(SmsConsent)

const decisionOf = ({ remembered_at, cause }: typeof Row.Type) => ({ at: remembered_at, cause })

/**
 * The identities that an e-mail may be listed under: its key first, then its keys in forms that earlier versions used. A hash cannot be
 * converted, so an entry under an earlier form is found by the address alone.
 */
const emailIdentities = (email: string): ReadonlyArray<string> => {
  const key = emailKey(email)
  const at = key.lastIndexOf("@") + 1
  const earlierKeys = [key.slice(0, at) + domainToUnicode(key.slice(at)), asciiLowerCase(email)]
  return [...new Set([emailIdentity(email), ...earlierKeys.map((earlier) => `email|${earlier}`)])]
}

interface Phone {
  readonly account_id: string
  readonly phone: string
}

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
    /** Adds the opt-outs of addresses that a contact gives up. */
    readonly addReleased: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Adds a STOP from a phone that no contact has. */
    readonly addStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Removes the STOP of a phone that no contact has. The time of an erasure stays. */
    readonly removeStop: (phone: Phone) => Effect.Effect<void, SqlError.SqlError>
    /** Adds a bounce or complaint of an e-mail address that no contact has. */
    readonly addReport: (report: {
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

      const load = Effect.fnUntraced(function* (calls: ReadonlyArray<Addresses>) {
        const hashed = calls.map(({ account_id, email, phone }) => ({
          account_id,
          emails: email === null ? [] : emailIdentities(email).map((identity) => hashOf(account_id, identity)),
          phone: phone === null ? null : hashOf(account_id, phoneIdentity(phone))
        }))
        const keys = hashed.flatMap(({ account_id, emails, phone }) =>
          [...emails, ...(phone === null ? [] : [phone])].map((identity_hash) => ({ account_id, identity_hash }))
        )
        if (keys.length === 0) return calls.map((): Suppressions => ({}))
        const rows = yield* sql`
            SELECT s.account_id, s.identity_hash, state, cause, remembered_at FROM remembered_consents s
            JOIN unnest(${texts(keys.map(({ account_id }) => account_id))},
                ${texts(keys.map(({ identity_hash }) => identity_hash))})
              AS r (account_id, identity_hash)
              ON s.account_id = ${accountOf(sql, keys)("r.account_id")} AND s.identity_hash = r.identity_hash`.pipe(
          query(Row)
        )
        const byHash = new Map(rows.map((row) => [row.identity_hash, row]))
        return hashed.map(({ emails, phone }): Suppressions => {
          const emailRows = emails.flatMap((identity_hash) => byHash.get(identity_hash) ?? [])
          const emailRow = strictest(emailRows)
          const phoneRow = byHash.get(phone ?? "")
          const erasures = [...emailRows, ...(phoneRow === undefined ? [] : [phoneRow])].flatMap(
            ({ cause, remembered_at }) => (cause === "erasure" ? [remembered_at] : [])
          )
          return {
            ...(isEmailConsent(emailRow?.state) ? { email: emailRow.state, email_decision: decisionOf(emailRow) } : {}),
            ...(isSmsConsent(phoneRow?.state) ? { sms: phoneRow.state, sms_decision: decisionOf(phoneRow) } : {}),
            ...(erasures.length === 0 ? {} : { erased_at: Math.max(...erasures) })
          }
        })
      })

      // Lists the first identity. The cause `erasure` is never overwritten.
      const add = Effect.fnUntraced(function* (
        account_id: string,
        [identity = "", ...earlierIdentities]: ReadonlyArray<string>,
        state: EmailConsent | SmsConsent,
        cause: Cause
      ) {
        if (cause === "erasure" && earlierIdentities.length > 0) {
          yield* sql`DELETE FROM remembered_consents WHERE account_id = ${account_id}
            AND identity_hash = ANY(${texts(earlierIdentities.map((earlier) => hashOf(account_id, earlier)))})`
        }
        yield* sql`
          INSERT INTO remembered_consents (account_id, identity_hash, state, cause, remembered_at)
          VALUES (${account_id}, ${hashOf(account_id, identity)}, ${state}, ${cause},
            ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
          ON CONFLICT (account_id, identity_hash) DO UPDATE SET state = excluded.state, remembered_at = excluded.remembered_at,
            cause = CASE WHEN remembered_consents.cause = 'erasure' THEN 'erasure' ELSE excluded.cause END`
      })

      const addOptOuts = (contact: Contact, cause: Cause) =>
        Effect.forEach(
          suppressionsOf(contact),
          ({ identity, state }) => {
            const ofEmail = contact.email === null ? [] : emailIdentities(contact.email)
            return add(contact.account_id, ofEmail.includes(identity) ? ofEmail : [identity], state, cause)
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
        addReleased: (contact) => addOptOuts(contact, "api"),
        addStop: ({ account_id, phone }) => add(account_id, [phoneIdentity(phone)], "unsubscribed", "inbound_sms"),
        removeStop: ({ account_id, phone }) => {
          const entry = sql`account_id = ${account_id} AND identity_hash = ${hashOf(account_id, phoneIdentity(phone))}`
          return Effect.asVoid(
            Effect.andThen(
              sql`DELETE FROM remembered_consents WHERE ${entry} AND cause <> 'erasure'`,
              sql`UPDATE remembered_consents SET state = 'never_subscribed' WHERE ${entry}`
            )
          )
        },
        addReport: ({ account_id, email, cause }) =>
          add(account_id, emailIdentities(email), "compliance_suppressed", cause)
      })
    })
  )

  /** On the database, under a key that ends with the process. */
  static readonly layerMemory = this.layer.pipe(Layer.provide(Keys.layerMemory))
}
