import { Context, Effect, Layer, Result, Schema } from "effect"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { type ContactFilter, type ContactQuery, defaultPerPage } from "../../domain/contacts/ContactQuery.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ValidationIssue, invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import type { Pagination } from "../../domain/lists/Page.ts"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { keyedHash } from "../../store/database/keyedHash.ts"
import { Keys } from "../../store/database/Keys.ts"

/** The content of a cursor: the last contact of the page, the number of the next page, and the total if counting it again is slow. */
const Position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(Schema.Struct({ before: Schema.String, page: Schema.Int, total: Schema.NullOr(Schema.Int) }))
  )
)
const decodePosition = Schema.decodeUnknownResult(Position)
const encodePosition = Schema.encodeSync(Position)

/** A page of contacts. */
export interface ContactPage {
  readonly contacts: ReadonlyArray<FullContact>
  readonly pagination: Pagination
}

const invalidCursor = invalid("cursor", "Is not the next_cursor of a page of this list")

/** `GET /contacts` (contract §4.2). */
export class ListContacts extends Context.Service<
  ListContacts,
  {
    /**
     * Lists by page or by cursor. Cursors visit every contact that existed throughout exactly once, in constant time a page. With
     * `updated_since` all pages of a cursor have the total of the first.
     */
    readonly list: (
      account: { readonly account_id: string; readonly default_country: string },
      query: ContactQuery
    ) => Effect.Effect<ContactPage, ValidationFailed | Unavailable>
  }
>()("tally/programs/contacts/ListContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const queries = yield* ContactQueries
      const hash = keyedHash(yield* Keys, "contact cursors")
      const sign = (account_id: string, filter: ContactFilter, text: string) =>
        `${text}.${hash(JSON.stringify([account_id, Object.entries(filter).sort(), text]))}`

      const readCursor = (account_id: string, filter: ContactFilter, cursor: string) => {
        const text = cursor.slice(0, cursor.indexOf("."))
        // The hash is keyed and covers account and filters, so that a cursor works for no others.
        if (sign(account_id, filter, text) !== cursor) return Result.fail(invalidCursor)
        return Result.mapError(decodePosition(text), () => invalidCursor)
      }

      return ListContacts.of({
        list: Effect.fn("ListContacts.list")(function* ({ account_id, default_country }, query) {
          const filter = yield* Effect.fromResult(filterOf(query, default_country))
          const position =
            query.cursor === undefined ? null : yield* Effect.fromResult(readCursor(account_id, filter, query.cursor))
          const per_page = query.per_page ?? defaultPerPage
          const page = position?.page ?? query.page ?? 1
          const total = position?.total ?? (yield* queries.total(account_id, filter))
          const rows = yield* queries.read(account_id, filter, {
            before: position?.before ?? null,
            offset: position === null ? (page - 1) * per_page : 0,
            limit: per_page + 1,
            total
          })
          const contacts = rows.slice(0, per_page)
          const last = contacts.at(-1)
          const next = {
            before: last?.contact_id ?? "",
            page: page + 1,
            total: filter.updated_since === undefined ? null : total
          }
          return {
            contacts,
            pagination: {
              page,
              per_page,
              total_count: total,
              total_pages: Math.ceil(total / per_page),
              next_cursor: rows.length > per_page ? sign(account_id, filter, encodePosition(next)) : null
            }
          }
        })
      })
    })
  )
}

const filterOf = (query: ContactQuery, country: string): Result.Result<ContactFilter, ValidationFailed> => {
  const { email, phone, email_consent, sms_consent, updated_since } = query
  // An unescaped plus sign arrives as a space.
  const number = phone === undefined ? undefined : normalizePhone(phone.replace(/^ /, "+"), [country])
  const issues: ReadonlyArray<ValidationIssue> = [
    ...(phone !== undefined && number === undefined ? [{ field: "phone", message: "Must be a phone number" }] : []),
    ...(query.cursor !== undefined && query.page !== undefined
      ? [{ field: "page", message: "Must not come with a cursor" }]
      : [])
  ]
  if (issues.length > 0) return Result.fail(new ValidationFailed({ issues }))
  return Result.succeed({
    ...(email === undefined ? {} : { email }),
    ...(number === undefined ? {} : { phone: number }),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent }),
    ...(updated_since === undefined ? {} : { updated_since: updated_since.epochMilliseconds })
  })
}
