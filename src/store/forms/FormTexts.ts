import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { defaultFormTextLimits, FormTextLimits } from "../../domain/forms/FormTextLimits.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"

const queryLimits = queryOne(
  Schema.Struct({
    texts_per_hour: Schema.Int,
    countries: Schema.fromJsonString(FormTextLimits.fields.countries)
  })
)

/** The paid texts that strangers can have sent by an account's forms: their limits, and the texts of the present hour (contract §16). */
export class FormTexts extends Context.Service<
  FormTexts,
  {
    readonly limits: (account_id: string) => Effect.Effect<FormTextLimits, Unavailable>
    /** Replaces the limits. Joins the open transaction. */
    readonly save: (account_id: string, limits: FormTextLimits) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Counts a text that is about to be queued; false once the account's texts of this hour are used up. Concurrent calls of an account wait for
     * each other, so that exactly the limit passes. Joins the open transaction.
     */
    readonly take: (account_id: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/forms/FormTexts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FormTexts.of({
        limits: (account_id) =>
          queryLimits(sql`SELECT texts_per_hour, countries FROM form_texts WHERE account_id = ${account_id}`).pipe(
            retried,
            Effect.map((row) => row ?? defaultFormTextLimits)
          ),
        save: (account_id, { texts_per_hour, countries }) =>
          Effect.asVoid(sql`
            INSERT INTO form_texts (account_id, texts_per_hour, countries)
            VALUES (${account_id}, ${texts_per_hour}::int, ${JSON.stringify(countries)})
            ON CONFLICT (account_id) DO UPDATE SET texts_per_hour = excluded.texts_per_hour, countries = excluded.countries`),
        take: Effect.fnUntraced(function* (account_id) {
          const at = timeText(yield* Clock.currentTimeMillis)
          const taken = yield* sql`
            INSERT INTO form_texts AS kept (account_id, hour, texts)
            VALUES (${account_id}, date_trunc('hour', ${at}::timestamptz, 'UTC'), 1)
            ON CONFLICT (account_id) DO UPDATE SET hour = excluded.hour,
              texts = CASE WHEN kept.hour = excluded.hour THEN kept.texts + 1 ELSE 1 END
            WHERE kept.texts_per_hour > 0
              AND (kept.hour IS DISTINCT FROM excluded.hour OR kept.texts < kept.texts_per_hour)
            RETURNING 1`
          return taken.length > 0
        })
      })
    })
  )
}
