import type { Edit } from "./build.ts"
import { engineInMemory } from "./engineInMemory.ts"
import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

const failpoints = ["test/faults/failpoints.test.ts", "starts each flow once"] as const
const killed = [failpoints[0], `PostgreSQL … ${failpoints[1]}`] as const
const poison = ["test/faults/poison.test.ts", "are parked with a visible reason, and delay no other jobs"] as const
const retaken = ["test/faults/flows.test.ts", "runs each step once, and continues as one run"] as const

const unfenced: ReadonlyArray<Edit> = [
  { file: "store/flows/FlowRuns.ts", from: " AND r.moves = m.moves ORDER BY", to: " ORDER BY" },
  { file: "store/flows/FlowRuns.ts", from: "r.run_id = m.run_id AND r.moves = m.moves", to: "r.run_id = m.run_id" }
]

/** Rules by which what happened starts and sends once. */
export const flows: ReadonlyArray<Mutant> = [
  ...onEachDatabase({
    rule: "starts a flow after the commit of its trigger",
    edits: [
      {
        file: "programs/flows/EnrolContacts.ts",
        from: "yield* enrolments.insert(\n            runs,\n            decisions.filter((decision) => !decision.starts)\n          )",
        to: "yield* sql.afterCommit(Effect.ignore(enrolments.insert(runs, [])))"
      }
    ],
    tests: [failpoints]
  }),
  ...onEachDatabase({
    rule: "answers a call before its commit",
    edits: [
      {
        file: "programs/orders/PlaceOrders.ts",
        from: "const unchanged = yield* isOneStatement ? retried(write) : transact(sql)(write)",
        to: `yield* Effect.forkDetach(Effect.exit(transact(sql)(write)))
        const unchanged: boolean = !isOneStatement || calls.length > 0`
      }
    ],
    tests: [failpoints]
  }),
  {
    rule: "runs a step and records it in two transactions",
    edits: [
      {
        file: "programs/flows/AdvanceRuns.ts",
        from: "Effect.tap((made) => actions.perform(made)),\n              transact(sql)",
        to: "Effect.tap((made) => actions.perform(made)),\n              retried"
      }
    ],
    tests: [killed]
  },
  { rule: "moves a run without comparing its move number", edits: unfenced, tests: [retaken] },
  {
    // The fence alone keeps a step from being done twice: the key is seen to matter only where the fence fails.
    rule: "writes a step's message without a key, with the move number unchecked",
    edits: [
      ...unfenced,
      {
        file: "programs/flows/StepActions.ts",
        from: "`${run.run_id}/${step_id}`",
        to: "`${run.run_id}/${step_id}/${Math.random()}`"
      }
    ],
    tests: [retaken]
  },
  {
    rule: "marks a message as sent before it is sent",
    edits: [
      {
        file: "programs/messages/SendMessages.ts",
        from: "const { result, signal } = yield* send(message)\n          // The provider's connection is free before the outcome is recorded.\n          yield* end(signal)\n          yield* outbox.finish(yield* Clock.currentTimeMillis, result)",
        to: 'yield* outbox.finish(yield* Clock.currentTimeMillis, outcome(message, { status: "sent", reason: null, due_at: null }))\n          const { result, signal } = yield* send(message)\n          yield* end(signal)'
      }
    ],
    tests: [killed]
  },
  ...onEachDatabase({
    rule: "sends a message under another id on each attempt",
    edits: [
      {
        file: "messages/email/EmailTransport.ts",
        from: "`<${message_id}@${host}>`",
        to: "`<${message_id}${Math.random()}@${host}>`"
      }
    ],
    tests: [failpoints]
  }),
  {
    rule: "waits for the lease of a process that has ended",
    edits: [
      {
        file: "store/database/Database.ts",
        from: "yield* databaseUrl)) yield* freeClaims",
        to: "yield* databaseUrl)) void freeClaims"
      }
    ],
    tests: [["test/store/freeClaims.test.ts", "are due at once on the embedded database, also a second time"]]
  },
  {
    rule: "uses up all attempts in a restart loop",
    edits: [{ file: "store/messages/freeClaims.ts", from: "const maxAttempts = 3", to: "const maxAttempts = 30" }],
    tests: [["test/store/freeClaims.test.ts", "are due at once on the embedded database, also a second time"]]
  },
  {
    rule: "frees the claims of other processes at a start",
    edits: [
      { file: "store/database/Database.ts", from: "if (Option.isNone(yield* databaseUrl)) yield*", to: "yield*" }
    ],
    tests: [["test/store/freeClaims.test.ts", "stay until their lease ends on PostgreSQL"]]
  },
  {
    rule: "claims a message for two minutes",
    edits: [
      { file: "store/messages/Outbox.ts", from: "export const lease = 20_000", to: "export const lease = 120_000" }
    ],
    tests: [killed]
  },
  {
    rule: "fails a whole batch for one run that cannot be decided",
    edits: [
      {
        file: "programs/flows/AdvanceRuns.ts",
        from: "yield* decideApart(remaining)",
        to: "(void decideApart, yield* decide(remaining))"
      }
    ],
    tests: [["test/flows/runs.test.ts", "with unreadable state are retried alone, without affecting other runs"]]
  },
  ...onEachDatabase({
    rule: "retries a mail without end",
    edits: [
      {
        file: "domain/messages/decideSend.ts",
        from: "return seconds === undefined ? undefined : now + seconds",
        to: "return now + (seconds ?? 60)"
      }
    ],
    tests: [poison]
  }),
  {
    rule: "accepts a definition with as much markup as its body may hold",
    edits: [{ file: "messages/templates/checkTemplates.ts", from: "markup > maxMarkup", to: "maxMarkup === 0" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 50,000 characters of markup in all"]]
  },
  {
    rule: "counts lines of a template from 0",
    edits: [{ file: "messages/templates/boundedLiquid.ts", from: "row + 1,", to: "row," }],
    tests: [["test/laws/messages.test.ts", "an issue names its line once"]]
  },
  {
    rule: "truncates a mail to a length that its own decoder rejects",
    edits: [{ file: "messages/templates/Template.ts", from: "2 * maxHtmlLength", to: "maxHtmlLength" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 200,000 characters of HTML"]]
  },
  {
    rule: "truncates a text within a character",
    edits: [{ file: "domain/values/Text.ts", from: "cut.isWellFormed()", to: "cut === cut" }],
    tests: [["test/laws/messages.test.ts", "truncation never splits a character"]]
  },
  {
    rule: "renders a template until its time is over",
    edits: [{ file: "messages/templates/RenderBudget.ts", from: "pieces > maxPieces", to: "maxPieces === 0" }],
    tests: [["test/laws/messages.test.ts", "no template runs long or reads a file"]]
  },
  {
    rule: "builds a whole range before its loop is rejected",
    edits: [
      { file: "messages/templates/boundedLiquid.ts", from: "to - from >= maxRange", to: "to - from >= 8 * maxRange" }
    ],
    tests: [["test/laws/boundedTags.test.ts", "a loop over a range beyond the limit is refused"]]
  },
  {
    rule: "counts wall time as rendering time",
    edits: [
      {
        file: "messages/templates/RenderBudget.ts",
        from: "spent + processorTime() - processorStart",
        to: "performance.now() - wallStart"
      }
    ],
    tests: [["test/laws/messages.test.ts", "the time limit counts processor time, not waiting time"]]
  },
  ...[
    ["text without an end", "messages/templates/RenderBudget.ts", "output > maxOutput", "output > 1_000 * maxOutput"],
    [
      "filters without an end",
      "messages/templates/RenderBudget.ts",
      "filtered > maxFiltered",
      "filtered > 10 * maxFiltered"
    ],
    [
      "lists within lists counted as one",
      "messages/templates/boundedLiquid.ts",
      "size += sizeOf(member, limit - size)",
      "size += 1"
    ],
    [
      "a search that takes the product of both lengths",
      "messages/templates/boundedLiquid.ts",
      "maxSearch = 200_000_000",
      "maxSearch = 20_000_000_000"
    ]
  ].map(([rule = "", file = "", from = "", to = ""]) => ({
    rule,
    edits: [{ file, from, to }],
    tests: [["test/laws/templateLimits.test.ts", "are limited to 1 MB of text, 1,000,000 characters"] as const]
  })),
  {
    rule: "gives a subject a rendering budget of its own",
    edits: [
      {
        file: "messages/templates/renderMessage.ts",
        from: 'message.subject ?? "", data, budget',
        to: 'message.subject ?? "", data'
      }
    ],
    tests: [["test/laws/templateLimits.test.ts", "share one budget over subject and body"]]
  },
  {
    rule: "sends a message again that ended the process at each start",
    edits: [{ file: "store/messages/lostClaims.ts", from: "THEN ${claimLoss.again}", to: "THEN ${claimLoss.once}" }],
    tests: [["test/messages/parking.test.ts", "is counted, a second time only after an isolated send"]]
  },
  {
    rule: "prepares a new statement for each poll of the engine",
    edits: [{ file: "engine/EngineClient.ts", from: "isUnique.test(text)", to: "!isUnique" }],
    tests: [["test/flows/polls.test.ts", "are not prepared, since each has a unique text"]]
  },
  {
    rule: "keeps delays of runs in memory only",
    edits: [
      {
        file: "store/flows/DueRuns.ts",
        from: "AND due_at <= heads.until",
        to: "AND created_at > ${new Date(Date.now() - 1_000 * process.uptime())} AND due_at <= heads.until"
      }
    ],
    tests: [["test/faults/flows.test.ts", "of a server that is killed, … embedded … start once for each cause"]]
  },
  {
    // Both guard it: the engine keeps its messages in the database, and a row that has not moved is taken again.
    rule: "loses runs with their process, both in the engine and by their rows",
    edits: [
      ...engineInMemory,
      { file: "store/flows/DueRuns.ts", from: "const lease = 15_000", to: "const lease = 120_000" }
    ],
    tests: [["test/faults/flows.test.ts", "continue on another server within 30 seconds"]]
  }
]
