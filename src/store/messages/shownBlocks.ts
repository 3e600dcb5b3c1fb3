import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { factReader } from "../../domain/conditions/Facts.ts"
import { historyLookups } from "../../domain/conditions/History.ts"
import { type ShownIf, shownBlocks, shownVariable } from "../../domain/content/shownBlocks.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { makeReadFacts } from "../conditions/FlowFacts.ts"

/** What the conditions of a message's blocks compare: the contact, and what the message is about. */
export interface BlockSubject {
  readonly order_id: bigint | null
  readonly event_id: string | null
  readonly cart_id: string | null
  readonly product_id: string | null
}

/** A message, and the conditions of its blocks. */
interface MessageToJudge extends Pick<DueMessage, "account_id" | "contact_id" | "clock_offset" | "data"> {
  readonly shown_if: ShownIf
  readonly subject_of: BlockSubject
}

/** Tells templates which blocks of their messages are shown, by the present facts. `time` in milliseconds. Joins an open transaction. */
export const makeShownBlocks = (sql: SqlClient.SqlClient) => {
  const read = makeReadFacts(sql)
  return <M extends MessageToJudge>(
    time: number,
    messages: ReadonlyArray<M>
  ): Effect.Effect<ReadonlyArray<M>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const judged = messages.filter(({ shown_if }) => Object.keys(shown_if).length > 0)
      if (judged.length === 0) return messages
      const facts = yield* read(
        judged.map(({ account_id, contact_id, clock_offset, shown_if, subject_of }) => ({
          account_id,
          contact_id,
          ...subject_of,
          lookups: historyLookups(Object.values(shown_if).flat()),
          now: time + clock_offset
        }))
      )
      const found = new Map(judged.map((message, at) => [message, facts[at]]))
      return messages.map((message) => {
        if (!found.has(message)) return message
        const known = found.get(message)
        const shown = shownBlocks(message.shown_if, known === undefined ? undefined : factReader(known))
        return { ...message, data: { ...message.data, [shownVariable]: shown } }
      })
    })
}
