import type { SqlClient, Statement } from "effect/sql"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { ContactFilter, ContactSort } from "../../domain/contacts/ContactQuery.ts"
import type { SearchTerm } from "../../domain/contacts/contactSearch.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import { texts } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"

/** The place of a contact in every order of the list. */
export interface ContactPosition {
  readonly contact_id: string
  readonly last_order_at: number | null
}

/**
 * A slice of a list: the contacts that follow `before`, without the first `offset`. `total` is the length of the list; `sort` is newest first
 * where it is missing.
 */
export interface ContactSlice {
  readonly before: ContactPosition | null
  readonly offset: number
  readonly limit: number
  readonly total: number
  readonly sort?: ContactSort | undefined
}

// Up to this many contacts changed since a time are collected and sorted. Of more, a scan in the order of the list soon fills a page.
const maxSorted = 10_000

/** The most matches of a search that are counted and sorted. Of more, a scan in the order of the list soon fills a page. */
export const maxSearched = 10_000

// Sorts after every id.
const maxId = `con_${"z".repeat(26)}`

/** The parts of statements that list the contacts of an account by filter. */
export const contactIds = (sql: SqlClient.SqlClient) => {
  const conditions = (account_id: string, filter: ContactFilter) =>
    sql.and([
      sql`account_id = ${account_id}`,
      ...(filter.contact_ids === undefined ? [] : [sql`contact_id = ANY(${texts(filter.contact_ids)})`]),
      ...(filter.email === undefined ? [] : [sql`email_key = ${emailKey(filter.email)}`]),
      ...(filter.phone === undefined ? [] : [sql`phone = ${filter.phone}`]),
      ...(filter.email_consent === undefined ? [] : [sql`email_consent = ${filter.email_consent}`]),
      ...(filter.sms_consent === undefined ? [] : [sql`sms_consent = ${filter.sms_consent}`]),
      ...(filter.updated_since === undefined ? [] : [sql`updated_at >= ${timeText(filter.updated_since)}::timestamptz`])
    ])

  // Every term occurs in the contact's search text, and the other filters hold.
  const matches = (account_id: string, filter: ContactFilter, terms: ReadonlyArray<SearchTerm>) =>
    sql.and([
      sql`s.account_id = ${account_id}`,
      ...terms.map(({ text }) => sql`position(${text}::text IN s.words) > 0`),
      ...(Object.keys(filter).every((name) => name === "search")
        ? []
        : [sql`EXISTS (SELECT FROM contacts WHERE ${conditions(account_id, filter)} AND contact_id = s.contact_id)`])
    ])

  // One condition for each piece: the planner then expects few rows, and uses the index of pieces rather than the whole account.
  const searched = (account_id: string, filter: ContactFilter, terms: ReadonlyArray<SearchTerm>) => {
    const grams = terms.flatMap((term) => term.grams)
    const indexed = grams.map(
      (gram) => sql`search_grams(s.account_id, s.words) @> search_grams(${account_id}::text, ${gram}::text)`
    )
    return sql`FROM contact_search s WHERE ${sql.and([matches(account_id, filter, terms), ...indexed])}`
  }

  const byId = (account_id: string, filter: ContactFilter, slice: ContactSlice) => {
    const descending = slice.sort?.descending ?? true
    const direction = sql.literal(descending ? "DESC" : "ASC")
    const follows = sql`${sql.literal(descending ? "<" : ">")} ${slice.before?.contact_id ?? (descending ? maxId : "")}`
    const scanned = sql`SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} AND contact_id ${follows}`
    const candidates = () => {
      if (filter.search !== undefined) {
        return slice.total < maxSearched
          ? sql`SELECT contact_id FROM (
              SELECT s.contact_id ${searched(account_id, filter, filter.search)} OFFSET 0
            ) found WHERE contact_id ${follows}`
          : sql`SELECT s.contact_id FROM contact_search s
              WHERE ${matches(account_id, filter, filter.search)} AND s.contact_id ${follows}`
      }
      if (namesContacts(filter)) return scanned
      if (filter.updated_since !== undefined) {
        return slice.total <= maxSorted
          ? sql`SELECT contact_id FROM (
              SELECT contact_id FROM contacts WHERE ${conditions(account_id, filter)} OFFSET 0
            ) changed WHERE contact_id ${follows}`
          : scanned
      }
      // The first ids of each pair of consents by the index, merged: as fast for a rare consent as for a common one.
      return hasNoConsent(filter)
        ? scanned
        : sql`
          SELECT head.contact_id FROM unnest(${emailStates(filter)}) AS e (state)
          CROSS JOIN unnest(${smsStates(filter)}) AS s (state)
          CROSS JOIN LATERAL (
            SELECT contact_id FROM contacts
            WHERE account_id = ${account_id} AND email_consent = e.state AND sms_consent = s.state AND contact_id ${follows}
            ORDER BY contact_id ${direction} LIMIT ${slice.offset + slice.limit}
          ) head`
    }
    return { ids: candidates(), order: [sql`contact_id ${direction}`] }
  }

  const byLastOrder = (account_id: string, filter: ContactFilter, slice: ContactSlice, descending: boolean) => {
    const { before } = slice
    const start = descending ? { at: "infinity", id: maxId } : { at: "-infinity", id: "" }
    const [at, id] =
      before === null ? [start.at, start.id] : [timeText(before.last_order_at) ?? "-infinity", before.contact_id]
    const follows = sql`(${lastOrder(sql)}, contact_id) ${sql.literal(descending ? "<" : ">")} (${at}::timestamptz, ${id})`
    const direction = sql.literal(descending ? "DESC" : "ASC")
    const order = [sql`${lastOrder(sql)} ${direction}`, sql`contact_id ${direction}`]
    const { email_consent: _, sms_consent: __, ...exact } = filter
    // Few contacts are collected by the index of their filter. Of many, a scan in the order of the list soon fills a page.
    const few = sql`(SELECT contact_id, last_order_at FROM contacts
      WHERE ${conditions(account_id, exact)} AND email_consent = ANY(${emailStates(filter)}) AND sms_consent = ANY(${smsStates(filter)})
      OFFSET 0) few WHERE ${follows}`
    if (filter.search !== undefined) {
      const isFound =
        slice.total < maxSearched
          ? sql`contact_id = ANY(ARRAY(SELECT s.contact_id ${searched(account_id, filter, filter.search)}))`
          : sql`EXISTS (SELECT FROM contact_search s
              WHERE ${matches(account_id, filter, filter.search)} AND s.contact_id = contacts.contact_id)`
      return {
        ids: sql`SELECT contact_id, last_order_at FROM contacts WHERE account_id = ${account_id} AND ${isFound} AND ${follows}`,
        order
      }
    }
    const isFew = namesContacts(filter) || (Object.keys(filter).length > 0 && slice.total <= maxSorted)
    return {
      ids: sql`SELECT contact_id, last_order_at FROM ${isFew ? few : sql`contacts WHERE ${conditions(account_id, filter)} AND ${follows}`}`,
      order
    }
  }

  return {
    conditions,
    matches,
    searched,
    /** The ids of the contacts that follow `before`, with the columns of `order`. */
    following: (
      account_id: string,
      filter: ContactFilter,
      slice: ContactSlice
    ): { readonly ids: Statement.Fragment; readonly order: Statement.Fragment } => {
      const { ids, order } =
        slice.sort?.column === "last_order_at"
          ? byLastOrder(account_id, filter, slice, slice.sort.descending)
          : byId(account_id, filter, slice)
      return { ids, order: sql.csv(order) }
    }
  }
}

/** The expression of the index `contacts_last_order`. */
const lastOrder = (sql: SqlClient.SqlClient) => sql`coalesce(last_order_at, '-infinity'::timestamptz)`

/** Whether few contacts are found, by an index of addresses or ids. */
export const namesContacts = ({ email, phone, contact_ids }: ContactFilter): boolean =>
  email !== undefined || phone !== undefined || contact_ids !== undefined

const hasNoConsent = (filter: ContactFilter): boolean =>
  filter.email_consent === undefined && filter.sms_consent === undefined

export const emailStates = ({ email_consent }: ContactFilter) =>
  texts(email_consent === undefined ? EmailConsent.literals : [email_consent])

export const smsStates = ({ sms_consent }: ContactFilter) =>
  texts(sms_consent === undefined ? SmsConsent.literals : [sms_consent])
