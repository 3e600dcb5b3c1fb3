import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Flow, FlowChange, FlowChanged, FlowInput, ListedFlow } from "../../domain/flows/Flow.ts"
import type { Page, PageQuery } from "../../domain/lists/Page.ts"
import { sendsMarketingMail } from "../../domain/flows/sendsMarketingMail.ts"
import { missingFields, senderIssues } from "../../domain/messages/MailRoute.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { DueRunSignal } from "../../flows/DueRunSignal.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { Senders } from "../../store/messages/Senders.ts"

/** The flow editor's operations, each in one transaction. */
export class EditFlows extends Context.Service<
  EditFlows,
  {
    /** Oldest first. The first call of an account adds its ready-made flows. */
    readonly list: (account_id: string, query: PageQuery) => Effect.Effect<Page<ListedFlow>, Unavailable>
    /** Creates a flow, paused. */
    readonly create: (account_id: string, input: FlowInput) => Effect.Effect<Flow, ValidationFailed | Unavailable>
    /**
     * Saves a new version; runs stay on theirs. Fails with `FlowChanged` if the input is based on an older version. An active flow
     * cannot begin to send marketing e-mail without a complete sender.
     */
    readonly update: (
      account_id: string,
      flow_id: string,
      input: FlowChange
    ) => Effect.Effect<Flow, NotFound | FlowChanged | ValidationFailed | Unavailable>
    /**
     * Lets triggers start the flow, and resumes the runs that the pause held. Idempotent. A flow that sends marketing e-mail needs a
     * complete sender (contract §12).
     */
    readonly activate: (
      account_id: string,
      flow_id: string
    ) => Effect.Effect<Flow, NotFound | ValidationFailed | Unavailable>
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
      const senders = yield* Senders
      const { server } = yield* EmailTransport

      const requireSender = Effect.fnUntraced(function* (account_id: string) {
        const { profile, shared_address, smtp_host } = yield* senders.read(account_id)
        const settings = { from_email: profile.from_email, shared_address, has_server: smtp_host !== null }
        const missing = missingFields(profile, settings, server)
        if (missing.length > 0) return yield* new ValidationFailed({ issues: senderIssues(missing) })
      })

      return EditFlows.of({
        list: Effect.fnUntraced(function* (account_id, query) {
          yield* flows.addReadyFlows(account_id)
          return yield* flows.list(account_id, query)
        }, transact(sql)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* flows.addReadyFlows(account_id)
          return yield* flows.create(account_id, input)
        }, transactOnce(sql)),
        update: Effect.fnUntraced(function* (account_id, flow_id, input) {
          const before = yield* Effect.catchTag(flows.read(account_id, flow_id), "NotFound", () => Effect.undefined)
          const begins = before?.status === "active" && !sendsMarketingMail(before.definition)
          if (begins && sendsMarketingMail(input.definition)) yield* requireSender(account_id)
          return yield* transactOnce(sql)(flows.update(account_id, flow_id, input))
        }),
        activate: Effect.fnUntraced(function* (account_id, flow_id) {
          const { status, definition } = yield* flows.read(account_id, flow_id)
          if (status === "paused" && sendsMarketingMail(definition)) yield* requireSender(account_id)
          const flow = yield* transact(sql)(flows.setStatus(account_id, flow_id, "active"))
          yield* dueRuns.notify
          return flow
        }),
        pause: (account_id, flow_id) => transact(sql)(flows.setStatus(account_id, flow_id, "paused"))
      })
    })
  )
}
