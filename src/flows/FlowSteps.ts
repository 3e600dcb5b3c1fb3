import { Cause, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../domain/AccountClock.ts"
import type { Unavailable } from "../domain/Failure.ts"
import { holds } from "../domain/flow/holds.ts"
import { type Act, afterFailure, decideMove, type Move } from "../domain/flow/Run.ts"
import { stepsOf } from "../domain/flow/steps.ts"
import { Messages } from "../messages/Messages.ts"
import { Definitions } from "../store/Definitions.ts"
import { Deliveries } from "../store/Deliveries.ts"
import { FlowRuns, type StoredRun } from "../store/FlowRuns.ts"
import type { Wake } from "../store/FlowWakes.ts"
import { retried, transact } from "../store/Transaction.ts"

class RunMoved extends Schema.TaggedError<RunMoved>()("RunMoved", {}) {}

/** What runs do. */
export class FlowSteps extends Context.Service<
  FlowSteps,
  {
    /**
     * Goes on with a run as far as it gets now: to a delay, a pause or its end. What a step does and that it was done are
     * one transaction, so a run that is taken up twice does nothing twice.
     */
    readonly goOn: (run: Pick<Wake, "account_id" | "run_id">) => Effect.Effect<void, Unavailable>
  }
>()("tally/flows/FlowSteps") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runs = yield* FlowRuns
      const definitions = yield* Definitions
      const messages = yield* Messages
      const deliveries = yield* Deliveries

      const act = (run: StoredRun, step: Act, now: number) => {
        const { account_id, contact_id, flow_id, run_id, order_id, event_id } = run
        const message = {
          account_id,
          contact_id,
          key: `${run_id}/${step.id}`,
          purpose: "flow" as const,
          flow_id,
          run_id,
          step_id: step.id,
          order_id,
          event_id
        }
        switch (step.type) {
          case "send_email":
            return messages.record([{ ...message, channel: "email", subject: step.subject, body: step.html }])
          case "send_sms":
            return messages.record([{ ...message, channel: "sms", subject: null, body: step.text }])
          case "add_tag":
            return runs.addTag(run, step.tag, now)
          case "webhook":
            return deliveries.record([{ ...message, url: step.url }])
        }
      }

      const make = (run: StoredRun, { act: step, after }: Move, times: Parameters<typeof runs.move>[2]) => {
        const moved = runs.move(run, after, times)
        return step === null
          ? retried(moved)
          : Effect.andThen(
              act(run, step, times.now),
              Effect.flatMap(moved, (done) => (done ? Effect.succeed(true) : new RunMoved()))
            ).pipe(
              transact(sql),
              Effect.catchTag("RunMoved", () => Effect.succeed(false))
            )
      }

      // The run as it would go on after a step that failed; the account's other runs and everyone else's are untouched.
      const fail = (run: StoredRun, times: Parameters<typeof runs.move>[2], cause: Cause.Cause<unknown>) =>
        Effect.gen(function* () {
          yield* Effect.logWarning("A flow step failed", { run_id: run.run_id, step: run.step, attempts: run.attempts })
          const reason = `step_failed: ${nameOf(Cause.squash(cause))}`
          yield* retried(runs.move(run, afterFailure(times.now, run, reason), times))
          return false
        })

      /** Whether there may be more to do at once. */
      const moveOnce = Effect.fnUntraced(function* (key: Pick<Wake, "account_id" | "run_id">) {
        const run = yield* retried(runs.read(key))
        const [flow] = run === undefined ? [] : yield* retried(definitions.read([run]))
        if (run === undefined || flow === undefined) return false
        const claimed_at = yield* Clock.currentTimeMillis
        const times = { claimed_at, now: claimed_at + run.clock_offset }
        const splits = stepsOf(flow.definition).some(({ step }) => step.id === run.step && step.type === "split")
        const facts = splits ? yield* retried(runs.facts(run)) : undefined
        const contact = run.has_contact
          ? { holds: (conditions: Parameters<typeof holds>[0]) => facts !== undefined && holds(conditions, facts) }
          : null
        const move = decideMove(times.now, run, { status: run.flow_status, definition: flow.definition }, contact)
        if (move === undefined) return false
        return yield* make(run, move, times).pipe(
          onAccountClock(run.clock_offset),
          Effect.map((done) => !done || move.after.status === "running"),
          Effect.catchDefect((defect) => fail(run, times, Cause.die(defect)))
        )
      })

      return FlowSteps.of({
        goOn: (key) => Effect.repeat(moveOnce(key), { while: (more) => more }).pipe(Effect.asVoid)
      })
    })
  )
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown")
