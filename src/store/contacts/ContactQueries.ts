import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ContactFilter } from "../../domain/contacts/ContactQuery.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { contactColumns, decodeContactRows } from "./contactRows.ts"
import { texts } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"

/** Which rows of a list: those older than `before`, without the first `offset` of them. `total` is how many the list has. */
interface Slice {
  readonly before: string | null
  readonly offset: number
  readonly limit: number
  readonly total: number
}

// Up to here the contacts changed since a time are gathered and sorted; of more, any run of ids holds enough.
const gathered = 10_000

// No id sorts after it.
const newest = `con_${"z".repeat(26)}`

/** Contacts of an account by filter, newest first: ids sort by time and never change, so a reader misses and repeats none. */
export class ContactQueries extends Context.Service<
  ContactQueries,
  {
    readonly read: (
      account_id: string,
      filter: ContactFilter,
      slice: Slice
    ) => Effect.Effect<ReadonlyArray<FullContact>, Unavailable>
    /** Exact. Kept totals without a filter and for consents; counted by an index for an address or `updated_since`. */
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

      // The heads of the index's cells, merged: as fast for one rare consent as for the most common.
      const byConsent = (account_id: string, filter: ContactFilter, before: string, most: number) => sql`
        SELECT head.contact_id FROM unnest(${emailStates(filter)}) AS e (state)
        CROSS JOIN unnest(${smsStates(filter)}) AS s (state)
        CROSS JOIN LATERAL (
          SELECT contact_id FROM contacts
          WHERE account_id = ${account_id} AND email_consent = e.state AND sms_consent = s.state AND contact_id < ${before}
          ORDER BY contact_id DESC LIMIT ${most}
        ) head`

      const byTime = (account_id: string, filter: ContactFilter, before: string) => sql`
        SELECT contact_id FROM (
          SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} OFFSET 0
        ) changed WHERE contact_id < ${before}`

      const byId = (account_id: string, filter: ContactFilter, before: string) => sql`
        SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} AND contact_id < ${before}`

      const ids = (account_id: string, filter: ContactFilter, { before, offset, limit, total }: Slice) => {
        const from = before ?? newest
        if (isAddress(filter)) return byId(account_id, filter, from)
        if (filter.updated_since !== undefined) {
          return total <= gathered ? byTime(account_id, filter, from) : byId(account_id, filter, from)
        }
        return isEverything(filter)
          ? byId(account_id, filter, from)
          : byConsent(account_id, filter, from, offset + limit)
      }

      return ContactQueries.of({
        read: (account_id, filter, slice) =>
          sql`SELECT ${contactColumns(sql)} FROM (
              SELECT contact_id FROM (${ids(account_id, filter, slice)}) found
              ORDER BY contact_id DESC LIMIT ${slice.limit} OFFSET ${slice.offset}
            ) page JOIN contacts ON contacts.account_id = ${account_id} AND contacts.contact_id = page.contact_id
            ORDER BY contacts.contact_id DESC LIMIT ${slice.limit}`.pipe(Effect.flatMap(decodeContactRows), retried),
        total: (account_id, filter) =>
          (isAddress(filter) || filter.updated_since !== undefined
            ? sql<{ readonly total: number }>`
                SELECT count(*)::float8 AS total FROM contacts WHERE ${conditions(account_id, filter)}`
            : sql<{ readonly total: number }>`
                SELECT coalesce(sum(total), 0)::float8 AS total FROM contact_counts
                WHERE account_id = ${account_id} AND email_consent = ANY(${emailStates(filter)})
                  AND sms_consent = ANY(${smsStates(filter)})`
          ).pipe(
            Effect.map(([row]) => row?.total ?? 0),
            retried
          )
      })
    })
  )
}

const isAddress = ({ email, phone }: ContactFilter): boolean => email !== undefined || phone !== undefined

const isEverything = (filter: ContactFilter): boolean =>
  filter.email_consent === undefined && filter.sms_consent === undefined

const emailStates = ({ email_consent }: ContactFilter) =>
  texts(email_consent === undefined ? EmailConsent.literals : [email_consent])

const smsStates = ({ sms_consent }: ContactFilter) =>
  texts(sms_consent === undefined ? SmsConsent.literals : [sms_consent])
