import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { EmailConsent, SmsConsent } from "../domain/Consent.ts"
import type { Contact } from "../domain/Contact.ts"
import { contactIndex } from "../domain/contactIndex.ts"
import { decisionsOf, emailIdentity, phoneIdentity, type Remembered } from "../domain/Remembered.ts"
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
    /** Remembers what a contact decided that is about to be erased, or only that it was, and when. */
    readonly keep: (contact: Contact) => Effect.Effect<void, SqlError.SqlError>
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
          email: email === null ? null : hashOf(account_id, emailIdentity(email)),
          phone: phone === null ? null : hashOf(account_id, phoneIdentity(phone))
        }))
        const hashes = wanted.flatMap(({ account_id, email, phone }) =>
          [email, phone].flatMap((found) => (found === null ? [] : [{ account_id, hash: found }]))
        )
        if (hashes.length === 0) return asked.map((): Remembered => ({}))
        const rows = yield* sql`
            SELECT account_id, identity_hash, state, remembered_at FROM remembered_consents
            JOIN unnest(${texts(hashes.map(({ account_id }) => account_id))}, ${texts(hashes.map(({ hash }) => hash))})
              AS asked (account_id, identity_hash) USING (account_id, identity_hash)`.pipe(
          Effect.flatMap((found) => Effect.orDie(decodeRows(found)))
        )
        const found = new Map(rows.map((row) => [row.identity_hash, row]))
        return wanted.map(({ email, phone }): Remembered => {
          const [byEmail, byPhone] = [found.get(email ?? ""), found.get(phone ?? "")]
          const times = [byEmail, byPhone].flatMap((row) => (row === undefined ? [] : [row.remembered_at]))
          return {
            ...(isEmailConsent(byEmail?.state) ? { email: byEmail.state } : {}),
            ...(isSmsConsent(byPhone?.state) ? { sms: byPhone.state } : {}),
            ...(times.length === 0 ? {} : { erased_at: Math.max(...times) })
          }
        })
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
        keep: Effect.fnUntraced(function* (contact) {
          const { account_id } = contact
          for (const { identity, state } of decisionsOf(contact)) {
            const identity_hash = hashOf(account_id, identity)
            yield* sql`
              INSERT INTO remembered_consents (account_id, identity_hash, state, remembered_at)
              VALUES (${account_id}, ${identity_hash}, ${state}, ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
              ON CONFLICT (account_id, identity_hash)
              DO UPDATE SET state = excluded.state, remembered_at = excluded.remembered_at`
          }
        })
      })
    })
  )

  /** On the database, under a key that ends with the process. */
  static readonly layerMemory = this.layer.pipe(Layer.provide(Keys.layerMemory))
}
