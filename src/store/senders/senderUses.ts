import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { listedSenderUses, SenderUse } from "../../domain/senders/FurtherSender.ts"
import { query } from "../sql/query.ts"

const queryUses = query(Schema.Struct(SenderUse.fields))

/**
 * Where a further sender is needed: by campaigns that have not ended, by flows as they are now or as runs under way took them, and by messages that
 * wait. Joins the open transaction.
 */
export const senderUses = (sql: SqlClient.SqlClient, account_id: string, sender_id: string) => {
  const waiting = sql`account_id = ${account_id} AND sender_id = ${sender_id} AND status IN ('queued', 'held')`
  return queryUses(sql`
    SELECT DISTINCT kind, name FROM (
      SELECT 'campaign' AS kind, name FROM campaigns WHERE account_id = ${account_id} AND deleted_at IS NULL
        AND sender_id = ${sender_id} AND (status NOT IN ('sent', 'cancelled')
          OR campaign_id IN (SELECT campaign_id FROM messages WHERE ${waiting}))
      UNION ALL
      SELECT 'flow', f.name FROM flows f JOIN flow_versions v ON v.account_id = ${account_id} AND v.flow_id = f.flow_id
        WHERE f.account_id = ${account_id} AND f.deleted_at IS NULL AND v.definition::text ~ ${`"sender_id" ?: ?"${sender_id}"`}
          AND (v.version = f.version OR EXISTS (SELECT FROM flow_runs r WHERE r.account_id = ${account_id}
            AND r.flow_id = f.flow_id AND r.version = v.version AND r.ended_at IS NULL))
      UNION ALL
      SELECT 'flow', name FROM flows WHERE account_id = ${account_id} AND deleted_at IS NULL
        AND flow_id IN (SELECT flow_id FROM messages WHERE ${waiting})
    ) uses ORDER BY kind, name LIMIT ${listedSenderUses}`)
}
