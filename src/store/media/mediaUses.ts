import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { mediaLimits, MediaUse } from "../../domain/media/Media.ts"
import { query } from "../sql/query.ts"

const queryUses = query(Schema.Struct(MediaUse.fields))

/**
 * Where a picture is shown: in any version of a flow, in campaigns, saved templates and of the sender. Flows and campaigns that were deleted count once they have sent:
 * their messages lie in mailboxes. Joins the open transaction.
 */
export const mediaUses = (sql: SqlClient.SqlClient, account_id: string, digest: string) =>
  queryUses(sql`
    SELECT DISTINCT kind, name FROM (
      SELECT 'campaign' AS kind, name FROM campaigns WHERE account_id = ${account_id}
        AND (deleted_at IS NULL OR begun_at IS NOT NULL) AND strpos(variants::text, ${digest}) > 0
      UNION ALL
      SELECT 'flow', f.name FROM flows f JOIN flow_versions v ON v.account_id = ${account_id} AND v.flow_id = f.flow_id
        WHERE f.account_id = ${account_id} AND strpos(v.definition::text, ${digest}) > 0 AND (f.deleted_at IS NULL
          OR EXISTS (SELECT FROM messages m WHERE m.account_id = ${account_id} AND m.flow_id = f.flow_id))
      UNION ALL
      SELECT 'sender', coalesce(from_name, from_email, '') FROM senders
        WHERE account_id = ${account_id} AND strpos(logo_url, ${digest}) > 0
      UNION ALL
      SELECT 'template', name FROM templates WHERE account_id = ${account_id} AND strpos(content::text, ${digest}) > 0
    ) uses ORDER BY kind, name LIMIT ${mediaLimits.listedUses}`)
