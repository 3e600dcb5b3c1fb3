import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Cause } from "../../domain/contacts/Consent.ts"
import { callerTopicRules, chooseTopics } from "../../domain/contacts/topicChoice.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { ContactTopicChoice } from "../../domain/topics/Topic.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { transact } from "../../store/database/Transaction.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { requireTopics } from "../topics/requireTopics.ts"

/** A choice of topics that a caller makes for a contact. */
interface CallerChoice {
  readonly account_id: string
  readonly contact_id: string
  readonly cause: Cause
  readonly actor: string
  readonly choice: ContactTopicChoice
}

/** Lets callers leave topics and come back to them for a contact (contract §16). */
export interface ChooseTopics {
  /** Gives the topics that the contact left then. One transaction. Idempotent: what is so already makes no line of the ledger. */
  readonly chooseTopics: (
    call: CallerChoice
  ) => Effect.Effect<ReadonlyArray<string>, NotFound | ValidationFailed | Unavailable>
}

export const makeChooseTopics = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const consents = yield* ContactConsents
  const topics = yield* Topics
  const leftTopics = yield* ContactTopics
  const flows = yield* EnrolContacts
  const part: ChooseTopics = {
    chooseTopics: Effect.fn("ChoosePreferences.chooseTopics")(function* ({
      account_id,
      contact_id,
      cause,
      actor,
      choice
    }) {
      const contact = yield* consents.lockContact({ account_id, contact_id, email: null, phone: null })
      if (contact === undefined) return yield* new NotFound()
      const { leave = [], join = [] } = choice
      yield* requireTopics(topics, account_id, [
        ...leave.map((topic, at) => ({ field: `leave.${at}`, topic })),
        ...join.map((topic, at) => ({ field: `join.${at}`, topic }))
      ])
      const before = (yield* leftTopics.read(account_id, [contact_id])).get(contact_id) ?? []
      const now = yield* Clock.currentTimeMillis
      const decision = chooseTopics(
        before,
        { left: leave, returned: join },
        { account_id, contact_id, cause, source_id: "", actor, effective_at: now, recorded_at: now },
        callerTopicRules
      )
      if (decision.ledger.length > 0) {
        yield* leftTopics.save(contact, decision)
        yield* flows.touch([contact])
      }
      return decision.left
    }, transact(sql))
  }
  return part
})
