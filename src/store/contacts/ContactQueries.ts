import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import type { ContactFilter } from "../../domain/contacts/ContactQuery.ts"
import type { SearchTerm } from "../../domain/contacts/contactSearch.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { contactIds, type ContactSlice, emailStates, namesContacts, maxSearched, smsStates } from "./contactIds.ts"
import { fullContactColumns, FullContactRow } from "./ContactRow.ts"
import { countUpTo } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { makeTimelines, type Timelines } from "./Timelines.ts"
import { type ContactExports, makeContactExports } from "./ContactExports.ts"

const TotalRow = Schema.Struct({ total: Schema.Int })

// Text that this many of the newest contacts have is counted among more of them before the index is read.
const sample = { contacts: 1_000, common: 300, scanned: 40_000 }

/**
 * Contacts of an account by filter, read alone or in an open transaction, in which a search has more memory; newest first or as sorted. Ids sort by time and never change, so pages by id miss and repeat no contact; by
 * last order, a contact that orders meanwhile moves.
 */
export class ContactQueries extends Context.Service<
  ContactQueries,
  {
    readonly read: (
      account_id: string,
      filter: ContactFilter,
      slice: ContactSlice
    ) => Effect.Effect<ReadonlyArray<FullContact>, Unavailable>
    /**
     * The exact length of a list: counted by an index for addresses, ids, a search or `updated_since`, else from `contact_counts`. That of a
     * search stops at 10,000.
     */
    readonly total: (account_id: string, filter: ContactFilter) => Effect.Effect<number, Unavailable>
  } & Timelines &
    ContactExports
>()("tally/store/contacts/ContactQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const { conditions, matches, searched, following } = contactIds(sql)

      // With less memory a map of many matches keeps pages instead of rows, and the pieces of every row of a page are made again to compare.
      const withMemory = sql`SELECT set_config('work_mem', '32MB', true)`

      // The index gives text that most contacts have no faster than a scan, which stops at enough matches.
      const searchTotal = Effect.fnUntraced(function* (
        account_id: string,
        filter: ContactFilter,
        terms: ReadonlyArray<SearchTerm>
      ) {
        const amongNewest = (contacts: number) =>
          countUpTo(
            sql,
            sql`FROM (SELECT * FROM contact_search s WHERE s.account_id = ${account_id}
              ORDER BY s.contact_id DESC LIMIT ${contacts}) s WHERE ${matches(account_id, filter, terms)}`,
            maxSearched
          )
        if ((yield* amongNewest(sample.contacts)) >= sample.common) {
          const total = yield* amongNewest(sample.scanned)
          if (total === maxSearched) return total
        }
        yield* withMemory
        return yield* countUpTo(sql, searched(account_id, filter, terms), maxSearched)
      })

      return ContactQueries.of({
        read: (account_id, filter, slice) => {
          if (filter.search !== undefined && slice.total === 0) return Effect.succeed([])
          const { ids, order } = following(account_id, filter, slice)
          const rows = query(FullContactRow)(sql`SELECT ${fullContactColumns(sql)} FROM (
              SELECT contact_id AS page_id FROM (${ids}) found ORDER BY ${order} LIMIT ${slice.limit} OFFSET ${slice.offset}
            ) page JOIN contacts ON contacts.account_id = ${account_id} AND contacts.contact_id = page.page_id
            ORDER BY ${order} LIMIT ${slice.limit}`)
          return retried(filter.search === undefined ? rows : Effect.andThen(withMemory, rows))
        },
        total: (account_id, filter) =>
          filter.search !== undefined
            ? searchTotal(account_id, filter, filter.search).pipe(retried)
            : (namesContacts(filter) || filter.updated_since !== undefined
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
              ),
        ...(yield* makeTimelines),
        ...(yield* makeContactExports)
      })
    })
  )
}
