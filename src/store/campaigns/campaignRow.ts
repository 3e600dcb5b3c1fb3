import { Schema } from "effect"
import { Audience, CampaignNotice } from "../../domain/campaigns/Campaign.ts"
import { CampaignStatus } from "../../domain/campaigns/CampaignState.ts"
import { Resend } from "../../domain/campaigns/Resend.ts"
import { VariantChoice, VariantTest } from "../../domain/campaigns/VariantTest.ts"
import { Channel } from "../../domain/contacts/Consent.ts"
import { StoredVariants } from "./storedVariants.ts"

const time = Schema.NullOr(Schema.DateTimeUtcFromDate)

const ListedRow = {
  id: Schema.String,
  name: Schema.String,
  channel: Channel,
  status: CampaignStatus,
  holdout_percent: Schema.Int,
  audience: Schema.fromJsonString(Audience),
  send_at: Schema.NullOr(Schema.String),
  send_at_zone: Schema.Literals(["account", "contact"]),
  messages_per_hour: Schema.NullOr(Schema.Int),
  topic: Schema.NullOr(Schema.String),
  sender_id: Schema.NullOr(Schema.String),
  link_parameters: Schema.NullOr(Schema.String),
  variant_test: Schema.NullOr(Schema.fromJsonString(VariantTest)),
  variant_choice: Schema.NullOr(Schema.fromJsonString(VariantChoice)),
  resend: Schema.NullOr(Schema.fromJsonString(Resend)),
  resend_of: Schema.NullOr(Schema.String),
  notice: Schema.NullOr(Schema.fromJsonString(CampaignNotice)),
  scheduled_at: time,
  begun_at: time,
  ended_at: time,
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
}

/** A row of `listedColumns`. */
export const ListedCampaignRow = Schema.Struct(ListedRow)

/** A row of `campaignColumns`. */
export const CampaignRow = Schema.Struct({
  ...ListedRow,
  variants: StoredVariants
})

/** The select list of a campaign without its contents. */
export const listedColumns = `campaign_id AS id, name, channel, status, holdout_percent, audience::text, send_at, send_at_zone, messages_per_hour,
  topic, sender_id, link_parameters, variant_test::text, variant_choice::text, resend::text, resend_of,
  CASE WHEN notice IS NOT NULL THEN json_build_object('text', notice, 'message_id', notice_message_id, 'at',
    to_char(notice_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END::text AS notice,
  scheduled_at, begun_at, ended_at, created_at, updated_at`

/** The select list of a campaign. */
export const campaignColumns = `${listedColumns}, variants::text`
