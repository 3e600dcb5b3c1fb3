import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Flow, FlowChange, FlowChanged, FlowInput, ListedFlow } from "../../domain/flows/Flow.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { DueRunSignal } from "../../flows/DueRunSignal.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"

/** The flow editor's operations, each in one transaction. */
export class EditFlows extends Context.Service<
  EditFlows,
  {
    /** Oldest first. The first call of an account adds its ready-made flows. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<ListedFlow>, Unavailable>
    /** Creates a flow, paused. */
    readonly create: (account_id: string, input: FlowInput) => Effect.Effect<Flow, ValidationFailed | Unavailable>
    /** Saves a new version; runs stay on theirs. Fails with `FlowChanged` if the input is based on an older version. */
    readonly update: (
      account_id: string,
      flow_id: string,
      input: FlowChange
    ) => Effect.Effect<Flow, NotFound | FlowChanged | ValidationFailed | Unavailable>
    /** Lets triggers start the flow, and resumes the runs that the pause held. Idempotent. */
    readonly activate: (account_id: string, flow_id: string) => Effect.Effect<Flow, NotFound | Unavailable>
    /** Prevents new runs, and holds each run at its next step. Idempotent. */
    readonly pause: (account_id: string, flow_id: string) => Effect.Effect<Flow, NotFound | Unavailable>
  }
>()("tally/programs/flows/EditFlows") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const flows = yield* Flows
      const dueRuns = yield* DueRunSignal
      return EditFlows.of({
        list: Effect.fnUntraced(function* (account_id, query) {
          yield* flows.addReadyFlows(account_id)
          return yield* flows.list(account_id, query)
        }, transact(sql)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* flows.addReadyFlows(account_id)
          return yield* flows.create(account_id, input)
        }, transactOnce(sql)),
        update: (account_id, flow_id, input) => transactOnce(sql)(flows.update(account_id, flow_id, input)),
        activate: (account_id, flow_id) =>
          Effect.tap(transact(sql)(flows.setStatus(account_id, flow_id, "active")), dueRuns.notify),
        pause: (account_id, flow_id) => transact(sql)(flows.setStatus(account_id, flow_id, "paused"))
      })
    })
  )
}
