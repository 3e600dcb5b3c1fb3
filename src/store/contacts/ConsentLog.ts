import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { Cause, Channel, EmailConsent, rules, SmsConsent } from "../../domain/contacts/Consent.ts"
import type { ConsentHistory } from "../../domain/contacts/ConsentHistory.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { Millis, timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const State = Schema.Union([EmailConsent, SmsConsent])

const Row = Schema.Struct({
  account_id: Schema.String,
  contact_id: Schema.String,
  channel: Channel,
  from_state: State,
  to_state: State,
  refused: Schema.Boolean,
  cause: Cause,
  rule: Schema.Literals(Struct.keys(rules)),
  source_id: Schema.String,
  actor: Schema.String,
  effective_at: Millis,
  recorded_at: Millis
})

const decodeHistory = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeMoves = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      created_at: Millis,
      channel: Schema.NullOr(Channel),
      to_state: Schema.NullOr(State),
      recorded_at: Schema.NullOr(Millis)
    })
  )
)

/** The most lines of a history that are read at once. */
const historyLimit = 100

/** The append-only ledger of consent, read for one contact. */
export class ConsentLog extends Context.Service<
  ConsentLog,
  {
    /** What was recorded up to `at` (milliseconds): the last moves, and the newest 100 lines, newest first. */
    readonly read: (of: {
      readonly account_id: string
      readonly contact_id: string
      readonly at: number
    }) => Effect.Effect<ConsentHistory, NotFound | Unavailable>
  }
>()("tally/store/contacts/ConsentLog") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ConsentLog.of({
        read: Effect.fnUntraced(function* ({ account_id, contact_id, at }) {
          const until = timeText(at)
          const moves = yield* sql`
            SELECT contacts.created_at, moved.channel, moved.to_state, moved.recorded_at FROM contacts
            LEFT JOIN LATERAL (
              SELECT last.* FROM unnest(ARRAY['email', 'sms']) AS asked (channel)
              CROSS JOIN LATERAL (
                SELECT channel, to_state, recorded_at FROM consent_log log
                WHERE log.account_id = contacts.account_id AND log.contact_id = contacts.contact_id
                  AND log.channel = asked.channel AND NOT refused AND merged_from IS NULL AND from_state <> to_state
                  AND recorded_at <= ${until}::timestamptz
                ORDER BY entry_id DESC LIMIT 1
              ) last
            ) moved ON true
            WHERE contacts.account_id = ${account_id} AND contacts.contact_id = ${contact_id}`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeMoves(rows))),
            retried
          )
          const [first] = moves
          if (first === undefined) return yield* new NotFound()
          const lastOf = (channel: Channel) => {
            const move = moves.find((row) => row.channel === channel)
            return move === undefined || move.to_state === null || move.recorded_at === null
              ? undefined
              : { to_state: move.to_state, recorded_at: move.recorded_at }
          }
          const history = yield* sql`
            SELECT account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor, effective_at,
              recorded_at
            FROM consent_log
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND recorded_at <= ${until}::timestamptz
            ORDER BY entry_id DESC LIMIT ${historyLimit}`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeHistory(rows))),
            retried
          )
          return { created_at: first.created_at, email: lastOf("email"), sms: lastOf("sms"), history }
        })
      })
    })
  )
}
