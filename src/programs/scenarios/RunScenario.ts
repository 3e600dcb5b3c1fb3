import { Context, Effect, Layer } from "effect"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { decodeFlow } from "../../domain/flows/decodeFlow.ts"
import type { Definition } from "../../domain/flows/Definition.ts"
import type { JsonObject } from "../../domain/json/Json.ts"
import type { MessageStatus } from "../../domain/messages/Message.ts"
import { type FoundMessage, inOrder } from "../../domain/scenarios/compareMessages.ts"
import { lookTimes } from "../../domain/scenarios/lookTimes.ts"
import type { Scenario, ScenarioCall, ScenarioStatus } from "../../domain/scenarios/Scenario.ts"
import { decodeSegment } from "../../domain/segments/decodeSegment.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { checkTemplates } from "../../outbound/templates/checkTemplates.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { EditFlows } from "../flows/EditFlows.ts"
import { EditSegments } from "../segments/EditSegments.ts"
import { issuesOfBodies, placed, withSegmentId } from "./checkScenario.ts"
import { makeDoDueWork } from "./DoDueWork.ts"
import { makeMakeCall } from "./MakeCall.ts"
import { makeOpenScenarioAccount } from "./OpenScenarioAccount.ts"
import type { ScenarioAccount } from "./readCall.ts"
import { ScenarioClock } from "./ScenarioClock.ts"

/** The most messages that a scenario compares: one more than it may expect. */
const maxMessages = 1_001

/** A flow that was made, by which the trigger of its messages is known. */
interface MadeFlow {
  readonly id: string
  readonly trigger: Definition["trigger"]
}

/** Runs scenarios, each in an account of its own, by the programs that the service runs (contract §20). */
export class RunScenario extends Context.Service<
  RunScenario,
  {
    /**
     * The messages that come of a scenario from the start of its clock to its end, in the order of `inOrder`. Fails with the issues of its bodies before
     * anything is run, or with that of the call that failed.
     */
    readonly run: (
      scenario: typeof Scenario.Type
    ) => Effect.Effect<ReadonlyArray<FoundMessage>, ValidationFailed | NotFound | Unavailable>
  }
>()("tally/programs/scenarios/RunScenario") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const clock = yield* ScenarioClock
      const { open } = yield* makeOpenScenarioAccount
      const segments = yield* EditSegments
      const flows = yield* EditFlows
      const queries = yield* MessageQueries
      const due = yield* makeDoDueWork
      const { make } = yield* makeMakeCall

      /** Segments have names in the file; their triggers get the ids that they have now. */
      const makeSegments = Effect.fnUntraced(function* (account_id: string, bodies: ReadonlyArray<JsonObject>) {
        const made = yield* Effect.forEach(bodies, (body) =>
          Effect.flatMap(Effect.fromResult(decodeSegment(body)), (input) => segments.create(account_id, input))
        )
        return new Map(made.map(({ name, id }) => [name, id]))
      })

      const makeFlow = Effect.fnUntraced(function* (
        account_id: string,
        ids: ReadonlyMap<string, string>,
        body: JsonObject
      ) {
        const input = yield* Effect.fromResult(decodeFlow(withSegmentId(body, ids), checkTemplates))
        const { id } = yield* flows.create(account_id, input)
        yield* flows.activate(account_id, id)
        return { id, trigger: input.definition.trigger }
      })

      const makeCalls = Effect.fnUntraced(function* (
        account: ScenarioAccount,
        place: string,
        calls: ReadonlyArray<ScenarioCall>,
        goTo: (time: number) => Effect.Effect<void, Unavailable | NotFound>
      ) {
        for (const [at, call] of inTime(calls)) {
          yield* goTo(call.at.epochMilliseconds)
          yield* clock.set(call.at.epochMilliseconds)
          yield* make(account, call).pipe(Effect.mapError(within(`${place}.${at}`)))
          yield* due.settle
        }
      })

      const found = Effect.fnUntraced(function* (account_id: string, since: number, made: ReadonlyArray<MadeFlow>) {
        const listed = yield* queries.list(account_id, {}, { before: null, limit: 10 * maxMessages }, oldestFirst)
        const triggers = new Map(made.map(({ id, trigger }) => [id, trigger.type]))
        const messages = listed
          .filter(({ created_at }) => created_at.epochMilliseconds >= since)
          .map((message): FoundMessage => {
            return {
              to: message.recipient ?? message.contact,
              at: (message.sent_at ?? message.due_at).epochMilliseconds,
              channel: message.channel,
              flow: message.flow_name,
              step: message.step_id,
              status: statuses[message.status],
              reason: message.reason,
              trigger: triggers.get(message.flow_id ?? "") ?? null,
              subject: message.subject,
              body: message.body
            }
          })
        return inOrder(messages).slice(0, maxMessages)
      })

      return RunScenario.of({
        run: Effect.fn("RunScenario.run")(function* (scenario) {
          const { clock: span, past = [], calls } = scenario
          const starts_at = span.starts_at.epochMilliseconds
          const ends_at = span.ends_at.epochMilliseconds
          yield* clock.set(Math.min(starts_at, ...past.map(({ at }) => at.epochMilliseconds)))
          const account = yield* open(scenario)
          const { account_id } = account
          const issues = yield* issuesOfBodies(account, scenario)
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          yield* makeCalls(account, "past", past, () => Effect.void)
          yield* clock.set(starts_at)
          const ids = yield* makeSegments(account_id, scenario.segments ?? [])
          const made = yield* Effect.forEach(scenario.flows, (body) => makeFlow(account_id, ids, body))
          const triggers = made.map(({ trigger }) => trigger)
          const types = new Set(triggers.map(({ type }) => type))
          const looks = lookTimes({ starts_at, ends_at }, triggers, [...past, ...calls].flatMap(timesOf))
          let looked = 0
          yield* due.look(types)
          yield* due.settle

          // Does what is due up to a time, each thing at its moment.
          const goTo = Effect.fnUntraced(function* (time: number) {
            for (;;) {
              const look = looks[looked]
              const next = Math.min(look?.time ?? Infinity, (yield* due.nextDue) ?? Infinity)
              if (next > time) return yield* clock.set(time)
              yield* clock.set(next)
              if (next === look?.time) {
                looked++
                yield* due.look(look.types)
              }
              yield* due.settle
            }
          })
          yield* makeCalls(account, "calls", calls, goTo)
          yield* goTo(ends_at)
          const messages = yield* found(account_id, starts_at, made)
          // The runs that are left must not move in the next scenario.
          yield* Effect.forEach(made, ({ id }) => flows.remove(account_id, id), { discard: true })
          return messages
        })
      })
    })
  )
}

const oldestFirst = { column: "created_at", descending: false } as const

const statuses: Readonly<Record<MessageStatus, ScenarioStatus>> = {
  queued: "queued",
  held: "held",
  sent: "sent",
  captured: "sent",
  clicked: "sent",
  failed: "failed",
  bounced: "failed",
  skipped: "skipped"
}

const inTime = (calls: ReadonlyArray<ScenarioCall>) =>
  [...calls.entries()].sort(([, one], [, other]) => one.at.epochMilliseconds - other.at.epochMilliseconds)

// The time of a call, and those of its body from which triggers count.
const timesOf = ({ at, order, event }: ScenarioCall): ReadonlyArray<number> =>
  [order?.["order_date"], event?.["event_time"]]
    .flatMap((time) => (typeof time === "string" && !Number.isNaN(Date.parse(time)) ? [Date.parse(time)] : []))
    .concat(at.epochMilliseconds)

const within =
  (place: string) =>
  <E>(error: E | ValidationFailed): E | ValidationFailed =>
    error instanceof ValidationFailed ? new ValidationFailed({ issues: placed(place, error.issues) }) : error
