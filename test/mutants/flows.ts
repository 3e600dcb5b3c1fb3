import type { Edit } from "./build.ts"
import { engineInMemory } from "./engineInMemory.ts"
import type { Mutant } from "./mutants.ts"
import { onEach } from "./onEach.ts"

const failpoints = ["test/faults/failpoints.test.ts", "starts each flow once"] as const
const killed = [failpoints[0], `PostgreSQL … ${failpoints[1]}`] as const
const poison = ["test/faults/poison.test.ts", "are parked with a visible reason, and delay no other jobs"] as const
const retaken = ["test/faults/flows.test.ts", "runs each step once, and continues as one run"] as const

const unfenced: ReadonlyArray<Edit> = [
  { file: "store/flows/FlowRuns.ts", from: "WHERE r.moves = m.moves ORDER BY", to: "ORDER BY" },
  { file: "store/flows/FlowRuns.ts", from: "r.run_id = m.run_id AND r.moves = m.moves", to: "r.run_id = m.run_id" }
]

/** Rules by which what happened starts and sends once. */
export const flows: ReadonlyArray<Mutant> = [
  ...onEach({
    rule: "a flow started after the commit",
    edits: [
      {
        file: "flows/EnrolContacts.ts",
        from: "yield* enrolments.insert(\n            runs,\n            decisions.filter((decision) => !decision.starts)\n          )",
        to: "yield* sql.afterCommit(Effect.ignore(enrolments.insert(runs, [])))"
      }
    ],
    tests: [failpoints]
  }),
  ...onEach({
    rule: "an answer before the commit",
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
    rule: "a step and that it was done in two transactions",
    edits: [
      {
        file: "flows/AdvanceRuns.ts",
        from: "Effect.tap((made) => actions.perform(made)),\n              transact(sql)",
        to: "Effect.tap((made) => actions.perform(made)),\n              retried"
      }
    ],
    tests: [killed]
  },
  { rule: "a run not fenced by its row", edits: unfenced, tests: [retaken] },
  {
    // The fence alone keeps a step from being done twice: the key is seen to matter only where the fence fails.
    rule: "no key for a run's step, behind a fence that fails",
    edits: [
      ...unfenced,
      {
        file: "flows/StepActions.ts",
        from: "`${run.run_id}/${step_id}`",
        to: "`${run.run_id}/${step_id}/${Math.random()}`"
      }
    ],
    tests: [retaken]
  },
  {
    rule: "a message marked before it is sent",
    edits: [
      {
        file: "messages/sending/Sender.ts",
        from: "const result = yield* send(message)\n          yield* outbox.finish(yield* Clock.currentTimeMillis, result)",
        to: 'yield* outbox.finish(yield* Clock.currentTimeMillis, outcome(message, { status: "sent", reason: null, due_at: null }))\n          const result = yield* send(message)'
      }
    ],
    tests: [killed]
  },
  ...onEach({
    rule: "a message that goes out under another id each time",
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
    rule: "a lease waited for that nobody can hold",
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
    rule: "every try spent by starts that follow each other",
    edits: [{ file: "store/messages/freeClaims.ts", from: "const maxAttempts = 3", to: "const maxAttempts = 30" }],
    tests: [["test/store/freeClaims.test.ts", "are due at once on the embedded database, also a second time"]]
  },
  {
    rule: "a start that takes what other processes hold",
    edits: [
      { file: "store/database/Database.ts", from: "if (Option.isNone(yield* databaseUrl)) yield*", to: "yield*" }
    ],
    tests: [["test/store/freeClaims.test.ts", "stay until their lease ends on PostgreSQL"]]
  },
  {
    rule: "a lease as long as it was",
    edits: [
      { file: "store/messages/Outbox.ts", from: "export const lease = 20_000", to: "export const lease = 120_000" }
    ],
    tests: [killed]
  },
  {
    rule: "a run that can't be judged takes its batch along",
    edits: [
      {
        file: "flows/AdvanceRuns.ts",
        from: "yield* decideApart(remaining)",
        to: "(void decideApart, yield* decide(remaining))"
      }
    ],
    tests: [["test/flows/runs.test.ts", "with unreadable state are retried alone, without affecting other runs"]]
  },
  ...onEach({
    rule: "a mail that is tried for ever",
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
    rule: "a flow with all the markup that its body has room for",
    edits: [{ file: "messages/templates/checkTemplates.ts", from: "markup > maxMarkup", to: "maxMarkup === 0" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 50,000 characters of markup in all"]]
  },
  {
    rule: "a line that is counted from 0",
    edits: [{ file: "messages/templates/boundedLiquid.ts", from: "row + 1,", to: "row," }],
    tests: [["test/laws/messages.test.ts", "an issue names its line once"]]
  },
  {
    rule: "a mail of emoji that its own reader refuses",
    edits: [{ file: "messages/templates/Template.ts", from: "2 * maxHtmlLength", to: "maxHtmlLength" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 200,000 characters of HTML"]]
  },
  {
    rule: "a text cut within a character",
    edits: [{ file: "domain/values/Text.ts", from: "cut.isWellFormed()", to: "cut === cut" }],
    tests: [["test/laws/messages.test.ts", "truncation never splits a character"]]
  },
  {
    rule: "a template that goes on until its time is over",
    edits: [{ file: "messages/templates/RenderBudget.ts", from: "pieces > maxPieces", to: "maxPieces === 0" }],
    tests: [["test/laws/messages.test.ts", "no template runs long or reads a file"]]
  },
  {
    rule: "a range that is written out before its loop is given up",
    edits: [
      { file: "messages/templates/boundedLiquid.ts", from: "to - from >= maxRange", to: "to - from >= 8 * maxRange" }
    ],
    tests: [["test/laws/boundedTags.test.ts", "a loop over a range beyond the limit is refused"]]
  },
  {
    rule: "a mail that fails because the machine stood still",
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
    rule: "a subject with a budget of its own",
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
    rule: "a message that ends the process at each start",
    edits: [{ file: "store/messages/lostClaims.ts", from: "THEN ${claimLoss.again}", to: "THEN ${claimLoss.once}" }],
    tests: [["test/messages/parking.test.ts", "is counted, a second time only after an isolated send"]]
  },
  {
    rule: "the engine's question of each second kept prepared",
    edits: [{ file: "flows/EngineClient.ts", from: "isUnique.test(text)", to: "!isUnique" }],
    tests: [["test/flows/polls.test.ts", "are not prepared, since each has a unique text"]]
  },
  {
    rule: "waits that end with their process",
    edits: [
      {
        file: "store/flows/DueRuns.ts",
        from: "AND r.due_at <= ${at}",
        to: "AND r.created_at > ${new Date(Date.now() - 1_000 * process.uptime())} AND r.due_at <= ${at}"
      }
    ],
    tests: [["test/faults/flows.test.ts", "of a server that is killed, … embedded … start once for each cause"]]
  },
  {
    // Both guard it: the engine keeps its messages in the database, and a row that has not moved is taken again.
    rule: "runs that are lost with their process, by the engine and by their rows",
    edits: [
      ...engineInMemory,
      { file: "store/flows/DueRuns.ts", from: "const lease = 15_000", to: "const lease = 120_000" }
    ],
    tests: [["test/faults/flows.test.ts", "continue on another server within 30 seconds"]]
  }
]
