import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { MadeTranslation, MessageContents } from "../../domain/content/messageContents.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

/** A message of a campaign has its templates there, so that they are not stored for each contact. */
interface OfCampaign {
  readonly account_id: string
  readonly campaign_id: string | null
  readonly variant: number | null
}

const Key = { account_id: Schema.String, campaign_id: Schema.String, variant: Schema.Int }

const queryContents = query(
  Schema.Struct({
    ...Key,
    subject: Schema.NullOr(Schema.String),
    body: Schema.NullOr(Schema.String),
    preheader: Schema.NullOr(Schema.String),
    contents: Schema.NullOr(Schema.fromJsonString(MessageContents))
  })
)

const queryTranslations = query(
  Schema.Struct({
    ...Key,
    language: Schema.String,
    translation: Schema.NullOr(Schema.fromJsonString(MadeTranslation))
  })
)

/** The key of a content among those of `campaignContents`. */
export const contentKey = ({ account_id, campaign_id, variant }: OfCampaign): string =>
  `${account_id}|${campaign_id}|${variant}`

// Each content once: hundreds of messages share it, and its JSON has all its languages.
const distinct = <M extends OfCampaign>(messages: ReadonlyArray<M>, key: (message: M) => string): ReadonlyArray<M> => [
  ...new Map(
    messages.flatMap((message) => (message.campaign_id === null ? [] : [[key(message), message] as const]))
  ).values()
]

/** The templates of messages of campaigns, and what they have beside them, by `contentKey`. Joins the open transaction. */
export const campaignContents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  messages: ReadonlyArray<OfCampaign>
) {
  const wanted = distinct(messages, contentKey)
  const rows = wanted.map(({ account_id, campaign_id, variant }) => ({ account_id, campaign_id, variant }))
  const account = accountOf(sql, rows)
  const found =
    rows.length === 0
      ? []
      : yield* queryContents(sql`
          SELECT r.account_id, r.campaign_id, r.variant, content.subject, coalesce(content.html, content.text) AS body, content.preheader,
            CASE WHEN content.contents IS NOT NULL THEN json_build_object('language', made.language, 'shown_if', made.shown_if,
              'languages', made.languages) END::text AS contents
          FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, campaign_id text, variant int)
          JOIN campaigns campaign ON campaign.account_id = ${account("r.account_id")} AND campaign.campaign_id = r.campaign_id
          CROSS JOIN LATERAL json_to_record(campaign.variants -> r.variant)
            AS content (subject text, html text, text text, preheader text, contents json)
          CROSS JOIN LATERAL json_to_record(coalesce(content.contents, '{}')) AS made (language json, shown_if json, languages json)
          WHERE r.account_id = ${account("r.account_id")}`)
  return new Map(found.map((row) => [contentKey(row), row]))
})

/** The translations of messages of campaigns in these languages, by `contentKey` and language. Joins the open transaction. */
export const campaignTranslations = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  messages: ReadonlyArray<OfCampaign & { readonly language: string }>
) {
  const wanted = distinct(messages, (message) => `${contentKey(message)}|${message.language}`)
  const rows = wanted.map(({ account_id, campaign_id, variant, language }) => ({
    account_id,
    campaign_id,
    variant,
    language
  }))
  const account = accountOf(sql, rows)
  const found =
    rows.length === 0
      ? []
      : yield* queryTranslations(sql`
          SELECT r.account_id, r.campaign_id, r.variant, r.language,
            (campaign.variants -> r.variant -> 'contents' -> 'translations' -> r.language)::text AS translation
          FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, campaign_id text, variant int, language text)
          JOIN campaigns campaign ON campaign.account_id = ${account("r.account_id")} AND campaign.campaign_id = r.campaign_id
          WHERE r.account_id = ${account("r.account_id")}`)
  return new Map(
    found.flatMap((row) =>
      row.translation === null ? [] : [[`${contentKey(row)}|${row.language}`, row.translation] as const]
    )
  )
})
