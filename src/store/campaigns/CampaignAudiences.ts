import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { AudienceConditions } from "../../domain/campaigns/audienceConditions.ts"
import type { FullContact } from "../../domain/contacts/Contact.ts"
import { ReviewRule } from "../../domain/campaigns/LeftOut.ts"
import { Language } from "../../domain/languages/Language.ts"
import { contactLanguage } from "../contacts/contactLanguage.ts"
import { type ContactRange, isInRange } from "../contacts/contactRange.ts"
import { fullContactColumns, FullContactRow } from "../contacts/ContactRow.ts"
import { query } from "../sql/query.ts"
import { eachContact } from "../conditions/historyRows.ts"
import { compileConditions } from "../conditions/compileConditions.ts"
import { leftOutRule, type LeftOutScope } from "./leftOutRule.ts"

const queryCounts = query(Schema.Struct({ rule: Schema.NullOr(ReviewRule), count: Schema.Int }))
const queryLanguages = query(Schema.Struct({ language: Schema.NullOr(Language), count: Schema.Int }))
const queryContacts = query(FullContactRow)

/** The audience of a campaign. */
export interface AudienceScope extends LeftOutScope {
  readonly conditions: AudienceConditions
}

/** Counts and lists the audiences of campaigns, each by one statement. Every member joins the open transaction. */
export interface CampaignAudiences {
  /** Contacts in the included segments by the rule that leaves them out; null for recipients. Reads every contact of the account. */
  readonly countAudience: (
    scope: AudienceScope,
    range: ContactRange
  ) => Effect.Effect<ReadonlyArray<{ readonly rule: ReviewRule | null; readonly count: number }>, SqlError.SqlError>
  /** Recipients by the language that they read; null for those of whom none is known. Reads every contact of the account. */
  readonly audienceLanguages: (
    scope: AudienceScope,
    range: ContactRange
  ) => Effect.Effect<ReadonlyArray<{ readonly language: Language | null; readonly count: number }>, SqlError.SqlError>
  /** Contacts of one rule, null for recipients, newest first. */
  readonly readAudience: (
    scope: AudienceScope,
    rule: ReviewRule | null,
    range: ContactRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<FullContact>, SqlError.SqlError>
}

export const makeCampaignAudiences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const compile = (scope: AudienceScope, contacts: Fragment) => {
    const { account_id, now, conditions } = scope
    const history = { account_id, now, contacts }
    const included = compileConditions(sql, history, conditions.include, "included")
    const excluded =
      conditions.exclude === null ? undefined : compileConditions(sql, history, conditions.exclude, "excluded")
    const rule =
      excluded === undefined
        ? leftOutRule(sql, scope)
        : sql`CASE WHEN ${excluded.matches} THEN 'excluded_segment' ELSE ${leftOutRule(sql, scope)} END`
    const from = sql`FROM contacts ${included.joins} ${excluded?.joins ?? sql``}
          WHERE contacts.account_id = ${account_id} AND ${included.matches}`
    return { rule, from }
  }

  // Not prepared: every definition has a text of its own.
  const part: CampaignAudiences = {
    countAudience: Effect.fnUntraced(function* (scope, range) {
      const { rule, from } = compile(scope, isInRange(sql, sql`contact_id`, range))
      yield* sql`SELECT set_config('enable_seqscan', 'on', true), set_config('work_mem', '32MB', true)`
      return yield* queryCounts(
        sql`SELECT rule, count(*)::float8 AS count FROM (SELECT ${rule} AS rule ${from}
              AND ${isInRange(sql, sql`contacts.contact_id`, range)}) judged GROUP BY rule ORDER BY rule`.unprepared
      )
    }),
    audienceLanguages: Effect.fnUntraced(function* (scope, range) {
      const { rule, from } = compile(scope, isInRange(sql, sql`contact_id`, range))
      yield* sql`SELECT set_config('enable_seqscan', 'on', true), set_config('work_mem', '32MB', true)`
      return yield* queryLanguages(
        sql`SELECT language, count(*)::float8 AS count FROM (SELECT ${contactLanguage(sql)} AS language ${from}
              AND ${isInRange(sql, sql`contacts.contact_id`, range)} AND (${rule}) IS NULL) judged
              GROUP BY language ORDER BY language`.unprepared
      )
    }),
    readAudience: (scope, wanted, range, limit) => {
      const { rule, from } = compile(scope, eachContact(sql))
      return queryContacts(
        sql`SELECT ${fullContactColumns(sql)} ${from} AND (${rule}) IS NOT DISTINCT FROM ${wanted}::text
                AND ${isInRange(sql, sql`contacts.contact_id`, range)}
              ORDER BY contacts.contact_id DESC LIMIT ${limit}::int`.unprepared
      )
    }
  }
  return part
})
