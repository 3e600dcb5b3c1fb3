import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { confirmedFailure } from "../../domain/messages/SmtpReply.ts"
import { SendFailed } from "../../outbound/sending/SendFailed.ts"
import { transact } from "../../store/database/Transaction.ts"
import { makeSmtpReplies } from "../../store/messages/SmtpReplies.ts"

type Sent = Pick<DueMessage, "account_id" | "contact_id">

/**
 * Gives `took`, which remembers that a server took a message's recipient, and `confirm`, which decides whether a refusal that may be of the
 * recipient is (contract §12). Without the database it is the sender's, so that nobody is suppressed on a guess.
 */
export const makeConfirmFailure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const replies = yield* makeSmtpReplies
  return {
    took: ({ account_id, contact_id }: Sent, server: string) =>
      Effect.ignore(replies.take({ account_id, contact_id, server })),
    confirm: Effect.fnUntraced(function* ({ account_id, contact_id }: Sent, server: string, error: SendFailed) {
      const { failure, words } = error
      if (failure === null || words === null || failure !== "unconfirmed") return error
      const tookAnother = yield* replies.refuse({ account_id, contact_id, server }, words).pipe(
        transact(sql),
        Effect.orElseSucceed(() => false)
      )
      return new SendFailed({ ...error, failure: confirmedFailure(failure, { tookAnother }) })
    })
  }
})
