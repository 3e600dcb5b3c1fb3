import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { newestKept } from "../../domain/capacity/quotas.ts"
import { type RecipientReply, tookAnother } from "../../domain/messages/tookAnother.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

/** A recipient at an account's mail server. */
interface Recipient {
  readonly account_id: string
  readonly contact_id: string
  /** The server's name. */
  readonly server: string
}

// The digest of the row of the recipient that was taken last.
const ofTaken = ""

// The time of a row that is locked before it has one.
const never = -1

// Milliseconds between two writes of a server that takes all: a row that is written with each mail would slow sending.
const writeInterval = 60_000

// Servers kept in memory, of the accounts that sent last.
const maxKept = 1_000

interface Kept extends RecipientReply {
  readonly writtenAt: number
}

const queryReplies = query(Schema.Struct({ digest: Schema.String, contact_id: Schema.String, at: Millis }))

/**
 * The recipients that each account's mail servers took and refused. A process writes what its server took once a minute, and reads its own
 * memory beside the table: what another process sent within the last minute may not count yet, so a failure is rather the sender's.
 */
export interface SmtpReplies {
  /** Records that the server took a recipient. */
  readonly take: (recipient: Recipient) => Effect.Effect<void, Unavailable>
  /**
   * Records a refusal whose reply has this digest, and tells whether the server took another recipient since its last. Of concurrent
   * refusals each sees those before. Joins the open transaction.
   */
  readonly refuse: (recipient: Recipient, digest: string) => Effect.Effect<boolean, SqlError.SqlError>
}

export const makeSmtpReplies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A send runs on its account's clock; the order of replies is that of the process's, which never stands still between two.
  const { currentTimeMillis } = yield* Clock.Clock
  let last = 0
  const nextTime = Effect.map(currentTimeMillis, (now) => (last = Math.max(now, last + 1)))
  const memory = new Map<string, Kept>()
  const keep = (key: string, kept: Kept) => {
    memory.delete(key)
    const oldest = memory.size < maxKept ? undefined : memory.keys().next().value
    if (oldest !== undefined) memory.delete(oldest)
    memory.set(key, kept)
  }
  const save = ({ account_id, server, contact_id }: Recipient, digest: string, at: number) => sql`
        INSERT INTO smtp_replies AS kept (account_id, server, digest, contact_id, at)
        VALUES (${account_id}, ${server}, ${digest}, ${contact_id}, ${timeText(at)}::timestamptz)
        ON CONFLICT (account_id, server, digest) DO UPDATE SET contact_id = excluded.contact_id, at = excluded.at
        WHERE kept.at <= excluded.at`
  const later = (one: RecipientReply | undefined, other: RecipientReply | undefined) =>
    one === undefined || (other !== undefined && other.at > one.at) ? other : one

  const part: SmtpReplies = {
    take: Effect.fnUntraced(function* (recipient) {
      const at = yield* nextTime
      const { account_id, server, contact_id } = recipient
      const key = `${account_id}|${server}`
      const before = memory.get(key)
      const isWritten = before !== undefined && at - before.writtenAt < writeInterval
      keep(key, { contact_id, at, writtenAt: isWritten ? before.writtenAt : at })
      if (!isWritten) yield* retried(save(recipient, ofTaken, at))
    }),
    refuse: Effect.fnUntraced(function* (recipient, digest) {
      const at = yield* nextTime
      const { account_id, server, contact_id } = recipient
      // The lock of the row orders concurrent refusals.
      yield* sql`INSERT INTO smtp_replies (account_id, server, digest, contact_id, at)
            VALUES (${account_id}, ${server}, ${digest}, ${contact_id}, ${timeText(never)}::timestamptz)
            ON CONFLICT DO NOTHING`
      const rows = yield* queryReplies(sql`SELECT digest, contact_id, at FROM smtp_replies
            WHERE account_id = ${account_id} AND server = ${server} AND digest IN (${digest}, ${ofTaken})
            ORDER BY digest DESC FOR UPDATE`)
      const refused = rows.find((row) => row.digest === digest && row.at > never)
      const taken = later(
        rows.find((row) => row.digest === ofTaken),
        memory.get(`${account_id}|${server}`)
      )
      yield* save(recipient, digest, at)
      yield* sql`DELETE FROM smtp_replies WHERE account_id = ${account_id} AND (server, digest) IN (
            SELECT server, digest FROM smtp_replies WHERE account_id = ${account_id} ORDER BY at DESC
            OFFSET ${newestKept.smtpReplies}::int)`
      return tookAnother(contact_id, taken, refused)
    })
  }
  return part
})
