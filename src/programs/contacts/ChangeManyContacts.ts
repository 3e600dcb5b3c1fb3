import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { type BulkAction, type BulkProgress, takesAction } from "../../domain/contacts/BulkAction.ts"
import { decideContact } from "../../domain/contacts/decideContact.ts"
import { consentTriggers } from "../../domain/flows/consentTriggers.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { taggingSteps } from "../flows/taggingSteps.ts"
import { changeOf, taggedChange } from "../../domain/changes/ContactChange.ts"
import { makeId } from "../../domain/values/Id.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import type { ChangedContact } from "../../store/changes/ChangedContacts.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { retried, transact } from "../../store/database/Transaction.ts"
import { chosenContacts } from "./chosenContacts.ts"
import { WriteContacts } from "./WriteContacts.ts"

// One transaction changes this many contacts, and holds their locks for some ten milliseconds.
const chunk = 200
// Erasures are transactions of their own. A call stops after this many or after this time.
const erasures = { max: 50, millis: 2_000 }

// Milliseconds between two calls of one action.
const maxPause = 600_000

const noState = { byEmail: undefined, byPhone: undefined, suppressions: {} }

interface Caller {
  readonly account_id: string
  readonly default_country: string
  readonly cause: "api" | "dashboard"
  readonly actor: string
}

/** Actions on the contacts that a filter or conditions find, or that a list names (contract §9). */
export class ChangeManyContacts extends Context.Service<
  ChangeManyContacts,
  {
    /** Takes the next contacts. Idempotent: a contact that has what the action gives is passed over. */
    readonly change: (
      caller: Caller,
      request: BulkAction
    ) => Effect.Effect<BulkProgress, ValidationFailed | Unavailable>
  }
>()("tally/programs/contacts/ChangeManyContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* chosenContacts
      const changed = yield* BulkChanges
      const contacts = yield* Contacts
      const tags = yield* ContactFields
      const flows = yield* EnrolContacts
      const { addTags } = yield* taggingSteps
      const { erase } = yield* WriteContacts

      // The calls of one action are one change: a later call goes on with the newest of the same user or token.
      const changeOfCall = Effect.fnUntraced(function* (
        { account_id, actor }: Caller,
        { action, tag, before }: BulkAction
      ) {
        const change = {
          account_id,
          kind: "bulk_action",
          actor,
          action,
          ...(tag === undefined ? {} : { subject: tag })
        } as const
        const now = yield* Clock.currentTimeMillis
        const known = before === undefined ? undefined : yield* changed.unfinished(change, now - maxPause, before)
        return { ...change, change_id: known ?? (yield* makeId("chg")) }
      })

      const record = Effect.fnUntraced(function* (
        caller: Caller,
        request: BulkAction,
        contacts: ReadonlyArray<ChangedContact>
      ) {
        if (contacts.length > 0) yield* changed.record(yield* changeOfCall(caller, request), contacts)
      })

      const addTag = Effect.fnUntraced(function* (
        caller: Caller,
        ids: ReadonlyArray<string>,
        tag: string,
        request: BulkAction
      ) {
        const { account_id } = caller
        const now = yield* Clock.currentTimeMillis
        const named = ids.map((contact_id) => ({ account_id, contact_id, tag, now }))
        yield* tags.lock(named)
        const tagged = yield* addTags(named, { by_flow: false })
        yield* record(
          caller,
          request,
          tagged.map(({ contact, now: changed_at }) => ({
            contact_id: contact.contact_id,
            change: taggedChange(tag, true),
            changed_at
          }))
        )
        return tagged.length
      }, transact(sql))

      const removeTag = Effect.fnUntraced(function* (
        caller: Caller,
        ids: ReadonlyArray<string>,
        tag: string,
        request: BulkAction
      ) {
        const { account_id } = caller
        const now = yield* Clock.currentTimeMillis
        const named = ids.map((contact_id) => ({ account_id, contact_id, tag, now }))
        yield* tags.lock(named)
        yield* flows.touch(named)
        const untagged = yield* tags.removeTags(named)
        yield* record(
          caller,
          request,
          untagged.map(({ contact_id, now: changed_at }) => ({
            contact_id,
            change: taggedChange(tag, false),
            changed_at
          }))
        )
        return untagged.length
      }, transact(sql))

      const unsubscribe = Effect.fnUntraced(function* (
        ids: ReadonlyArray<string>,
        request: BulkAction,
        caller: Caller
      ) {
        const { action } = request
        const { account_id, cause, actor } = caller
        const fields =
          action === "unsubscribe_sms"
            ? { sms_consent: "unsubscribed" as const }
            : { email_consent: "unsubscribed" as const }
        const now = yield* Clock.currentTimeMillis
        const locked = yield* contacts.lockMany(account_id, ids)
        const decisions = locked
          .filter((contact) => takesAction(action, contact))
          .flatMap((contact) => {
            const { contact_id } = contact
            const write = {
              account_id,
              contact_id,
              fields,
              send_welcome_sms: false,
              cause,
              actor
            }
            return Result.match(decideContact(now, write, contact, noState), {
              onFailure: () => [],
              onSuccess: (decision) => [{ ...decision, before: contact }]
            })
          })
        yield* contacts.saveMany(account_id, decisions)
        yield* record(
          caller,
          request,
          decisions.map(({ before, contact }) => ({
            contact_id: contact.contact_id,
            change: changeOf(before, contact, false),
            changed_at: now
          }))
        )
        const changed = decisions.map(({ contact }) => contact)
        yield* flows.enrol(
          consentTriggers(
            decisions.flatMap(({ ledger }) => ledger),
            changed
          )
        )
        return decisions.length
      }, transact(sql))

      // Gives the number of contacts done, in order. One that is gone already is done.
      const eraseEach = Effect.fnUntraced(function* (caller: Caller, ids: ReadonlyArray<string>, request: BulkAction) {
        const { account_id } = caller
        const change = yield* retried(changeOfCall(caller, request))
        const started = yield* Clock.currentTimeMillis
        let [done, erased] = [0, 0]
        for (const contact_id of ids) {
          const gone = yield* erase(
            { account_id, contact_id },
            { dry: false, also: changed.countDeleted(change) }
          ).pipe(Effect.as(true), Effect.catchTags({ NotFound: () => Effect.succeed(false) }))
          done++
          if (gone) erased++
          if ((yield* Clock.currentTimeMillis) - started > erasures.millis) break
        }
        return { done, erased }
      })

      return ChangeManyContacts.of({
        change: Effect.fn("ChangeManyContacts.change")(function* (caller, request) {
          const { action, tag } = request
          if (tag === undefined && (action === "add_tag" || action === "remove_tag")) {
            return yield* invalid("tag", "Is required to add or remove a tag")
          }
          const limit = action === "delete" ? erasures.max : chunk
          const rows = yield* read(caller, request, limit + 1)
          const page = rows.slice(0, limit)
          const ids = page.filter((contact) => takesAction(action, contact)).map(({ contact_id }) => contact_id)
          const nextOf = (done: number) => (done < rows.length ? (rows[done - 1]?.contact_id ?? null) : null)
          if (action === "delete") {
            const { done, erased } = yield* eraseEach(caller, ids, request)
            return { processed: done, changed: erased, next: nextOf(done) }
          }
          const changed =
            ids.length === 0
              ? 0
              : tag !== undefined && action === "add_tag"
                ? yield* addTag(caller, ids, tag, request)
                : tag !== undefined && action === "remove_tag"
                  ? yield* removeTag(caller, ids, tag, request)
                  : yield* unsubscribe(ids, request, caller)
          return { processed: page.length, changed, next: nextOf(page.length) }
        })
      })
    })
  )
}
