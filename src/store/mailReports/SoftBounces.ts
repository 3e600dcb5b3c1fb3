import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { emailKey } from "../../domain/contacts/Email.ts"
import { softBounceLimit } from "../../domain/mailReports/softBounces.ts"
import { keyedHash } from "../keys/keyedHash.ts"
import { Keys } from "../keys/Keys.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const queryTimes = query(Schema.Struct({ at: Millis }))

/** A time at which something happened to mail to an address, in milliseconds. */
interface AddressTime {
  readonly email: string
  readonly at: number
}

/** The recent soft bounces of addresses since their last delivery, by keyed hash. Every member joins the open transaction. */
export class SoftBounces extends Context.Service<
  SoftBounces,
  {
    /** Adds a soft bounce unless its key is known, and returns the times of all of the address within the limit's days, at most 100. */
    readonly add: (
      account_id: string,
      bounce: AddressTime & { readonly key: string }
    ) => Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
    /** Removes the soft bounces of each address from before its delivery. */
    readonly clear: (
      account_id: string,
      deliveries: ReadonlyArray<AddressTime>
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/mailReports/SoftBounces") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "soft bounces")
      const hashOf = (account_id: string, email: string) => hash(`${account_id}|${emailKey(email)}`)
      return SoftBounces.of({
        add: Effect.fnUntraced(function* (account_id, { email, at, key }) {
          const identity_hash = hashOf(account_id, email)
          yield* sql`INSERT INTO soft_bounces (account_id, identity_hash, bounce_key, at)
            VALUES (${account_id}, ${identity_hash}, ${key}, ${timeText(at)}::timestamptz) ON CONFLICT DO NOTHING`
          const rows = yield* queryTimes(sql`SELECT at FROM soft_bounces
            WHERE account_id = ${account_id} AND identity_hash = ${identity_hash}
              AND at >= ${timeText(at - softBounceLimit.within)}::timestamptz
              AND at <= ${timeText(at + softBounceLimit.within)}::timestamptz ORDER BY at DESC LIMIT 100`)
          return rows.map((row) => row.at)
        }),
        clear: Effect.fnUntraced(function* (account_id, deliveries) {
          if (deliveries.length === 0) return
          const rows = deliveries.map(({ email, at }) => ({
            identity_hash: hashOf(account_id, email),
            at: timeText(at)
          }))
          yield* sql`DELETE FROM soft_bounces s
            USING json_to_recordset(${rowsJson(rows)}::json) AS d (identity_hash text, at timestamptz)
            WHERE s.account_id = ${account_id} AND s.identity_hash = d.identity_hash AND s.at <= d.at`
        })
      })
    })
  )
}
