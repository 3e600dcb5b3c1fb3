/** Logs the requests in `entries`, and counts those that are new by day, caller and endpoint. An entry that exists is skipped. */
export const logRequests = (account: string): string => `
  WITH inserted AS (
    INSERT INTO request_log (account_id, entry_id, duration_ms, calls, status, request_id, caller_id, subaccount_id,
      endpoint, error_code, fields, client)
    SELECT ${account}, entry_id, duration_ms, calls, status, request_id, caller_id, subaccount_id, endpoint,
      error_code, fields, client
    FROM json_to_recordset(entries) AS r (account_id text, entry_id bigint, duration_ms int, calls int,
      status smallint, request_id text, caller_id text, subaccount_id text, endpoint text, error_code text,
      fields text[], client text)
    ON CONFLICT DO NOTHING RETURNING *, to_timestamp((entry_id >> 20) / 1000.0) AS at
  )
  INSERT INTO request_days AS kept (account_id, day, caller_id, endpoint, calls, limited, last_at)
  SELECT ${account.replace("r.", "inserted.")}, (at AT TIME ZONE 'UTC')::date, caller_id, endpoint, sum(calls),
    coalesce(sum(calls) FILTER (WHERE status = 429), 0), max(at)
  FROM inserted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, day, caller_id, endpoint) DO UPDATE SET calls = kept.calls + excluded.calls,
    limited = kept.limited + excluded.limited, last_at = greatest(kept.last_at, excluded.last_at);`
