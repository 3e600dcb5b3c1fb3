import { Array as Arr, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { Conditions } from "../../domain/conditions/Condition.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { compileConditions } from "../conditions/compileConditions.ts"
import { eachContact } from "../conditions/historyRows.ts"
import type { RoundFlow } from "./ContactRounds.ts"

const SegmentRow = Schema.Struct({ conditions: Schema.fromJsonString(Conditions), digest: Schema.String })
const SegmentFlowRow = Schema.Struct({ flow_id: Schema.String, conditions: Schema.fromJsonString(Conditions) })
const queryChanged = query(Schema.Struct({ flow_id: Schema.String }))
const ChangeRow = Schema.Struct({ contact_id: Schema.String, has_entered: Schema.Boolean })

/** The most changes of one read. */
export const maxChanges = 500

// Flows of one statement: planning more together takes longer than the round trips it saves.
const flowsTogether = 10

/** Some contacts of an account: those after one and up to another, which `null` leaves open, or those of these ids. */
export type SomeContacts =
  | { readonly after: string | null; readonly end: string | null }
  | { readonly ids: ReadonlyArray<string> }

/** The contacts that a flow knows in its segment. Every member joins the open transaction, which has locked the flow, but for `changed` and `addCurrent`. */
export class SegmentEntries extends Context.Service<
  SegmentEntries,
  {
    /** The conditions of a segment, and a text that tells them from others. */
    readonly segment: (
      account_id: string,
      segment_id: string
    ) => Effect.Effect<typeof SegmentRow.Type | undefined, SqlError.SqlError>
    /** The first `maxChanges` contacts that match the conditions and are not known, or the other way round, by id. */
    readonly changes: (
      flow: RoundFlow,
      conditions: Conditions,
      contacts: SomeContacts
    ) => Effect.Effect<ReadonlyArray<typeof ChangeRow.Type>, SqlError.SqlError>
    /**
     * The ids of the account's active flows for which `changes` finds any of these contacts. Locks all of its flows of segments, so that no round which
     * has read a contact before its change is still to record it.
     */
    readonly changed: (
      account: Pick<RoundFlow, "account_id" | "now">,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
    /** Records contacts as members, and locks and gives those that exist. */
    readonly add: (
      flow: RoundFlow,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Contact>, SqlError.SqlError>
    readonly remove: (flow: RoundFlow, ids: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Records which contacts are in the segments of active flows now, so that they start nothing. Locks no flow. */
    readonly addCurrent: (
      contacts: ReadonlyArray<{ readonly account_id: string; readonly contact_id: string }>
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/flows/SegmentEntries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const isIn = (column: Fragment, contacts: SomeContacts) => {
        if ("ids" in contacts) return sql`${column} = ANY (${texts(contacts.ids)})`
        const after = sql`${column} > ${contacts.after ?? ""}`
        return contacts.end === null ? after : sql`(${after} AND ${column} <= ${contacts.end})`
      }

      const isKnown = (account_id: string, flow_id: string) => sql`EXISTS (SELECT FROM flow_segment_members m
        WHERE m.account_id = ${account_id} AND m.flow_id = ${flow_id} AND m.contact_id = contacts.contact_id)`

      // Active flows by their ids, with the conditions of their segments.
      const flowsOf = (account_id: string, lock = sql``) =>
        sql`SELECT flow_id, conditions::text FROM flows f JOIN segments s ON s.account_id = ${account_id}
            AND s.segment_id = f.trigger_detail
          WHERE f.account_id = ${account_id} AND status = 'active' AND trigger_type = 'entered_segment'
          ORDER BY flow_id ${lock}`.pipe(query(SegmentFlowRow))

      const addCurrentOf = Effect.fnUntraced(function* (account_id: string, ids: ReadonlyArray<string>) {
        const flows = yield* flowsOf(account_id)
        if (flows.length === 0) return
        const { clock_offset = 0 } = (yield* readAccounts(sql, [account_id])).get(account_id) ?? {}
        const scope = { account_id, now: (yield* Clock.currentTimeMillis) + clock_offset, contacts: eachContact(sql) }
        yield* Effect.forEach(
          flows,
          ({ flow_id, conditions }) => {
            const { joins, matches } = compileConditions(sql, scope, conditions)
            return sql`INSERT INTO flow_segment_members (account_id, flow_id, contact_id)
              SELECT ${account_id}, ${flow_id}, contacts.contact_id FROM contacts ${joins}
              WHERE contacts.account_id = ${account_id} AND ${isIn(sql`contacts.contact_id`, { ids })} AND ${matches}
              ON CONFLICT (account_id, flow_id, contact_id) DO NOTHING`.unprepared
          },
          { discard: true }
        )
      })

      return SegmentEntries.of({
        addCurrent: Effect.fnUntraced(function* (contacts) {
          for (const [account_id, own] of Map.groupBy(contacts, ({ account_id }) => account_id)) {
            yield* addCurrentOf(
              account_id,
              own.map(({ contact_id }) => contact_id)
            )
          }
        }),
        segment: (account_id, segment_id) =>
          sql`SELECT conditions::text, md5(conditions::text) AS digest FROM segments
            WHERE account_id = ${account_id} AND segment_id = ${segment_id}`.pipe(queryOne(SegmentRow)),
        changes: ({ account_id, flow_id, now }, conditions, contacts) => {
          // The histories of a range are read in one pass each, in the order of its contacts.
          const read = "ids" in contacts ? eachContact(sql) : isIn(sql`contact_id`, contacts)
          const { joins, matches } = compileConditions(sql, { account_id, now, contacts: read }, conditions)
          // Not prepared: every definition has a text of its own.
          return sql`
            SELECT contact_id, has_entered FROM (
              SELECT contacts.contact_id, (${matches}) AS has_entered, ${isKnown(account_id, flow_id)} AS is_known FROM contacts ${joins}
              WHERE contacts.account_id = ${account_id} AND ${isIn(sql`contacts.contact_id`, contacts)}
            ) compared WHERE has_entered <> is_known
            ORDER BY contact_id LIMIT ${maxChanges}::int`.unprepared.pipe(query(ChangeRow))
        },
        changed: Effect.fnUntraced(function* ({ account_id, now }, ids) {
          const flows = yield* flowsOf(account_id, sql`FOR NO KEY UPDATE OF f`)
          const parts = flows.map(({ flow_id, conditions }) => {
            const { joins, matches } = compileConditions(
              sql,
              { account_id, now, contacts: eachContact(sql) },
              conditions
            )
            return sql`(SELECT ${flow_id}::text AS flow_id FROM contacts ${joins}
              WHERE contacts.account_id = ${account_id} AND ${isIn(sql`contacts.contact_id`, { ids })}
                AND (${matches}) <> ${isKnown(account_id, flow_id)} LIMIT 1)`
          })
          const found = yield* Effect.forEach(Arr.chunksOf(parts, flowsTogether), (some) =>
            queryChanged(sql`SELECT flow_id FROM (${sql.join(" UNION ALL ", false)(some)}) changed`.unprepared)
          )
          return found.flat().map(({ flow_id }) => flow_id)
        }),
        add: Effect.fnUntraced(function* ({ account_id, flow_id }, ids) {
          if (ids.length === 0) return []
          const contacts = yield* sql`
            SELECT ${sql.literal(contactRowColumns)} FROM contacts
            WHERE account_id = ${account_id} AND contact_id = ANY (${texts(ids)})
            ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(ContactRow))
          yield* sql`
            INSERT INTO flow_segment_members (account_id, flow_id, contact_id)
            SELECT ${account_id}, ${flow_id}, contact_id
            FROM unnest(${texts(contacts.map(({ contact_id }) => contact_id))}) AS entered (contact_id)
            ON CONFLICT (account_id, flow_id, contact_id) DO NOTHING`
          return contacts
        }),
        remove: ({ account_id, flow_id }, ids) =>
          ids.length === 0
            ? Effect.void
            : Effect.asVoid(sql`
              DELETE FROM flow_segment_members
              WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND contact_id = ANY (${texts(ids)})`)
      })
    })
  )
}
