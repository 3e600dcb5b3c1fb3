import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { timeText } from "../database/timestamps.ts"

/** The pauses of marketing messages that contacts choose (contract §14). */
export class Pauses extends Context.Service<
  Pauses,
  {
    /** Sets until when (milliseconds) a contact gets no marketing messages; null ends the pause. Joins the open transaction. */
    readonly set: (
      contact: Pick<Contact, "account_id" | "contact_id">,
      until: number | null
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/contacts/Pauses") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Pauses.of({
        set: ({ account_id, contact_id }, until) =>
          Effect.asVoid(sql`UPDATE contacts SET paused_until = ${timeText(until)}::timestamptz
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}`)
      })
    })
  )
}
