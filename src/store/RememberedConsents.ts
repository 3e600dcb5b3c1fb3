import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { EmailConsent, SmsConsent } from "../domain/Consent.ts"
import type { Contact } from "../domain/Contact.ts"
import { contactIndex } from "../domain/contactIndex.ts"
import { decisionsOf, phoneIdentity, type Remembered, strongest } from "../domain/Remembered.ts"
import { emailIdentities } from "./emailIdentities.ts"
import { keyedHash } from "./keyedHash.ts"
import { Keys } from "./Keys.ts"
import { texts } from "./parameters.ts"
import { Millis, timeText } from "./rows.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  identity_hash: Schema.String,
  state: Schema.Union([EmailConsent, SmsConsent]),
  remembered_at: Millis
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const isEmailConsent = Schema.is(EmailConsent)
const isSmsConsent = Schema.is(SmsConsent)

/** Addresses somebody comes with. */
export type Addresses = Pick<Contact, "account_id" | "email" | "phone">

/** What erased people had decided, by keyed hash of their address (contract §4). Every member joins the open transaction. */
export class RememberedConsents extends Context.Service<
  RememberedConsents,
  {
    /** What is remembered of each, in the order asked. One indexed read. */
    readonly load: (asked: ReadonlyArray<Addresses>) => Effect.Effect<ReadonlyArray<Remembered>, SqlError.SqlError>
    /** `load` for those that none of the contacts answers to, which would make a contact; nothing is read when all do. */
    readonly loadForNew: (
      asked: ReadonlyArray<Addresses>,
      contacts: ReadonlyArray<Contact>
    ) => Effect.Effect<ReadonlyArray<Remembered>, SqlError.SqlError>
    /** Remembers what a contact decided that is about to be erased, and forgets what it has taken back. */
    readonly keep: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
    /** Remembers what was said of a phone that no contact has; null forgets it. */
    readonly keepSms: (said: {
      readonly account_id: string
      readonly phone: string
      readonly state: SmsConsent | null
    }) => Effect.Effect<void, SqlError.SqlError>
    /** Remembers what was reported of an e-mail address that no contact has. */
    readonly keepEmail: (said: {
      readonly account_id: string
      readonly email: string
      readonly state: EmailConsent
    }) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/RememberedConsents") {
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
        if (hashes.length === 0) return asked.map((): Remembered => ({}))
        const rows = yield* sql`
            SELECT account_id, identity_hash, state, remembered_at FROM remembered_consents
            JOIN unnest(${texts(hashes.map(({ account_id }) => account_id))}, ${texts(hashes.map(({ hash }) => hash))})
              AS asked (account_id, identity_hash) USING (account_id, identity_hash)`.pipe(
          Effect.flatMap((found) => Effect.orDie(decodeRows(found)))
        )
        const found = new Map(rows.map((row) => [row.identity_hash, row]))
        return wanted.map(({ emails, phone }): Remembered => {
          const byEmail = emails.flatMap((hash) => found.get(hash) ?? [])
          const byPhone = found.get(phone ?? "")
          const emailState = strongest(byEmail.map(({ state }) => state).filter(isEmailConsent))
          const times = [...byEmail, ...(byPhone === undefined ? [] : [byPhone])].map(
            ({ remembered_at }) => remembered_at
          )
          return {
            ...(emailState === undefined ? {} : { email: emailState }),
            ...(isSmsConsent(byPhone?.state) ? { sms: byPhone.state } : {}),
            ...(times.length === 0 ? {} : { erased_at: Math.max(...times) })
          }
        })
      })

      // Kept under the first of the identities; all of them are forgotten.
      const keepState = Effect.fnUntraced(function* (
        account_id: string,
        identities: ReadonlyArray<string>,
        state: EmailConsent | SmsConsent | null
      ) {
        const hashes = identities.map((identity) => hashOf(account_id, identity))
        if (state === null) {
          yield* sql`DELETE FROM remembered_consents
            WHERE account_id = ${account_id} AND identity_hash = ANY(${texts(hashes)})`
        } else {
          yield* sql`
            INSERT INTO remembered_consents (account_id, identity_hash, state, remembered_at)
            VALUES (${account_id}, ${hashes[0] ?? ""}, ${state}, ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
            ON CONFLICT (account_id, identity_hash)
            DO UPDATE SET state = excluded.state, remembered_at = excluded.remembered_at`
        }
      })

      return RememberedConsents.of({
        load,
        loadForNew: Effect.fnUntraced(function* (asked, contacts) {
          const known = contactIndex(contacts)
          const news = asked.filter((one) => !known.knows(one))
          if (news.length === 0) return []
          const found = yield* load(news)
          return asked.map((call) => found[news.indexOf(call)] ?? {})
        }),
        keep: (contact) =>
          Effect.forEach(
            decisionsOf(contact),
            ({ identity, state }) => {
              const earlier = contact.email === null ? [] : emailIdentities(contact.email)
              return keepState(contact.account_id, earlier.includes(identity) ? earlier : [identity], state)
            },
            { discard: true }
          ),
        keepSms: ({ account_id, phone, state }) => keepState(account_id, [phoneIdentity(phone)], state),
        keepEmail: ({ account_id, email, state }) => keepState(account_id, emailIdentities(email), state)
      })
    })
  )

  /** On the database, under a key that ends with the process. */
  static readonly layerMemory = this.layer.pipe(Layer.provide(Keys.layerMemory))
}
