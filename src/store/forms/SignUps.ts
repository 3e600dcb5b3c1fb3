import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { retention } from "../../domain/capacity/retention.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Form } from "../../domain/forms/Form.ts"
import { SignUpProof } from "../../domain/forms/SignUpProof.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"

const RequestRow = Schema.Struct({
  source_id: Schema.String,
  recorded_at: Millis,
  proof: Schema.NullOr(Schema.fromJsonString(SignUpProof)),
  is_confirmed: Schema.Boolean
})

/** A request to confirm, as the ledger has it. `source_id` names the form and the request. */
export type SignUpRequest = typeof RequestRow.Type

const queryRequest = queryOne(RequestRow)
const AskingRow = Schema.Struct({ key: Schema.String, recipient: Schema.NullOr(Schema.String) })
const queryMessage = queryOne(AskingRow)
const Counts = Schema.Struct({ asked: Schema.Int, confirmed: Schema.Int, robots: Schema.Int, unsent_texts: Schema.Int })
/** Sign-ups that were asked to confirm and that did, submissions with a filled hidden field, and texts beyond what the account allows. */
export type SignUpTotals = typeof Counts.Type
const queryTotals = query(Schema.Struct({ form_id: Schema.String, ...Counts.fields }))
const queryHours = query(Schema.Struct({ hour: Millis, asked: Schema.Int, confirmed: Schema.Int }))

type ContactRef = Pick<Contact, "account_id" | "contact_id">

const querySent = queryOne(Schema.Struct({ is_same: Schema.Boolean }))

/** A page of a form that was sent. `page` is the id that its signed record carries. */
interface SentPage {
  readonly account_id: string
  readonly page: string
  /** The submitted values that tell two submissions apart. */
  readonly submission: string
}

/**
 * The requests to confirm sign-ups, which are entries of the consent ledger, the number of sign-ups by hour, and the pages of forms that
 * were sent, by keyed hashes, kept for `retention.formPages`.
 */
export class SignUps extends Context.Service<
  SignUps,
  {
    /** The last request of a contact on a channel, or the one with this `source_id`. Joins the open transaction. */
    readonly request: (
      contact: ContactRef,
      channel: Channel,
      source_id?: string
    ) => Effect.Effect<SignUpRequest | undefined, SqlError.SqlError>
    /** The key of a message that asks to confirm, which is the `source_id` of its request, and the address that it went to. Joins the open transaction. */
    readonly askedBy: (message: MessageRef) => Effect.Effect<typeof AskingRow.Type | undefined, SqlError.SqlError>
    /** Counts a sign-up or rejection of a form, unless the form is deleted. Joins the open transaction. */
    readonly count: (
      form: Pick<Form, "account_id" | "form_id">,
      counted: keyof SignUpTotals
    ) => Effect.Effect<void, SqlError.SqlError>
    /** The sign-ups of each form of an account since a time in milliseconds, by form. */
    readonly totals: (
      account_id: string,
      since: number
    ) => Effect.Effect<ReadonlyMap<string, SignUpTotals>, Unavailable>
    /** The sign-ups of a form by hour since a time in milliseconds, the oldest first. */
    readonly hours: (
      form: Pick<Form, "account_id" | "form_id">,
      since: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly hour: number; readonly asked: number; readonly confirmed: number }>,
      Unavailable
    >
    /**
     * Records that a page was sent: `first`, or later `repeated` with the same submission and `used` with another. Of concurrent calls one is
     * the first. Joins the open transaction.
     */
    readonly usePage: (sent: SentPage) => Effect.Effect<"first" | "repeated" | "used", SqlError.SqlError>
  }
>()("tally/store/forms/SignUps") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "pages of forms")
      return SignUps.of({
        request: ({ account_id, contact_id }, channel, source_id) =>
          queryRequest(sql`
            SELECT source_id, recorded_at, proof, EXISTS (
              SELECT FROM consent_log confirmed WHERE confirmed.account_id = ${account_id}
                AND confirmed.contact_id = ${contact_id} AND confirmed.channel = ${channel}
                AND confirmed.rule IN ('form_confirmed', 'sms_start_pending') AND confirmed.source_id = asked.source_id
            ) AS is_confirmed
            FROM consent_log asked WHERE asked.account_id = ${account_id} AND asked.contact_id = ${contact_id}
              AND asked.channel = ${channel} AND asked.rule IN ('form_asked', 'preference_asked') AND asked.source_id <> ''
              AND ${source_id === undefined ? sql`true` : sql`asked.source_id = ${source_id}`}
            ORDER BY asked.entry_id DESC LIMIT 1`),
        askedBy: ({ account_id, message_id }) =>
          queryMessage(sql`SELECT key, recipient FROM messages
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND purpose = 'opt_in'`),
        count: Effect.fnUntraced(function* ({ account_id, form_id }, counted) {
          const at = timeText(yield* Clock.currentTimeMillis)
          const one = (column: keyof SignUpTotals) => (column === counted ? 1 : 0)
          yield* sql`
            INSERT INTO form_sign_ups AS kept (account_id, form_id, hour, asked, confirmed, robots, unsent_texts)
            SELECT ${account_id}, form_id, date_trunc('hour', ${at}::timestamptz, 'UTC'), ${one("asked")}::int,
              ${one("confirmed")}::int, ${one("robots")}::int, ${one("unsent_texts")}::int
            FROM forms WHERE account_id = ${account_id} AND form_id = ${form_id}
            ON CONFLICT (account_id, form_id, hour) DO UPDATE
              SET asked = kept.asked + excluded.asked, confirmed = kept.confirmed + excluded.confirmed,
                robots = kept.robots + excluded.robots, unsent_texts = kept.unsent_texts + excluded.unsent_texts`
        }),
        totals: (account_id, since) =>
          queryTotals(sql`SELECT form_id, sum(asked)::int AS asked, sum(confirmed)::int AS confirmed,
              sum(robots)::int AS robots, sum(unsent_texts)::int AS unsent_texts FROM form_sign_ups
            WHERE account_id = ${account_id} AND hour >= ${timeText(since)}::timestamptz
            GROUP BY form_id ORDER BY form_id LIMIT ${quotas.forms.max}`).pipe(
            retried,
            Effect.map((rows) => new Map(rows.map(({ form_id, ...counts }) => [form_id, counts])))
          ),
        hours: ({ account_id, form_id }, since) =>
          queryHours(sql`SELECT hour, asked, confirmed FROM form_sign_ups
            WHERE account_id = ${account_id} AND form_id = ${form_id} AND hour >= ${timeText(since)}::timestamptz
            ORDER BY hour LIMIT ${retention.signUps / 3_600_000}::int`).pipe(retried),
        usePage: Effect.fnUntraced(function* ({ account_id, page, submission }) {
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
