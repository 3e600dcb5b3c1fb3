import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { NotFound, type RateLimited, type Unavailable } from "../../domain/Errors.ts"
import {
  type FurtherSender,
  type FurtherSenderChange,
  type FurtherSenderInput,
  type OwnSenderMembers,
  SenderInUse
} from "../../domain/senders/FurtherSender.ts"
import { decideSenderChange } from "../../domain/senders/SenderChange.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { FurtherSenders } from "../../store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../store/senders/SenderDomains.ts"
import { Senders } from "../../store/senders/Senders.ts"
import { heldByOther } from "./heldByOther.ts"
import { makeReadSenders, type ReadSender } from "./makeReadSenders.ts"
import { makeSenderState } from "./makeSenderState.ts"
import { makeSigningKeys } from "./makeSigningKeys.ts"

/** The operations on the senders beside that of the account (contract §19). */
export class EditSenders extends Context.Service<
  EditSenders,
  {
    /** The oldest first. */
    readonly list: (account_id: string) => Effect.Effect<ReadonlyArray<FurtherSender>, Unavailable>
    readonly read: (account_id: string, sender_id: string) => Effect.Effect<FurtherSender, NotFound | Unavailable>
    /** The rules of addresses are those of the account's sender. */
    readonly create: (
      account_id: string,
      input: FurtherSenderInput
    ) => Effect.Effect<FurtherSender, ValidationFailed | Unavailable>
    /** Omitted members keep their value. */
    readonly change: (
      account_id: string,
      sender_id: string,
      change: FurtherSenderChange
    ) => Effect.Effect<FurtherSender, NotFound | ValidationFailed | Unavailable>
    /** Deletes a sender that nothing sends from, and gives it as it was. */
    readonly remove: (
      account_id: string,
      sender_id: string
    ) => Effect.Effect<FurtherSender, NotFound | SenderInUse | Unavailable>
    /** Makes a DKIM key for the domain of its address, unless there is one; at most 5 a day. */
    readonly createKey: (
      account_id: string,
      sender_id: string
    ) => Effect.Effect<FurtherSender, NotFound | RateLimited | Unavailable>
    /** Removes the DKIM key of the domain of its address, for all senders there. Idempotent. */
    readonly removeKey: (account_id: string, sender_id: string) => Effect.Effect<FurtherSender, NotFound | Unavailable>
  }
>()("tally/programs/senders/EditSenders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const senders = yield* Senders
      const further = yield* FurtherSenders
      const domains = yield* SenderDomains
      const { server } = yield* EmailTransport
      const { find, all } = yield* makeReadSenders
      const stateOf = yield* makeSenderState
      const keys = yield* makeSigningKeys

      const shown = (account_id: string, { row, sender }: ReadSender): FurtherSender => {
        const { sending, missing, domain_proof, dkim } = stateOf(account_id, sender, null)
        return { ...row, sending, missing, domain_proof, dkim }
      }
      const read = Effect.fnUntraced(function* (account_id: string, sender_id: string) {
        const found = yield* find(account_id, sender_id)
        return found === undefined ? yield* new NotFound() : shown(account_id, found)
      })

      /** The members after a change, held against the account's other settings. Requires the lock of the account's sender. */
      const decide = Effect.fnUntraced(function* (
        account_id: string,
        before: Omit<OwnSenderMembers, "from_email"> & { readonly from_email: string | null },
        change: FurtherSenderChange & { readonly from_email: string }
      ) {
        const account = yield* senders.lock(account_id)
        const settings = {
          ...account,
          profile: { ...account.profile, ...before },
          has_server: account.smtp_host !== null
        }
        const decided = decideSenderChange(settings, change, server)
        if (Result.isFailure(decided)) return yield* decided.failure
        const { from_email } = change
        if (!settings.has_server && from_email !== before.from_email) {
          const { isProven, others } = yield* domains.holders(account_id, emailDomain(from_email))
          if (!isProven && others.length > 0) return yield* heldByOther
        }
        const { from_name, reply_to } = { ...before, ...change }
        return { from_name, from_email, reply_to }
      })

      return EditSenders.of({
        list: (account_id) => Effect.map(all(account_id), (found) => found.map((sender) => shown(account_id, sender))),
        read,
        create: Effect.fn("EditSenders.create")(function* (account_id, input) {
          const before = { from_name: input.from_name, from_email: null, reply_to: null }
          const create = further.requireRoom(account_id).pipe(
            Effect.andThen(decide(account_id, before, input)),
            Effect.flatMap((members) => further.create(account_id, members))
          )
          const id = yield* transactOnce(sql)(create)
          return yield* Effect.catchTag(read(account_id, id), "NotFound", Effect.die)
        }),
        change: Effect.fn("EditSenders.change")(function* (account_id, sender_id, change) {
          const save = Effect.gen(function* () {
            yield* senders.lock(account_id)
            const before = yield* further.read(account_id, sender_id)
            const { from_email } = { ...before, ...change }
            yield* further.save(account_id, sender_id, yield* decide(account_id, before, { ...change, from_email }))
          })
          yield* transactOnce(sql)(save)
          return yield* read(account_id, sender_id)
        }),
        remove: Effect.fn("EditSenders.remove")(function* (account_id, sender_id) {
          const removed = yield* read(account_id, sender_id)
          const remove = Effect.gen(function* () {
            yield* senders.lock(account_id)
            yield* further.read(account_id, sender_id)
            const uses = yield* further.uses(account_id, sender_id)
            if (uses.length > 0) return yield* new SenderInUse({ uses })
            yield* further.remove(account_id, sender_id)
          })
          yield* transactOnce(sql)(remove)
          return removed
        }),
        createKey: Effect.fn("EditSenders.createKey")(function* (account_id, sender_id) {
          const { dkim, from_email } = yield* read(account_id, sender_id)
          if (dkim === null) yield* keys.make(account_id, from_email)
          return yield* read(account_id, sender_id)
        }),
        removeKey: Effect.fn("EditSenders.removeKey")(function* (account_id, sender_id) {
          const { from_email } = yield* read(account_id, sender_id)
          yield* keys.remove(account_id, emailDomain(from_email))
          return yield* read(account_id, sender_id)
        })
      })
    })
  )
}
