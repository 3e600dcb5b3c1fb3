import { Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { makeMessage } from "../../domain/content/messageContents.ts"
import type { ActionStep } from "../../domain/flows/Run.ts"
import type { NewDelivery } from "../../domain/messages/Delivery.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { Messages } from "../../outbound/sending/Messages.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import { type ContactFieldChange, ContactFields, type TagChange } from "../../store/contacts/ContactFields.ts"
import type { RunMove } from "../../store/flows/FlowRuns.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { RestockRequests } from "../../store/products/RestockRequests.ts"
import { EnrolContacts } from "./EnrolContacts.ts"
import { stepChanges } from "./stepChanges.ts"
import { taggingSteps } from "./taggingSteps.ts"

/** A move with the step whose action is performed in its transaction, if any. */
export interface RunMoveWithAction extends RunMove {
  readonly action: ActionStep | null
}

/** Performs the actions of steps: queues messages and webhook calls, adds and removes tags, starts the flows of new tags, sets custom fields. Every member joins the open transaction. */
export class StepActions extends Context.Service<
  StepActions,
  {
    /** Locks the contacts of the moves, so that none is erased between the reads and the writes of an action. */
    readonly lockContacts: (moves: ReadonlyArray<RunMoveWithAction>) => Effect.Effect<void, SqlError.SqlError>
    /** Performs the actions of all moves, in one statement for each kind of effect. */
    readonly perform: (moves: ReadonlyArray<RunMoveWithAction>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/programs/flows/StepActions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const messages = yield* Messages
      const deliveries = yield* Deliveries
      const fields = yield* ContactFields
      const { addTags } = yield* taggingSteps
      const flows = yield* EnrolContacts
      const requests = yield* RestockRequests
      const changes = yield* BulkChanges

      // A request to be told of a restocking is answered once, and is no consent: a further message is marketing.
      const answering = Effect.fnUntraced(function* (moves: ReadonlyArray<RunMoveWithAction>) {
        const made = moves.flatMap(({ action, ...move }) => {
          const message = action === null ? undefined : effectOf(move, action).message
          return message === undefined ? [] : [{ message, move }]
        })
        const asking = made.flatMap(
          ({ message: { account_id, contact_id, key, class: messageClass }, move: { run } }) =>
            run.cause === "back_in_stock" && messageClass === "transactional"
              ? [{ account_id, contact_id, run_id: run.run_id, key }]
              : []
        )
        const isAnswer = yield* requests.answers(asking)
        return made.map(({ message, move }) =>
          move.run.cause === "back_in_stock" && !isAnswer(message)
            ? { ...message, class: "marketing" as const }
            : message
        )
      })

      return StepActions.of({
        lockContacts: (moves) => fields.lock(moves.flatMap(({ action, run }) => (action === null ? [] : [run]))),
        perform: (moves) => {
          const effects = moves.flatMap((move) => (move.action === null ? [] : [effectOf(move, move.action)]))
          return Effect.gen(function* () {
            yield* Effect.flatMap(answering(moves), messages.record)
            yield* deliveries.record(effects.flatMap(({ delivery }) => delivery ?? []))
            const tagged = yield* addTags(
              effects.flatMap(({ tag }) => tag ?? []),
              { by_flow: true }
            )
            const untagged = yield* fields.removeTags(effects.flatMap(({ removedTag }) => removedTag ?? []))
            const withFields = yield* fields.set(effects.flatMap(({ field }) => field ?? []))
            yield* flows.touch(effects.flatMap(({ field, removedTag }) => field ?? removedTag ?? []))
            yield* Effect.forEach(
              stepChanges(moves, { tagged, untagged, withFields }),
              ({ change, contacts }) => changes.record(change, contacts),
              { discard: true }
            )
          })
        }
      })
    })
  ).pipe(Layer.provide([RestockRequests.layer, BulkChanges.layer]))
}

/** The rows that an action inserts, or its change of the contact. */
interface ActionEffect {
  readonly message?: NewMessage
  readonly delivery?: NewDelivery
  readonly tag?: TagChange
  readonly removedTag?: TagChange
  readonly field?: ContactFieldChange
}

/** The effect of each kind of action. */
const effects: {
  readonly [Type in ActionStep["type"]]: (
    move: RunMove,
    step: Extract<ActionStep, { readonly type: Type }>
  ) => ActionEffect
} = {
  send_email: (move, step) => ({
    message: {
      ...causeOf(move, step.id),
      purpose: "flow",
      channel: "email",
      class: step.class ?? "marketing",
      layout: step.layout ?? "shell",
      topic: step.topic ?? null,
      sender_id: step.sender_id ?? null,
      ...makeMessage(step)
    }
  }),
  send_sms: (move, step) => ({
    message: {
      ...causeOf(move, step.id),
      purpose: "flow",
      channel: "sms",
      class: step.class ?? "marketing",
      layout: "none",
      ...makeMessage(step)
    }
  }),
  webhook: (move, { id, url }) => ({ delivery: { ...causeOf(move, id), url } }),
  add_tag: ({ run: { account_id, contact_id }, now }, { tag }) => ({ tag: { account_id, contact_id, tag, now } }),
  remove_tag: ({ run: { account_id, contact_id }, now }, { tag }) => ({
    removedTag: { account_id, contact_id, tag, now }
  }),
  set_field: ({ run: { account_id, contact_id }, now }, { field, value }) => ({
    field: { account_id, contact_id, field, value, now }
  })
}

const effectOfType = <Type extends ActionStep["type"]>(
  type: Type,
  move: RunMove,
  step: Extract<ActionStep, { readonly type: Type }>
): ActionEffect => effects[type](move, step)

const effectOf = (move: RunMove, step: ActionStep): ActionEffect => effectOfType(step.type, move, step)

const causeOf = ({ run }: RunMove, step_id: string) => ({
  account_id: run.account_id,
  contact_id: run.contact_id,
  key: `${run.run_id}/${step_id}`,
  flow_id: run.flow_id,
  run_id: run.run_id,
  step_id,
  order_id: run.order_id,
  event_id: run.event_id,
  cart:
    run.cart_id === null || run.cart_changed_at === null
      ? null
      : { cart_id: run.cart_id, changed_at: run.cart_changed_at },
  product:
    run.product_id === null
      ? null
      : { product_id: run.product_id, variant_id: run.variant_id, old_price: run.old_price }
})
