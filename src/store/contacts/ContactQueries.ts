import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ContactFilter } from "../../domain/contacts/ContactQuery.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { contactColumns, FullContactRow } from "./contactRows.ts"
import { texts } from "../database/parameters.ts"
import { query, queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../database/timestamps.ts"

/** A slice of a list: the contacts older than `before`, without the first `offset`. `total` is the length of the list. */
interface Slice {
  readonly before: string | null
  readonly offset: number
  readonly limit: number
  readonly total: number
}

const TotalRow = Schema.Struct({ total: Schema.Int })

// Up to this many contacts changed since a time are collected and sorted. Of more, a scan in order of ids soon fills a page.
const maxSorted = 10_000

// Sorts after every id.
const maxId = `con_${"z".repeat(26)}`

/** Contacts of an account by filter, newest first. Ids sort by time and never change, so pages by id miss and repeat no contact. */
export class ContactQueries extends Context.Service<
  ContactQueries,
  {
    readonly read: (
      account_id: string,
      filter: ContactFilter,
      slice: Slice
    ) => Effect.Effect<ReadonlyArray<FullContact>, Unavailable>
    /** The exact length of a list: counted by an index for an address or `updated_since`, else from `contact_counts`. */
    readonly total: (account_id: string, filter: ContactFilter) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/contacts/ContactQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const conditions = (account_id: string, filter: ContactFilter) =>
        sql.and([
          sql`account_id = ${account_id}`,
          ...(filter.email === undefined ? [] : [sql`email_key = ${emailKey(filter.email)}`]),
          ...(filter.phone === undefined ? [] : [sql`phone = ${filter.phone}`]),
          ...(filter.email_consent === undefined ? [] : [sql`email_consent = ${filter.email_consent}`]),
          ...(filter.sms_consent === undefined ? [] : [sql`sms_consent = ${filter.sms_consent}`]),
          ...(filter.updated_since === undefined
            ? []
            : [sql`updated_at >= ${timeText(filter.updated_since)}::timestamptz`])
        ])

      // The newest ids of each pair of consents by the index, merged: as fast for a rare consent as for a common one.
      const byConsent = (account_id: string, filter: ContactFilter, before: string, limit: number) => sql`
        SELECT head.contact_id FROM unnest(${emailStates(filter)}) AS e (state)
        CROSS JOIN unnest(${smsStates(filter)}) AS s (state)
        CROSS JOIN LATERAL (
          SELECT contact_id FROM contacts
          WHERE account_id = ${account_id} AND email_consent = e.state AND sms_consent = s.state AND contact_id < ${before}
          ORDER BY contact_id DESC LIMIT ${limit}
        ) head`

      const byTime = (account_id: string, filter: ContactFilter, before: string) => sql`
        SELECT contact_id FROM (
          SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} OFFSET 0
        ) changed WHERE contact_id < ${before}`

      const byId = (account_id: string, filter: ContactFilter, before: string) => sql`
        SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} AND contact_id < ${before}`

      const ids = (account_id: string, filter: ContactFilter, { before, offset, limit, total }: Slice) => {
        const from = before ?? maxId
        if (hasAddress(filter)) return byId(account_id, filter, from)
        if (filter.updated_since !== undefined) {
          return total <= maxSorted ? byTime(account_id, filter, from) : byId(account_id, filter, from)
        }
        return hasNoConsent(filter)
          ? byId(account_id, filter, from)
          : byConsent(account_id, filter, from, offset + limit)
      }

      return ContactQueries.of({
        read: (account_id, filter, slice) =>
          sql`SELECT ${contactColumns(sql)} FROM (
              SELECT contact_id FROM (${ids(account_id, filter, slice)}) found
              ORDER BY contact_id DESC LIMIT ${slice.limit} OFFSET ${slice.offset}
            ) page JOIN contacts ON contacts.account_id = ${account_id} AND contacts.contact_id = page.contact_id
            ORDER BY contacts.contact_id DESC LIMIT ${slice.limit}`.pipe(query(FullContactRow), retried),
        total: (account_id, filter) =>
          (hasAddress(filter) || filter.updated_since !== undefined
            ? sql`
                SELECT count(*)::float8 AS total FROM contacts WHERE ${conditions(account_id, filter)}`
            : sql`
                SELECT coalesce(sum(total), 0)::float8 AS total FROM contact_counts
                WHERE account_id = ${account_id} AND email_consent = ANY(${emailStates(filter)})
                  AND sms_consent = ANY(${smsStates(filter)})`
          ).pipe(
            queryOne(TotalRow),
            Effect.map((row) => row?.total ?? 0),
            retried
          )
      })
    })
  )
}

const hasAddress = ({ email, phone }: ContactFilter): boolean => email !== undefined || phone !== undefined

const hasNoConsent = (filter: ContactFilter): boolean =>
  filter.email_consent === undefined && filter.sms_consent === undefined

const emailStates = ({ email_consent }: ContactFilter) =>
  texts(email_consent === undefined ? EmailConsent.literals : [email_consent])

const smsStates = ({ sms_consent }: ContactFilter) =>
  texts(sms_consent === undefined ? SmsConsent.literals : [sms_consent])
