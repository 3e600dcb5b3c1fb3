import { Context, DateTime, Effect, Layer, type Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { contactCsvColumns } from "../../domain/contacts/contactsCsv.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { Conditions } from "../../domain/conditions/Condition.ts"
import { historyLookups } from "../../domain/conditions/History.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import type { Pagination } from "../../domain/lists/Page.ts"
import { explainSegment, type SegmentExplanation } from "../../domain/segments/explainSegment.ts"
import type { SegmentCount } from "../../domain/segments/Segment.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { type Members, Segments } from "../../store/segments/Segments.ts"
import { keyedHash } from "../../store/keys/keyedHash.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { exportedContacts } from "../contacts/exportedContacts.ts"
import { ScanContacts } from "../contacts/ScanContacts.ts"
import { countedContacts, type CountedQuery } from "../lists/countedContacts.ts"
import { csvStream } from "../lists/csvStream.ts"

interface MemberPage {
  readonly contacts: ReadonlyArray<FullContact>
  readonly pagination: Pagination
}

/** Reads the members of segments at the time of the call, on the account's clock (contract §17). */
export class ReadSegments extends Context.Service<
  ReadSegments,
  {
    /** The exact number of contacts for which conditions match: now, or when they were counted last, where counting takes long. */
    readonly countDraft: (
      account_id: string,
      conditions: Conditions,
      after?: DateTime.Utc
    ) => Effect.Effect<SegmentCount, Unavailable>
    /** The contacts for which conditions match, as `members`. */
    readonly draftMembers: (
      account_id: string,
      conditions: Conditions,
      query: CountedQuery
    ) => Effect.Effect<MemberPage, ValidationFailed | Unavailable>
    /** A slice of the contacts for which conditions match, newest first. */
    readonly readDraft: (
      account_id: string,
      conditions: Conditions,
      slice: KeysetSlice
    ) => Effect.Effect<ReadonlyArray<FullContact>, Unavailable>
    /** The exact number of members, as `countDraft`. */
    readonly count: (
      account_id: string,
      segment_id: string,
      after?: DateTime.Utc
    ) => Effect.Effect<SegmentCount, NotFound | Unavailable>
    /**
     * Members, newest first. A contact that stays a member is on exactly one page. All pages of a cursor have the total of the
     * first, as `countDraft`; a cursor of another segment, or of other conditions, is refused.
     */
    readonly members: (
      account_id: string,
      segment_id: string,
      query: CountedQuery
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
      const facts = yield* FlowFacts
      const clocks = yield* TestClocks
      const withTopics = yield* exportedContacts
      const page = countedContacts(keyedHash(yield* Keys, "segment cursors"))
      const { scan, counter } = yield* ScanContacts
      const counted = counter<number>({ sum: (one, other) => one + other, isNone: (count) => count === 0 })

      const clockOf = Effect.fnUntraced(function* (account_id: string) {
        const clock = yield* clocks.read(account_id)
        if (clock === undefined) return yield* new NotFound()
        return clock.now.epochMilliseconds
      })

      const callerClock = (account_id: string) => Effect.catchTag(clockOf(account_id), "NotFound", Effect.die)

      const read = (found: Members, { before, limit }: KeysetSlice) =>
        scan({
          account_id: found.account_id,
          before,
          read: (range) => segments.readMembers({ ...found, range }, { before: range.before, limit }),
          isEnough: (pages) => pages.flat().length >= limit
        }).pipe(Effect.map((pages) => pages.flat().slice(0, limit)))

      const countDraft = Effect.fnUntraced(function* (
        account_id: string,
        conditions: Conditions,
        after?: DateTime.Utc
      ) {
        const { value, counted_at } = yield* counted({
          account_id,
          name: conditions,
          now: yield* callerClock(account_id),
          after: after?.epochMilliseconds,
          read: (range, now) => segments.countMembers({ account_id, conditions, now, range })
        })
        return { count: value, counted_at: counted_at === null ? null : DateTime.makeUnsafe(counted_at) }
      })

      const totalOf = (account_id: string, conditions: Conditions) =>
        Effect.map(countDraft(account_id, conditions), ({ count }) => count)

      const readDraft = Effect.fnUntraced(function* (account_id: string, conditions: Conditions, slice: KeysetSlice) {
        return yield* read({ account_id, conditions, now: yield* callerClock(account_id) }, slice)
      })

      const readSegment = (account_id: string, segment_id: string) =>
        readOnly(sql)(segments.read(account_id, segment_id))

      return ReadSegments.of({
        countDraft,
        readDraft,
        draftMembers: Effect.fn("ReadSegments.draftMembers")((account_id, conditions, query) =>
          page(query, {
            name: [account_id, conditions],
            count: totalOf(account_id, conditions),
            read: (slice) => readDraft(account_id, conditions, slice)
          })
        ),
        count: Effect.fnUntraced(function* (account_id, segment_id, after) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          return yield* countDraft(account_id, conditions, after)
        }),
        members: Effect.fn("ReadSegments.members")(function* (account_id, segment_id, query) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          const now = yield* clockOf(account_id)
          return yield* page(query, {
            name: [account_id, segment_id, conditions],
            count: totalOf(account_id, conditions),
            read: (slice) => read({ account_id, conditions, now }, slice)
          })
        }),
        csv: Effect.fn("ReadSegments.csv")(function* (account_id, segment_id) {
          const { conditions } = yield* readSegment(account_id, segment_id)
          const now = yield* clockOf(account_id)
          return yield* csvStream({
            columns: contactCsvColumns,
            positionOf: ({ contact_id }: FullContact) => contact_id,
            read: (slice) =>
              Effect.flatMap(read({ account_id, conditions, now }, slice), (contacts) =>
                withTopics(account_id, contacts)
              )
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
  ).pipe(Layer.provide(ContactTopics.layer))
}
