import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const querySent = queryOne(Schema.Struct({ is_same: Schema.Boolean }))

/** A page of a form that was sent. `page` is the id that its signed record carries. */
interface SentPage {
  readonly account_id: string
  readonly page: string
  /** The submitted values that tell two submissions apart. */
  readonly submission: string
}

/** The pages of forms that were sent, by keyed hashes, kept for `retention.formPages`. */
export class FormPages extends Context.Service<
  FormPages,
  {
    /**
     * Records that a page was sent: `first`, or later `repeated` with the same submission and `used` with another. Of concurrent calls one is
     * the first. Joins the open transaction.
     */
    readonly use: (sent: SentPage) => Effect.Effect<"first" | "repeated" | "used", SqlError.SqlError>
  }
>()("tally/store/forms/FormPages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "pages of forms")
      return FormPages.of({
        use: Effect.fnUntraced(function* ({ account_id, page, submission }) {
          const digest = hash(page)
          // Salted by the page, so that equal submissions of two pages have different hashes.
          const submitted = hash(JSON.stringify([page, submission]))
          const added = yield* sql`INSERT INTO form_pages (account_id, digest, submission, sent_at)
            VALUES (${account_id}, ${digest}, ${submitted}, ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
            ON CONFLICT DO NOTHING RETURNING 1`
          if (added.length > 0) return "first"
          const before = yield* querySent(sql`SELECT submission = ${submitted} AS is_same FROM form_pages
            WHERE account_id = ${account_id} AND digest = ${digest}`)
          return before?.is_same === true ? "repeated" : "used"
        })
      })
    })
  )
}
