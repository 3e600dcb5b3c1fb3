import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { emailDomain } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { type FurtherSenderRow, FurtherSenders } from "../../store/senders/FurtherSenders.ts"
import type { StoredSender } from "../../store/senders/senderRow.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"

/** A further sender, with what it shares with the sender of the account. */
export interface ReadSender {
  readonly row: FurtherSenderRow
  readonly sender: StoredSender
}

/** Gives functions that read the senders of an account: its own and the further ones (contract §12, §19). */
export const makeReadSenders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const senders = yield* Senders
  const further = yield* FurtherSenders
  const domains = yield* SenderDomains

  const withShared = Effect.fnUntraced(function* (account_id: string, rows: ReadonlyArray<FurtherSenderRow>) {
    if (rows.length === 0) return []
    const account = yield* senders.read(account_id)
    const proven = yield* domains.proven(account_id, [
      ...new Set(rows.map(({ from_email }) => emailDomain(from_email)))
    ])
    return rows.map((row): ReadSender => {
      const { from_name, from_email, reply_to, last_check } = row
      return {
        row,
        sender: {
          ...account,
          profile: { ...account.profile, from_name, from_email, reply_to },
          domain_proven: proven.has(emailDomain(from_email)),
          last_check
        }
      }
    })
  })

  /** A further sender; undefined where there is none of the id. */
  const find = Effect.fnUntraced(function* (account_id: string, sender_id: string) {
    const row = Effect.map(readOnly(sql)(further.read(account_id, sender_id)), (found) => [found])
    const [found] = yield* withShared(account_id, yield* Effect.catchTag(row, "NotFound", () => Effect.succeed([])))
    return found
  })

  return {
    find,
    /** The further senders, the oldest first. */
    all: Effect.fnUntraced(function* (account_id: string) {
      return yield* withShared(account_id, yield* readOnly(sql)(further.list(account_id)))
    }),
    /** The sender of the account for null; undefined where there is none of the id. */
    one: Effect.fnUntraced(function* (
      account_id: string,
      sender_id: string | null
    ): Effect.fn.Return<StoredSender | undefined, Unavailable> {
      if (sender_id === null) return yield* senders.read(account_id)
      return (yield* find(account_id, sender_id))?.sender
    })
  }
})
