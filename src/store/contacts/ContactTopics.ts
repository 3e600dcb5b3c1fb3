import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { TopicDecision } from "../../domain/contacts/topicChoice.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { ledgerParameter } from "./ledgerParameter.ts"

/** Topics that a contact left, as its row has them. */
export const LeftTopics = Schema.fromJsonString(Schema.Array(Schema.String))

const queryLines = query(Schema.Struct({ contact_id: Schema.String, topic: Schema.String, rule: Schema.String }))
const queryLeft = query(Schema.Struct({ contact_id: Schema.String, left_topics: LeftTopics }))

/** The topics that contacts left. Every member joins the open transaction, which has locked the contacts. */
export class ContactTopics extends Context.Service<
  ContactTopics,
  {
    /** By contact; those that are gone are missing. */
    readonly read: (
      account_id: string,
      contact_ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError.SqlError>
    /** The rule of the last line of each of the topics in the ledgers of contacts. */
    readonly lastRules: (
      account_id: string,
      contact_ids: ReadonlyArray<string>,
      topics: ReadonlyArray<string>
    ) => Effect.Effect<
      ReadonlyArray<{ readonly contact_id: string; readonly topic: string; readonly rule: string }>,
      SqlError.SqlError
    >
    /** Appends to the ledger, and sets what it adds up to. */
    readonly save: (
      contact: Pick<Contact, "account_id" | "contact_id">,
      decision: TopicDecision
    ) => Effect.Effect<void, SqlError.SqlError>
    /** `save` of many contacts of an account, each once. */
    readonly saveMany: (
      account_id: string,
      decisions: ReadonlyArray<readonly [contact_id: string, decision: TopicDecision]>
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/ContactTopics") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const saveMany: typeof ContactTopics.Service.saveMany = Effect.fnUntraced(function* (account_id, decisions) {
        const changed = decisions.filter(([, { ledger }]) => ledger.length > 0)
        if (changed.length === 0) return
        const rows = changed.map(([contact_id, { left }]) => ({ contact_id, left_topics: left }))
        yield* sql`UPDATE contacts c SET left_topics = r.left_topics
          FROM json_to_recordset(${rowsJson(rows)}::json) AS r (contact_id text, left_topics json)
          WHERE c.account_id = ${account_id} AND c.contact_id = r.contact_id`
        const ledger = changed.flatMap(([, decision]): ReadonlyArray<LedgerEntry> => decision.ledger)
        yield* sql`SELECT save_consents(${account_id}, NULL::json, ${ledgerParameter(sql, ledger)})`
      })

      return ContactTopics.of({
        read: (account_id, contact_ids) =>
          Effect.map(
            queryLeft(sql`SELECT contact_id, left_topics::text FROM contacts
              WHERE account_id = ${account_id} AND contact_id = ANY(${texts(contact_ids)}) ORDER BY contact_id`),
            (rows) => new Map(rows.map(({ contact_id, left_topics }) => [contact_id, left_topics]))
          ),
        lastRules: (account_id, contact_ids, topics) =>
          queryLines(sql`SELECT DISTINCT ON (contact_id, topic) contact_id, topic, rule FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ANY(${texts(contact_ids)}) AND topic = ANY(${texts(topics)})
              AND NOT refused
            ORDER BY contact_id, topic, entry_id DESC LIMIT ${contact_ids.length * topics.length}`),
        save: ({ account_id, contact_id }, decision) => saveMany(account_id, [[contact_id, decision]]),
        saveMany
      })
    })
  )
}
