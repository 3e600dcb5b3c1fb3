import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Flow, FlowChange, FlowChanged, FlowInput, ListedFlow } from "../../domain/flows/Flow.ts"
import { changeHoldout } from "../../domain/lift/holdout.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { templatesOf } from "../../domain/flows/stepKinds.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { invalid, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { requireCoupons } from "../coupons/unknownCoupons.ts"
import { requireMedia } from "../media/requireMedia.ts"
import { DueRunSignal } from "./DueRunSignal.ts"
import { TouchedContacts } from "./TouchedContacts.ts"
import { retried, transact, transactOnce } from "../../store/database/Transaction.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { Segments } from "../../store/segments/Segments.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { requireTopics, topicsOfFlow } from "../topics/requireTopics.ts"
import { FurtherSenders } from "../../store/senders/FurtherSenders.ts"
import { marketingSenders, type NamedSender, sendersOfFlow } from "../../domain/flows/sendersOfFlow.ts"
import { requireSenders } from "../senders/requireSenders.ts"
import { makeMissingSender } from "../senders/makeMissingSender.ts"
import { type FlowLanguages, flowLanguages } from "../../domain/flows/flowLanguages.ts"
import { countryLanguage } from "../../domain/languages/countryLanguage.ts"
import { languageOfAccount } from "../../domain/languages/messageWords.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { makeReadContactValues } from "../contacts/ReadContactValues.ts"

/**
 * The flow editor's operations, each in one transaction, and the languages of contacts that the messages of a flow lack (contract §10).
 */
export class EditFlows extends Context.Service<
  EditFlows,
  {
    /** Oldest first. The first call of an account adds its ready-made flows. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<ListedFlow>, Unavailable>
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
    /**
     * Deletes the flow, ends its runs and skips its unsent messages: the first ones in the same transaction, further ones in small steps. Runs
     * that a crash leaves end when they are due. Runs and messages stay in the history of contacts.
     */
    readonly remove: (account_id: string, flow_id: string) => Effect.Effect<void, NotFound | Unavailable>
    /**
     * Sets the share of people who get none of the flow's marketing, for comparison. Idempotent: with the same share the comparison goes on,
     * with another it begins anew.
     */
    readonly setHoldout: (
      account_id: string,
      flow_id: string,
      holdout_percent: number
    ) => Effect.Effect<Flow, NotFound | Unavailable>
    /** Ends a run of the flow and skips its unsent messages. Idempotent. */
    readonly cancelRun: (run: {
      readonly account_id: string
      readonly flow_id: string
      readonly run_id: string
    }) => Effect.Effect<void, NotFound | Unavailable>
    /** Of the newest version. */
    readonly languages: (account_id: string, flow_id: string) => Effect.Effect<FlowLanguages, NotFound | Unavailable>
  }
>()("tally/programs/flows/EditFlows") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const flows = yield* Flows
      const clocks = yield* TestClocks
      const dueRuns = yield* DueRunSignal
      const touched = yield* TouchedContacts
      const segments = yield* Segments
      const media = yield* MediaFiles
      const topics = yield* Topics
      const senders = yield* FurtherSenders
      const missingSender = yield* makeMissingSender

      const requireComplete = Effect.fnUntraced(function* (account_id: string, named: ReadonlyArray<NamedSender>) {
        const issues = yield* missingSender(account_id, "flow", named)
        if (issues.length > 0) return yield* new ValidationFailed({ issues })
      })

      // What the messages show must be there, and stays until the flow is saved.
      const requireShown = (account_id: string, { definition }: FlowInput) =>
        Effect.all(
          [
            requireCoupons(
              sql,
              account_id,
              stepsOf(definition).flatMap(({ step, path }) => templatesOf(step, `definition.${path}`))
            ),
            requireMedia(media, account_id, "definition", definition),
            requireTopics(topics, account_id, topicsOfFlow(definition)),
            requireSenders(senders, account_id, sendersOfFlow(definition))
          ],
          { discard: true }
        )

      // Holds the segment of the trigger until the flow is saved.
      const holdSegment = (account_id: string, { definition: { trigger } }: FlowInput) =>
        trigger.type !== "entered_segment"
          ? Effect.void
          : Effect.catchTag(segments.hold(account_id, trigger.segment_id), "NotFound", () => noSegment)
      const { ownValues } = yield* makeReadContactValues

      return EditFlows.of({
        list: Effect.fnUntraced(function* (account_id, query) {
          yield* flows.addReadyFlows(account_id)
          return yield* flows.list(account_id, query)
        }, transact(sql)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* holdSegment(account_id, input)
          yield* requireShown(account_id, input)
          yield* flows.addReadyFlows(account_id)
          return yield* flows.create(account_id, input)
        }, transactOnce(sql)),
        update: Effect.fnUntraced(function* (account_id, flow_id, input) {
          const before = yield* Effect.catchTag(flows.read(account_id, flow_id), "NotFound", () => Effect.undefined)
          if (before?.status === "active") {
            const had = new Set(marketingSenders(before.definition).map(({ sender_id }) => sender_id))
            const added = marketingSenders(input.definition).filter(({ sender_id }) => !had.has(sender_id))
            yield* requireComplete(account_id, added)
          }
          // The flow is looked for first: an id that is unknown answers 404 whatever the body says.
          const save = Effect.tap(flows.update(account_id, flow_id, input), () =>
            Effect.andThen(holdSegment(account_id, input), requireShown(account_id, input))
          )
          const flow = yield* transactOnce(sql)(save)
          yield* touched.notify
          return flow
        }),
        activate: Effect.fnUntraced(function* (account_id, flow_id) {
          const { status, definition } = yield* flows.read(account_id, flow_id)
          if (status === "paused") yield* requireComplete(account_id, marketingSenders(definition))
          const activated = Effect.all([
            requireTopics(topics, account_id, topicsOfFlow(definition)),
            requireSenders(senders, account_id, sendersOfFlow(definition))
          ]).pipe(Effect.andThen(flows.setStatus(account_id, flow_id, "active")))
          const flow = yield* transact(sql)(activated)
          yield* dueRuns.notify
          yield* touched.notify
          return flow
        }),
        remove: Effect.fnUntraced(function* (account_id, flow_id) {
          yield* flows.read(account_id, flow_id)
          const now = yield* clocks.now(account_id)
          const endSome = flows.endSome(account_id, flow_id, now)
          const more = yield* transact(sql)(Effect.andThen(flows.markDeleted(account_id, flow_id, now), endSome))
          // The flow is deleted. Runs that a failure leaves here end when they are due.
          if (more) yield* Effect.ignore(Effect.repeat(transact(sql)(endSome), { while: (left) => left }))
        }),
        setHoldout: Effect.fnUntraced(function* (account_id, flow_id, holdout_percent) {
          const now = yield* clocks.now(account_id)
          return yield* transact(sql)(
            Effect.flatMap(flows.lockHoldout(account_id, flow_id), (stored) =>
              flows.setHoldout(account_id, flow_id, changeHoldout(stored, holdout_percent, now))
            )
          )
        }),
        cancelRun: Effect.fnUntraced(function* (run) {
          const now = yield* clocks.now(run.account_id)
          yield* transact(sql)(flows.cancelRun(run, now))
        }),
        pause: (account_id, flow_id) => transact(sql)(flows.setStatus(account_id, flow_id, "paused")),
        languages: Effect.fn("EditFlows.languages")(function* (account_id, flow_id) {
          const { definition } = yield* flows.read(account_id, flow_id)
          const account = (yield* retried(readAccounts(sql, [account_id]))).get(account_id)
          const { language = null, default_country = "" } = account ?? {}
          const own = languageOfAccount({ language, countryLanguage: countryLanguage(default_country) ?? "" })
          return flowLanguages(definition, own, yield* ownValues(account_id))
        })
      })
    })
  ).pipe(Layer.provide([Segments.layer, MediaFiles.layer, TouchedContacts.layer, Topics.layer, FurtherSenders.layer]))
}

const noSegment = invalid("definition.trigger.segment_id", "Is no segment of this account")
