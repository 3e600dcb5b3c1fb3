import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { templateColumns, templateData, TemplateRow } from "../messages/templateData.ts"
import { queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const queryRow = queryOne(TemplateRow)

/** Reads the data that decides whether a message to a contact is sent, and that its template shows. */
export class PreviewFacts extends Context.Service<
  PreviewFacts,
  {
    /** Undefined if the contact does not exist. An order or event of another contact is not found. */
    readonly read: (subject: {
      readonly account_id: string
      readonly contact_id: string
      readonly order_id: bigint | null
      readonly event_id: string | null
    }) => Effect.Effect<
      | Pick<
          DueMessage,
          "account_name" | "timezone" | "country" | "sender" | "sender_version" | "contact" | "data" | "clock_offset"
        >
      | undefined,
      Unavailable
    >
  }
>()("tally/store/flows/PreviewFacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return PreviewFacts.of({
        read: Effect.fnUntraced(function* ({ account_id, contact_id, order_id, event_id }) {
          const account = (yield* readAccounts(sql, [account_id])).get(account_id)
          const row = yield* queryRow(sql`
            SELECT ${templateColumns(sql)} FROM contacts contact
            LEFT JOIN senders sender ON sender.account_id = ${account_id}
            LEFT JOIN orders o ON o.account_id = ${account_id} AND o.contact_id = contact.contact_id
              AND o.order_id = ${order_id === null ? null : String(order_id)}::bigint
            LEFT JOIN events event ON event.account_id = ${account_id} AND event.contact_id = contact.contact_id
              AND event.event_id = ${event_id}
            WHERE contact.account_id = ${account_id} AND contact.contact_id = ${contact_id}`)
          if (account === undefined || row === undefined) return undefined
          return { ...templateData(account, row), clock_offset: account.clock_offset }
        }, retried)
      })
    })
  )
}
