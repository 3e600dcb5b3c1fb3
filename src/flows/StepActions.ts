import { Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import type { Act } from "../domain/flows/Run.ts"
import type { NewMessage } from "../domain/messages/Message.ts"
import { Messages } from "../messages/sending/Messages.ts"
import { Deliveries } from "../store/messages/Deliveries.ts"
import type { RunMove } from "../store/flows/FlowRuns.ts"
import { ContactTags } from "../store/flows/ContactTags.ts"

/** A move with the act that goes with it, if any. */
export interface RunMoveWithAction extends RunMove {
  readonly act: Act | null
}

/** What steps do to the world, those of many runs at once. Every member joins the open transaction. */
export class StepActions extends Context.Service<
  StepActions,
  {
    /** Takes hold of the contacts, so that none is erased between what the acts read of it and what they write. */
    readonly prepare: (moves: ReadonlyArray<RunMoveWithAction>) => Effect.Effect<void, SqlError.SqlError>
    readonly perform: (moves: ReadonlyArray<RunMoveWithAction>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/flows/StepActions") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const messages = yield* Messages
      const deliveries = yield* Deliveries
      const tags = yield* ContactTags
      return StepActions.of({
        prepare: (moves) => tags.hold(moves.flatMap(({ act, run }) => (act === null ? [] : [run]))),
        perform: (moves) =>
          Effect.all(
            [messages.record(messagesOf(moves)), deliveries.record(deliveriesOf(moves)), tags.add(tagsOf(moves))],
            { discard: true }
          )
      })
    })
  )
}

const causeOf = ({ run }: RunMoveWithAction, step_id: string) => ({
  account_id: run.account_id,
  contact_id: run.contact_id,
  key: `${run.run_id}/${step_id}`,
  flow_id: run.flow_id,
  run_id: run.run_id,
  step_id,
  order_id: run.order_id,
  event_id: run.event_id
})

const messagesOf = (moves: ReadonlyArray<RunMoveWithAction>) =>
  moves.flatMap((move): ReadonlyArray<NewMessage> => {
    const { act } = move
    if (act?.type !== "send_email" && act?.type !== "send_sms") return []
    const message = { ...causeOf(move, act.id), purpose: "flow" } as const
    return act.type === "send_email"
      ? [{ ...message, channel: "email", subject: act.subject, body: act.html }]
      : [{ ...message, channel: "sms", subject: null, body: act.text }]
  })

const deliveriesOf = (moves: ReadonlyArray<RunMoveWithAction>) =>
  moves.flatMap((move) => (move.act?.type === "webhook" ? [{ ...causeOf(move, move.act.id), url: move.act.url }] : []))

const tagsOf = (moves: ReadonlyArray<RunMoveWithAction>) =>
  moves.flatMap(({ act, now, run: { account_id, contact_id } }) =>
    act?.type === "add_tag" ? [{ account_id, contact_id, tag: act.tag, now }] : []
  )
