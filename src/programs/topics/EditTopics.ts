import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import { namesIssues, type Topic, type TopicInput, type TopicNames } from "../../domain/topics/Topic.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { Topics } from "../../store/topics/Topics.ts"

/** The language of an account's own words. Joins the open transaction. */
export const accountLanguage = (
  sql: SqlClient.SqlClient,
  account_id: string
): Effect.Effect<keyof TopicNames, SqlError.SqlError> =>
  Effect.map(readAccounts(sql, [account_id]), (accounts) => {
    const { language = null, default_country = "" } = accounts.get(account_id) ?? {}
    return languageOfAccount({ language, countryLanguage: countryLanguage(default_country) ?? "" }) ?? "en"
  })

/** The operations on topics, each in one transaction (contract §19). */
export class EditTopics extends Context.Service<
  EditTopics,
  {
    /** By key. */
    readonly list: (account_id: string) => Effect.Effect<ReadonlyArray<Topic>, Unavailable>
    readonly read: (account_id: string, key: string) => Effect.Effect<Topic, NotFound | Unavailable>
    readonly create: (
      account_id: string,
      input: TopicInput
    ) => Effect.Effect<Topic, NotFound | ValidationFailed | Unavailable>
    /** Replaces the names. Idempotent. */
    readonly rename: (
      account_id: string,
      key: string,
      names: TopicNames
    ) => Effect.Effect<Topic, NotFound | ValidationFailed | Unavailable>
    /** Deletes the topic and gives it as it was. Fails while an active flow or a campaign under way is of it. */
    readonly remove: (
      account_id: string,
      key: string
    ) => Effect.Effect<Topic, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/topics/EditTopics") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const topics = yield* Topics
      const requireName = Effect.fnUntraced(function* (account_id: string, names: TopicNames) {
        const issues = namesIssues(names, yield* accountLanguage(sql, account_id))
        if (issues.length > 0) return yield* new ValidationFailed({ issues })
      })
      return EditTopics.of({
        list: (account_id) => readOnly(sql)(topics.list(account_id)),
        read: (account_id, key) => readOnly(sql)(topics.read(account_id, key)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* requireName(account_id, input.names)
          return yield* topics.create(account_id, input)
        }, transactOnce(sql)),
        rename: Effect.fnUntraced(function* (account_id, key, names) {
          // A key that is unknown answers 404 whatever the body says.
          yield* topics.read(account_id, key)
          yield* requireName(account_id, names)
          return yield* topics.rename(account_id, key, names)
        }, transact(sql)),
        remove: Effect.fnUntraced(function* (account_id, key) {
          const topic = yield* topics.read(account_id, key)
          yield* topics.remove(account_id, key)
          return topic
        }, transactOnce(sql))
      })
    })
  )
}
