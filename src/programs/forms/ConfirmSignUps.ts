import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { withdrawalOf } from "../../domain/contacts/Contact.ts"
import type { ConsentProof } from "../../domain/contacts/ConsentProof.ts"
import { sameEmail } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ConfirmDecision, onConfirmed } from "../../domain/forms/DoubleOptIn.ts"
import { emailSubscribed } from "../../domain/forms/signUpChanges.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { MessageQueries, type Store } from "../../store/messages/MessageQueries.ts"
import { signalSteps } from "../contacts/applySignal.ts"
import { signUpSteps } from "./signUpSteps.ts"

/** Confirms sign-ups by the link of the mail that asked (contract §16). */
export interface ConfirmSignUps {
  /** Undefined if the account does not exist. */
  readonly store: (message: MessageRef) => Effect.Effect<Store | undefined, Unavailable>
  /** Confirms the request of a message. One transaction; of concurrent and repeated calls one subscribes. */
  readonly confirm: (message: MessageRef, proof: ConsentProof) => Effect.Effect<ConfirmDecision, Unavailable>
}

export const makeConfirmSignUps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const messages = yield* MessageQueries
  const signUps = yield* SignUps
  const { lockRecipient } = yield* signalSteps
  const { complete, joinVisitor, subscribe } = yield* signUpSteps
  const part: ConfirmSignUps = {
    store: ({ account_id }) => messages.store(account_id),
    confirm: Effect.fn("SubmitForms.confirm")(function* (message, proof) {
      const contact = yield* lockRecipient(message)
      const asking = yield* signUps.askedBy(message)
      if (contact === undefined || asking === undefined) return "void"
      const isOwn = asking.recipient !== null && sameEmail(contact.email, asking.recipient)
      const request = isOwn ? yield* signUps.request(contact, "email", asking.key) : undefined
      const now = yield* Clock.currentTimeMillis
      const optIn = { state: contact.email_consent, withdrawal: withdrawalOf(contact, "email") }
      const known = request && { at: request.recorded_at, isConfirmed: request.is_confirmed }
      const decision = onConfirmed(now, optIn, known)
      if (decision !== "subscribe" || request === undefined) return decision
      // The wording is that of the request; address and user agent are of the confirmation.
      const { wording, wording_version } = request.proof ?? {}
      const evidence = {
        ...proof,
        ...(wording === undefined ? {} : { wording }),
        ...(wording_version === undefined ? {} : { wording_version })
      }
      const signUp = { source_id: request.source_id, proof: evidence }
      const { contact: after, entry } = emailSubscribed(now, contact, "form_confirmed", signUp)
      yield* subscribe(after, entry)
      yield* joinVisitor(after, request.proof)
      yield* complete(after, request.source_id)
      return decision
    }, transact(sql))
  }
  return part
})
