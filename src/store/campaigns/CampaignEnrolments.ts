import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import { LeftOutRule } from "../../domain/campaigns/LeftOut.ts"
import type { Fragment } from "effect/sql/Statement"
import { ZoneFields, zoneFieldsJson } from "../contacts/zoneFieldsJson.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { eachContact } from "../conditions/historyRows.ts"
import { compileConditions } from "../conditions/compileConditions.ts"
import type { DueCampaign } from "./CampaignQueue.ts"
import { bucket, leftOutRule, type LeftOutScope } from "./leftOutRule.ts"
import { makeVariantTests, type VariantTests } from "./VariantTests.ts"

interface CampaignKey {
  readonly account_id: string
  readonly campaign_id: string
}

/** The contacts that a campaign enrols. */
interface Audience extends LeftOutScope, Pick<DueCampaign, "send_at_zone" | "resend_of" | "variant_test"> {
  readonly conditions: AudienceConditions
}

const Member = Schema.Struct({
  contact_id: Schema.String,
  /** Its place among 10,000. */
  bucket: Schema.Int,
  /** The variant that it got of the campaign which is sent again; null for none. */
  sent_variant: Schema.NullOr(Schema.Int),
  /** Whether a rule leaves it out now; null where that is not asked. */
  is_left_out: Schema.NullOr(Schema.Boolean),
  phone: Schema.NullOr(Schema.String),
  zone_fields: ZoneFields
})
/** A contact of an audience, with what tells its time zone for a campaign that is sent in the contacts' own: else null. */
export type AudienceMember = typeof Member.Type

const Due = Schema.Struct({
  contact_id: Schema.String,
  variant: Schema.Int,
  rule: Schema.NullOr(LeftOutRule)
})
/** An enrolment that is due, with the rule that leaves its contact out now. */
export type DueEnrolment = typeof Due.Type

const Added = Schema.Struct({ count: Schema.Int, cursor: Schema.NullOr(Schema.String) })

const queryMembers = query(Member)
const queryAdded = queryOne(Added)
const queryDue = query(Due)
const queryNext = queryOne(Schema.Struct({ next: Schema.NullOr(Schema.DateTimeUtcFromDate) }))

/** The enrolments of contacts in campaigns. Every member joins the open transaction and requires the campaign's lock. */
export class CampaignEnrolments extends Context.Service<
  CampaignEnrolments,
  {
    /** The members of an audience below `cursor` in descending order of ids, without those in an excluded segment. Those of a test are judged. */
    readonly members: (
      audience: Audience,
      cursor: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AudienceMember>, SqlError.SqlError>
    /**
     * Enrols the next `limit` members below `cursor`, all due at one time: each with the variant that it got of the campaign which is sent again, else
     * that of its place, as by `variantOf`. Idempotent as `add`. Returns their number and the last of them. No account data may be distributed.
     */
    readonly addNext: (
      audience: Audience,
      cursor: string | null,
      options: { readonly limit: number; readonly variants: number; readonly due_at: number }
    ) => Effect.Effect<typeof Added.Type, SqlError.SqlError>
    /** Enrols contacts. Idempotent: a contact that is enrolled stays as it is. Times in milliseconds. */
    readonly add: (
      campaign: CampaignKey,
      enrolments: ReadonlyArray<{
        readonly contact_id: string
        readonly variant: number
        readonly status: "waiting" | "reserved"
        readonly due_at: number
      }>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Waiting enrolments that are due at the scope's time, the oldest first. */
    readonly due: (scope: LeftOutScope, limit: number) => Effect.Effect<ReadonlyArray<DueEnrolment>, SqlError.SqlError>
    /** Ends waiting enrolments: `queued` without a rule, else `left_out`. */
    readonly end: (
      campaign: CampaignKey,
      enrolments: ReadonlyArray<Pick<DueEnrolment, "contact_id" | "rule">>
    ) => Effect.Effect<void, SqlError.SqlError>
    /** When the next waiting enrolment is due, in milliseconds; undefined without one. */
    readonly nextDue: (campaign: CampaignKey) => Effect.Effect<number | undefined, SqlError.SqlError>
    /** Leaves out at most `limit` waiting or reserved enrolments of a cancelled campaign, and returns their number. */
    readonly cancel: (campaign: CampaignKey, limit: number) => Effect.Effect<number, SqlError.SqlError>
  } & VariantTests
>()("tally/store/campaigns/CampaignEnrolments") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const selectMembers = (audience: Audience, cursor: string | null, limit: number) => {
        const { account_id, campaign_id, send_at_zone, resend_of, variant_test, conditions, now } = audience
        const sent =
          resend_of === null
            ? sql`NULL::int`
            : sql`(SELECT e.variant::int FROM campaign_enrolments e WHERE e.account_id = ${account_id} AND e.campaign_id = ${resend_of}
                AND e.contact_id = contacts.contact_id)`
        const judged = variant_test === null ? sql`NULL::boolean` : sql`(${leftOutRule(sql, audience)}) IS NOT NULL`
        const place =
          send_at_zone === "contact"
            ? sql`contacts.phone, ${zoneFieldsJson(sql)}::text AS zone_fields`
            : sql`NULL::text AS phone, NULL::text AS zone_fields`
        const scope = { account_id, now, contacts: eachContact(sql) }
        const included = compileConditions(sql, scope, conditions.include, "included")
        const excluded =
          conditions.exclude === null ? undefined : compileConditions(sql, scope, conditions.exclude, "excluded")
        return sql`SELECT contacts.contact_id, ${bucket(sql, campaign_id, sql`contacts.contact_id`)} AS bucket, ${place}, ${sent} AS sent_variant,
              ${judged} AS is_left_out
            FROM contacts ${included.joins} ${excluded?.joins ?? sql``}
            WHERE contacts.account_id = ${account_id} ${cursor === null ? sql`` : sql`AND contacts.contact_id < ${cursor}`}
              AND ${included.matches} AND ${excluded === undefined ? sql`true` : sql`NOT ${excluded.matches}`}
            ORDER BY contacts.contact_id DESC LIMIT ${limit}::int`
      }

      return CampaignEnrolments.of({
        members: (audience, cursor, limit) => queryMembers(selectMembers(audience, cursor, limit).unprepared),
        addNext: (audience, cursor, { limit, variants, due_at }) => {
          const { account_id, campaign_id, holdout_percent } = audience
          const held = sql`${holdout_percent * 100}::int`
          const ofPlace = sql`CASE WHEN bucket < ${held} THEN 0 ELSE (bucket - ${held}) * ${variants}::int / (10000 - ${held}) END`
          return Effect.map(
            queryAdded(
              sql`WITH members AS MATERIALIZED (${selectMembers(audience, cursor, limit)}),
                added AS (
                  INSERT INTO campaign_enrolments (account_id, campaign_id, contact_id, variant, status, due_at)
                  SELECT ${account_id}, ${campaign_id}, contact_id, least(${variants - 1}::int, coalesce(sent_variant, ${ofPlace})), 'waiting',
                    ${timeText(due_at)}::timestamptz
                  FROM members
                  ON CONFLICT (account_id, campaign_id, contact_id) DO NOTHING
                )
                SELECT count(*)::int AS count, min(contact_id) AS cursor FROM members`.unprepared
            ),
            (row) => row ?? { count: 0, cursor: null }
          )
        },
        add: ({ account_id, campaign_id }, enrolments) => {
          const rows = enrolments.map(({ due_at, ...row }) => ({ ...row, due_at: timeText(due_at) }))
          return Effect.asVoid(sql`
            INSERT INTO campaign_enrolments (account_id, campaign_id, contact_id, variant, status, due_at)
            SELECT ${account_id}, ${campaign_id}, contact_id, variant, status, due_at
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (contact_id text, variant smallint, status text, due_at timestamptz)
            ON CONFLICT (account_id, campaign_id, contact_id) DO NOTHING`)
        },
        due: (scope, limit) =>
          queryDue(sql`
            SELECT e.contact_id, e.variant, ${leftOutRule(sql, scope)} AS rule FROM (
              SELECT contact_id, variant, due_at FROM campaign_enrolments
              WHERE account_id = ${scope.account_id} AND campaign_id = ${scope.campaign_id} AND status = 'waiting'
                AND due_at <= ${timeText(scope.now)}::timestamptz
              ORDER BY due_at, contact_id LIMIT ${limit}::int
            ) e LEFT JOIN contacts ON contacts.account_id = ${scope.account_id} AND contacts.contact_id = e.contact_id
            ORDER BY e.due_at, e.contact_id`),
        end: ({ account_id, campaign_id }, enrolments) =>
          Effect.asVoid(sql`
            UPDATE campaign_enrolments e SET status = CASE WHEN r.rule IS NULL THEN 'queued' ELSE 'left_out' END, rule = r.rule
            FROM json_to_recordset(${rowsJson(enrolments.map(({ contact_id, rule }) => ({ contact_id, rule })))}::json)
              AS r (contact_id text, rule text)
            WHERE e.account_id = ${account_id} AND e.campaign_id = ${campaign_id} AND e.contact_id = r.contact_id
              AND e.status = 'waiting'`),
        nextDue: ({ account_id, campaign_id }) =>
          Effect.map(
            queryNext(sql`SELECT min(due_at) AS next FROM campaign_enrolments
              WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND status = 'waiting'`),
            (row) => row?.next?.epochMilliseconds
          ),
        cancel: Effect.fnUntraced(function* ({ account_id, campaign_id }, limit) {
          // Each status by the index of its rows.
          const leaveOut = (of: Fragment) =>
            Effect.map(
              sql`UPDATE campaign_enrolments SET status = 'left_out', rule = 'cancelled'
                WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND contact_id IN (
                  SELECT contact_id FROM campaign_enrolments
                  WHERE account_id = ${account_id} AND campaign_id = ${campaign_id} AND ${of} LIMIT ${limit}::int)
                RETURNING 1`,
              ({ length }) => length
            )
          const waiting = yield* leaveOut(sql`status = 'waiting' ORDER BY due_at, contact_id`)
          return waiting > 0 ? waiting : yield* leaveOut(sql`status = 'reserved' ORDER BY contact_id`)
        }),
        ...(yield* makeVariantTests)
      })
    })
  )
}
