import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import {
  type ContactFilter,
  type ContactSearchQuery,
  type ContactSort,
  defaultPerPage
} from "../../domain/contacts/ContactQuery.ts"
import { contactFilter } from "../../domain/contacts/contactFilter.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { Pagination } from "../../domain/lists/Page.ts"
import { sortText } from "../../domain/lists/Sort.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { keyedHash } from "../../store/keys/keyedHash.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { type ExportContacts, makeExportContacts } from "./ExportContacts.ts"
import { makeReadContactValues, type ReadContactValues } from "./ReadContactValues.ts"

/**
 * The content of a cursor: the last contact of the page, with its last order in a list that is sorted by it, the number of the next page, and the
 * total if counting it again is slow.
 */
const Position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(
      Schema.Struct({
        before: Schema.String,
        last_order_at: Schema.optionalKey(Schema.NullOr(Schema.Int)),
        page: Schema.Int,
        total: Schema.NullOr(Schema.Int)
      })
    )
  )
)
const decodePosition = Schema.decodeUnknownResult(Position)
const encodePosition = Schema.encodeSync(Position)

/** A list, to which a cursor is bound. */
interface ContactList {
  readonly account_id: string
  readonly filter: ContactFilter
  readonly sort: ContactSort | undefined
}

/** A page of contacts. */
export interface ContactPage {
  readonly contacts: ReadonlyArray<FullContact>
  readonly pagination: Pagination
}

const invalidCursor = invalid("cursor", "Is not the next_cursor of a page of this list")

/**
 * Reads contacts for callers: lists (`GET /contacts`, contract §4.2), exports, and the values that contacts have.
 */
export class ReadContacts extends Context.Service<
  ReadContacts,
  {
    /**
     * Lists by page or by cursor. Cursors visit every contact that existed throughout exactly once, in constant time a page. With
     * `updated_since` and `search` all pages of a cursor have the total of the first. That of a search stops at 10,000.
     */
    readonly list: (
      account: { readonly account_id: string; readonly default_country: string },
      query: ContactSearchQuery
    ) => Effect.Effect<ContactPage, ValidationFailed | Unavailable>
  } & ExportContacts &
    ReadContactValues
>()("tally/programs/contacts/ReadContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queries = yield* ContactQueries
      const hash = keyedHash(yield* Keys, "contact cursors")
      const sign = (list: ContactList, text: string) => {
        const { account_id, filter, sort } = list
        const sorted = sort === undefined ? [] : [sortText(sort)]
        return `${text}.${hash(JSON.stringify([account_id, Object.entries(filter).sort(), ...sorted, text]))}`
      }

      const readCursor = (list: ContactList, cursor: string) => {
        const text = cursor.slice(0, cursor.indexOf("."))
        // The hash is keyed and covers account, filters and order, so that a cursor works for no others.
        if (sign(list, text) !== cursor) return Result.fail(invalidCursor)
        return Result.mapError(decodePosition(text), () => invalidCursor)
      }

      return ReadContacts.of({
        list: Effect.fn("ReadContacts.list")(function* ({ account_id, default_country }, query) {
          const filter = yield* Effect.fromResult(contactFilter(query, default_country))
          const { sort } = query
          const list = { account_id, filter, sort }
          const position = query.cursor === undefined ? null : yield* Effect.fromResult(readCursor(list, query.cursor))
          const per_page = query.per_page ?? defaultPerPage
          const page = position?.page ?? query.page ?? 1
          const read = Effect.gen(function* () {
            const total = position?.total ?? (yield* queries.total(account_id, filter))
            const rows = yield* queries.read(account_id, filter, {
              before:
                position === null
                  ? null
                  : { contact_id: position.before, last_order_at: position.last_order_at ?? null },
              sort,
              offset: position === null ? (page - 1) * per_page : 0,
              limit: per_page + 1,
              total
            })
            return { total, rows }
          })
          const { total, rows } = yield* filter.search === undefined ? read : readOnly(sql)(read)
          const contacts = rows.slice(0, per_page)
          const last = contacts.at(-1)
          const next = {
            before: last?.contact_id ?? "",
            ...(sort?.column === "last_order_at" ? { last_order_at: last?.last_order_at ?? null } : {}),
            page: page + 1,
            total: filter.updated_since === undefined && filter.search === undefined ? null : total
          }
          return {
            contacts,
            pagination: {
              page,
              per_page,
              total_count: total,
              total_pages: Math.ceil(total / per_page),
              next_cursor: rows.length > per_page ? sign(list, encodePosition(next)) : null
            }
          }
        }),
        ...(yield* makeExportContacts),
        ...(yield* makeReadContactValues)
      })
    })
  )
}
