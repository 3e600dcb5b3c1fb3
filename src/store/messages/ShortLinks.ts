import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { retention } from "../../domain/capacity/retention.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { DueMessage, MessageRef } from "../../domain/messages/Message.ts"
import type { ShortLink } from "../../domain/messages/ShortLink.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"

const queryPlace = queryOne(Schema.Struct({ account_id: Schema.String, message_id: Schema.String, place: Schema.Int }))
const queryUrl = queryOne(Schema.Struct({ url: Schema.NullOr(Schema.String) }))

/** The short links in texts (contract §12). A click knows no account, so codes are looked up first, then the message's addresses. */
export class ShortLinks extends Context.Service<
  ShortLinks,
  {
    /**
     * Keeps the links of a claimed message for 90 days. False if a code is another link's: nobody has seen these codes, and the caller
     * makes others. Idempotent. Keeps nothing if the claim has ended, as by the contact's erasure.
     */
    readonly save: (
      message: Pick<DueMessage, "account_id" | "message_id" | "attempts">,
      links: ReadonlyArray<ShortLink>
    ) => Effect.Effect<boolean, Unavailable>
    /** The message and address of a code; undefined if it is unknown or has expired, or the contact was erased. */
    readonly find: (code: string) => Effect.Effect<(MessageRef & { readonly url: string }) | undefined, Unavailable>
  }
>()("tally/store/messages/ShortLinks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ShortLinks.of({
        save: Effect.fn("ShortLinks.save")(function* ({ account_id, message_id, attempts }, links) {
          if (links.length === 0) return true
          const claimed = yield* sql`UPDATE messages SET links = ${texts(links.map(({ url }) => url))}
            WHERE account_id = ${account_id} AND message_id = ${message_id} AND attempts = ${attempts}::int
              AND status IN ('queued', 'held') RETURNING 1`
          if (claimed.length === 0) return true
          const expires_at = timeText((yield* Clock.currentTimeMillis) + retention.shortLinks)
          const rows = links.map(({ code }, at) => ({ code, place: at + 1 }))
          const kept = yield* sql`
            INSERT INTO short_links AS known (code, account_id, message_id, place, expires_at)
            SELECT r.code, ${account_id}, ${message_id}, r.place, ${expires_at}::timestamptz
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (code text, place int) ORDER BY r.code
            ON CONFLICT (code) DO UPDATE SET expires_at = excluded.expires_at
              WHERE known.account_id = excluded.account_id AND known.message_id = excluded.message_id AND known.place = excluded.place
            RETURNING 1`
          return kept.length === links.length
        }, retried),
        find: Effect.fn("ShortLinks.find")(function* (code) {
          const found = yield* queryPlace(sql`SELECT account_id, message_id, place FROM short_links
            WHERE code = ${code} AND expires_at > ${timeText(yield* Clock.currentTimeMillis)}::timestamptz`)
          if (found === undefined) return undefined
          const { account_id, message_id, place } = found
          const row = yield* queryUrl(sql`SELECT links[${place}::int] AS url FROM messages
            WHERE account_id = ${account_id} AND message_id = ${message_id}`)
          const url = row?.url ?? undefined
          return url === undefined ? undefined : { account_id, message_id, url }
        }, retried)
      })
    })
  )
}
