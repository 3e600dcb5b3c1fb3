import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound } from "../../domain/Errors.ts"
import { Topic, type TopicInput, TopicKey, TopicNames } from "../../domain/topics/Topic.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const Row = Schema.Struct({
  ...Topic.fields,
  names: Schema.fromJsonString(TopicNames),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
const queryRows = query(Row)
const queryRow = queryOne(Row)
const queryKeys = query(Schema.Struct({ key: TopicKey }))
const queryUse = queryOne(Schema.Struct({ name: Schema.String }))

const columns = "topic_key AS key, names::text, created_at, updated_at"

/** The topics of accounts. Every member joins the open transaction. */
export class Topics extends Context.Service<
  Topics,
  {
    /** All of an account, by key. */
    readonly list: (account_id: string) => Effect.Effect<ReadonlyArray<Topic>, SqlError.SqlError>
    readonly read: (account_id: string, key: string) => Effect.Effect<Topic, NotFound | SqlError.SqlError>
    /** Locks the account's row to count its topics. Fails for a key that another topic has. */
    readonly create: (
      account_id: string,
      input: TopicInput
    ) => Effect.Effect<Topic, NotFound | ValidationFailed | SqlError.SqlError>
    readonly rename: (
      account_id: string,
      key: string,
      names: TopicNames
    ) => Effect.Effect<Topic, NotFound | SqlError.SqlError>
    /** Locks the topics of these keys, so that none is deleted before the transaction ends, and gives the keys that exist. */
    readonly hold: (
      account_id: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, SqlError.SqlError>
    /**
     * Deletes the topic. Waits for what is being saved with it. Fails while an active flow, or a campaign that is to be sent or is being sent, is of
     * it. What contacts chose stays in the ledger, and holds again for a topic of the same key.
     */
    readonly remove: (
      account_id: string,
      key: string
    ) => Effect.Effect<void, NotFound | ValidationFailed | SqlError.SqlError>
  }
>()("tally/store/topics/Topics") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql.literal(columns)
      const one = (account_id: string, key: string) => sql`account_id = ${account_id} AND topic_key = ${key}`
      const found = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
        Effect.flatMap(queryRow(statement), (row) =>
          row === undefined ? Effect.fail(new NotFound()) : Effect.succeed(row)
        )
      const read = (account_id: string, key: string) =>
        found(sql`SELECT ${select} FROM topics WHERE ${one(account_id, key)}`)
      const now = Effect.map(Clock.currentTimeMillis, (millis) => sql`${timeText(millis)}::timestamptz`)
      const user = (account_id: string, key: string) => {
        // Letters, digits, hyphens and underscores mean themselves in a pattern.
        const named = `"topic" ?: ?"${key}"`
        return queryUse(sql`
          SELECT f.name FROM flows f JOIN flow_versions v
            ON v.account_id = ${account_id} AND v.flow_id = f.flow_id AND v.version = f.version
          WHERE f.account_id = ${account_id} AND f.status = 'active' AND v.definition::text ~ ${named}
          UNION ALL
          SELECT name FROM campaigns WHERE account_id = ${account_id} AND deleted_at IS NULL
            AND status IN ('scheduled', 'sending', 'paused') AND topic = ${key}
          LIMIT 1`)
      }

      return Topics.of({
        list: (account_id) =>
          queryRows(sql`SELECT ${select} FROM topics WHERE account_id = ${account_id}
            ORDER BY topic_key LIMIT ${quotas.topics.max}`),
        read,
        create: Effect.fnUntraced(function* (account_id, { key, names }) {
          yield* withinQuota(sql, account_id, quotas.topics, sql`FROM topics WHERE account_id = ${account_id}`)
          const at = yield* now
          const made = yield* sql`INSERT INTO topics (account_id, topic_key, names, created_at, updated_at)
            VALUES (${account_id}, ${key}, ${JSON.stringify(names)}::json, ${at}, ${at})
            ON CONFLICT (account_id, topic_key) DO NOTHING RETURNING 1`
          return made.length === 0 ? yield* invalid("key", "Another topic has this key") : yield* read(account_id, key)
        }),
        rename: Effect.fnUntraced(function* (account_id, key, names) {
          yield* sql`UPDATE topics SET names = ${JSON.stringify(names)}::json, updated_at = ${yield* now}
            WHERE ${one(account_id, key)}`
          return yield* read(account_id, key)
        }),
        hold: (account_id, keys) =>
          keys.length === 0
            ? Effect.succeed(new Set<string>())
            : Effect.map(
                queryKeys(sql`SELECT topic_key AS key FROM topics
                  WHERE account_id = ${account_id} AND topic_key = ANY(${texts(keys)}) ORDER BY topic_key FOR KEY SHARE`),
                (rows) => new Set(rows.map(({ key }) => key))
              ),
        remove: Effect.fnUntraced(function* (account_id, key) {
          yield* found(sql`SELECT ${select} FROM topics WHERE ${one(account_id, key)} FOR UPDATE`)
          const used = yield* user(account_id, key)
          if (used !== undefined) return yield* invalid("", usedBy(used.name))
          yield* sql`DELETE FROM topics WHERE ${one(account_id, key)}`
        })
      })
    })
  )
}

const usedBy = (name: string): string => `"${name}" is of this topic. Pause it, or take the topic out of it first`
