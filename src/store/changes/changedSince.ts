import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ContactChange } from "../../domain/changes/ContactChange.ts"
import type { ContactSince } from "../../domain/changes/undoChange.ts"
import { Cause, Channel } from "../../domain/contacts/Consent.ts"
import { dataMap, type TableData } from "../personalData/DataMap.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryLines = query(Schema.Struct({ contact_id: Schema.String, channel: Channel, causes: Schema.Array(Cause) }))
const queryTopics = query(Schema.Struct({ contact_id: Schema.String, topics: Schema.Array(Schema.String) }))
const queryLeft = query(
  Schema.Struct({ contact_id: Schema.String, left_topics: Schema.fromJsonString(Schema.Array(Schema.String)) })
)
const queryIds = query(Schema.Struct({ contact_id: Schema.String }))
const queryUndone = query(
  Schema.Struct({ contact_id: Schema.String, members: Schema.fromJsonString(ContactChange.fields.members) })
)

/** A contact of a change. `entry_id`: the newest line of its ledger at that time. */
interface ChangedRow {
  readonly contact_id: string
  readonly changed: ContactChange | null
  readonly entry_id: number
  readonly changed_at: number
}

// A row in these tables does not show that a contact was used since: each contact has some from its import on.
const ownTables: ReadonlySet<string> = new Set([
  "contacts",
  "contact_search",
  "consent_log",
  "flow_segment_members",
  "bulk_change_contacts"
])
const referringTables = Object.entries<TableData>(dataMap).flatMap(([table, { found }]) =>
  found === "contact" && !ownTables.has(table) ? [table] : []
)

// Undone changes of a consent of one contact that are looked at: more than 30 days have.
const maxUndone = 1_000

/** Reads what happened to contacts since a change. Joins the open transaction. */
export const readChangedSince = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, change_id }: { readonly account_id: string; readonly change_id: string },
  rows: ReadonlyArray<ChangedRow>
) {
  const ids = texts(rows.map(({ contact_id }) => contact_id))
  const marks = sql`unnest(${ids}, ${texts(rows.map(({ entry_id }) => String(entry_id)))}::bigint[],
    ${texts(rows.map(({ changed_at }) => timeText(changed_at)))}::timestamptz[]) AS r (contact_id, entry_id, changed_at)`
  // A message that asks whether someone agrees is no decision, and one about a topic is none about the channel.
  const lines = yield* queryLines(sql`
    SELECT r.contact_id, log.channel, array_agg(DISTINCT log.cause) AS causes FROM ${marks}
    JOIN consent_log log ON log.account_id = ${account_id} AND log.contact_id = r.contact_id AND log.entry_id > r.entry_id
    WHERE NOT log.refused AND log.topic IS NULL AND log.rule NOT IN ('form_asked', 'preference_asked')
    GROUP BY 1, 2 LIMIT ${2 * rows.length}`)
  const ofTopics = rows.filter(({ changed }) => changed?.members.some(({ member }) => member === "topic") === true)
  const topicIds = texts(ofTopics.map(({ contact_id }) => contact_id))
  const decided = yield* queryTopics(sql`
    SELECT r.contact_id, array_agg(DISTINCT log.topic) AS topics FROM ${marks}
    JOIN consent_log log ON log.account_id = ${account_id} AND log.contact_id = r.contact_id AND log.entry_id > r.entry_id
    WHERE r.contact_id = ANY(${topicIds}) AND NOT log.refused AND log.topic IS NOT NULL
    GROUP BY 1 LIMIT ${ofTopics.length}`)
  const left = yield* queryLeft(sql`
    SELECT contact_id, left_topics::text FROM contacts
    WHERE account_id = ${account_id} AND contact_id = ANY(${topicIds}) LIMIT ${ofTopics.length}`)
  const saidYes = yield* queryIds(sql`
    SELECT r.contact_id FROM ${marks} WHERE EXISTS (SELECT FROM orders o WHERE o.account_id = ${account_id}
      AND o.contact_id = r.contact_id AND o.accepts_email_marketing AND o.email IS NOT NULL AND o.created_at >= r.changed_at)
    LIMIT ${rows.length}`)
  const made = texts(rows.flatMap(({ contact_id, changed }) => (changed?.created === true ? [contact_id] : [])))
  const used = yield* queryIds(sql`
    SELECT r.contact_id FROM unnest(${made}) AS r (contact_id) WHERE ${sql.or(
      referringTables.map(
        (table) => sql`EXISTS (SELECT FROM ${sql(table)} used
          WHERE used.account_id = ${account_id} AND used.contact_id = r.contact_id)`
      )
    )} LIMIT ${rows.length}`)
  const undone = yield* queryUndone(sql`
    SELECT r.contact_id, (SELECT json_agg(m) FROM json_array_elements(other.changed::json -> 'members') m
        WHERE m ->> 'member' IN ('email_consent', 'sms_consent'))::text AS members
    FROM unnest(${ids}) AS r (contact_id) CROSS JOIN LATERAL (
      SELECT changed FROM bulk_change_contacts c WHERE c.account_id = ${account_id} AND c.contact_id = r.contact_id
        AND c.change_id <> ${change_id} AND c.has_consent AND c.outcome IS NOT NULL AND c.changed IS NOT NULL
      ORDER BY c.changed_at DESC, c.change_id LIMIT ${maxUndone}
    ) other LIMIT ${maxUndone * rows.length}`)
  const causes = new Map(lines.map((line) => [`${line.channel}|${line.contact_id}`, line.causes]))
  const decidedById = new Map(decided.map(({ contact_id, topics }) => [contact_id, new Set(topics)]))
  const leftById = new Map(left.map(({ contact_id, left_topics }) => [contact_id, left_topics]))
  const yes = new Set(saidYes.map(({ contact_id }) => contact_id))
  const inUse = new Set(used.map(({ contact_id }) => contact_id))
  const undoneById = Map.groupBy(undone, ({ contact_id }) => contact_id)
  return ({ contact_id, changed_at }: ChangedRow): ContactSince => ({
    changed_at,
    email: { causes: causes.get(`email|${contact_id}`) ?? [], hasOrderYes: yes.has(contact_id) },
    sms: { causes: causes.get(`sms|${contact_id}`) ?? [], hasOrderYes: false },
    topics: { left: leftById.get(contact_id) ?? [], decided: decidedById.get(contact_id) ?? new Set<string>() },
    isUsed: inUse.has(contact_id),
    undone: (undoneById.get(contact_id) ?? []).map(({ members }) => ({ created: false, members }))
  })
})
