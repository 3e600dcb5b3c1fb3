import { Context, Effect, Layer, Semaphore, type Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { contactCsvColumns } from "../../domain/contacts/contactsCsv.ts"
import { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Conditions } from "../../domain/flows/Condition.ts"
import { historyLookups } from "../../domain/flows/History.ts"
import { invalidCursor, parseCursor } from "../../domain/lists/ListPosition.ts"
import type { Pagination } from "../../domain/lists/Page.ts"
import { explainSegment, type SegmentExplanation } from "../../domain/segments/explainSegment.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly, transactFor } from "../../store/database/Transaction.ts"
import { FlowFacts } from "../../store/flows/FlowFacts.ts"
import { SegmentMembers } from "../../store/segments/SegmentMembers.ts"
import { csvStream } from "../lists/csvStream.ts"
import { Segments } from "../../store/segments/Segments.ts"

/** The page of a list of members: `cursor` is the `next_cursor` of an earlier page. */
interface MemberQuery {
  readonly per_page?: number
  readonly cursor?: string
}

interface MemberPage {
  readonly contacts: ReadonlyArray<FullContact>
  readonly pagination: Pagination
}

/** Milliseconds that a statement on all contacts of an account may take. */
const maxMillis = 10_000

/** Such statements that a process runs at the same time: the other connections stay free for calls. */
const maxStatements = 2

/** Reads the members of segments at the time of the call, on the account's clock (contract §17). */
export class ReadSegments extends Context.Service<
  ReadSegments,
  {
    /** The exact number of contacts for which conditions match. */
    readonly countDraft: (account_id: string, conditions: Conditions) => Effect.Effect<number, Unavailable>
    /** The exact number of members. */
    readonly count: (account_id: string, segment_id: string) => Effect.Effect<number, NotFound | Unavailable>
    /**
     * Members, newest first. A contact that stays a member is on exactly one page. All pages of a cursor have the total of the
     * first.
     */
    readonly members: (
      account_id: string,
      segment_id: string,
      query: MemberQuery
    ) => Effect.Effect<MemberPage, NotFound | ValidationFailed | Unavailable>
    /** The members at this time as CSV, as of the export of contacts. Pages are read as the receiver takes them. */
    readonly csv: (
      account_id: string,
      segment_id: string
    ) => Effect.Effect<Stream.Stream<string, Unavailable>, NotFound | Unavailable>
    /** Which conditions hold for a contact. */
    readonly explain: (
      account_id: string,
      segment_id: string,
      contact_id: string
    ) => Effect.Effect<SegmentExplanation, NotFound | Unavailable>
  }
>()("tally/programs/segments/ReadSegments") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const segments = yield* Segments
      const members = yield* SegmentMembers
      const facts = yield* FlowFacts
      const clocks = yield* TestClocks
      const statements = yield* Semaphore.make(maxStatements)

      const clockOf = Effect.fnUntraced(function* (account_id: string) {
        const clock = yield* clocks.read(account_id)
        if (clock === undefined) return yield* new NotFound()
        return clock.now.epochMilliseconds
      })

      const onAllContacts = <A, E>(work: Effect.Effect<A, E>) =>
        statements
          .withPermits(1)(transactFor(sql, maxMillis)(work))
          .pipe(
            Effect.timeoutOrElse({
              duration: 2 * maxMillis,
              orElse: () => Effect.fail(new Unavailable({ retryAfter: 5 }))
            })
          )

      const countDraft = Effect.fnUntraced(function* (account_id: string, conditions: Conditions) {
        const now = yield* Effect.catchTag(clockOf(account_id), "NotFound", Effect.die)
        return yield* onAllContacts(members.count({ account_id, conditions, now }))
      })

      const readSegment = (account_id: string, segment_id: string) =>
        readOnly(sql)(segments.read(account_id, segment_id))

      return ReadSegments.of({
        countDraft,
        count: Effect.fnUntraced(function* (account_id, segment_id) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          return yield* countDraft(account_id, conditions)
        }),
        members: Effect.fn("ReadSegments.members")(function* (account_id, segment_id, { per_page = 25, cursor }) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          // The position's number is the total that the first page counted.
          const position = cursor === undefined ? null : parseCursor(cursor)
          if (position === undefined || (position?.at ?? 0) < 0) return yield* invalidCursor
          const now = yield* clockOf(account_id)
          const total = position?.at ?? (yield* countDraft(account_id, conditions))
          const rows = yield* onAllContacts(
            members.read({ account_id, conditions, now }, { before: position?.id ?? null, limit: per_page + 1 })
          )
          const contacts = rows.slice(0, per_page)
          const last = contacts.at(-1)
          return {
            contacts,
            pagination: {
              page: 1,
              per_page,
              total_count: total,
              total_pages: Math.ceil(total / per_page),
              next_cursor: rows.length > per_page && last !== undefined ? `${total}.${last.contact_id}` : null
            }
          }
        }),
        csv: Effect.fn("ReadSegments.csv")(function* (account_id, segment_id) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          const now = yield* clockOf(account_id)
          return yield* csvStream({
            columns: contactCsvColumns,
            positionOf: ({ contact_id }: FullContact) => contact_id,
            read: (slice) => onAllContacts(members.read({ account_id, conditions, now }, slice))
          })
        }),
        explain: Effect.fnUntraced(function* (account_id, segment_id, contact_id) {
          const now = yield* clockOf(account_id)
          return yield* readOnly(sql)(
            Effect.gen(function* () {
              const { conditions } = yield* segments.read(account_id, segment_id)
              const [found] = yield* facts.read([
                { account_id, contact_id, order_id: null, event_id: null, lookups: historyLookups(conditions), now }
              ])
              return found === undefined ? yield* new NotFound() : explainSegment(conditions, found)
            })
          )
        })
      })
    })
  )
}
