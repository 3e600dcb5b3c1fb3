import type { Edit } from "./anchors.ts"
import { engineInMemory } from "./engineInMemory.ts"
import type { Mutant } from "./mutants.ts"
import { onEachDatabase } from "./onEachDatabase.ts"

const failpoints = ["test/faults/failpoints.test.ts", "starts each flow once"] as const
const killed = [failpoints[0], `PostgreSQL … ${failpoints[1]}`] as const
const poison = ["test/faults/poison.test.ts", "are parked with a visible reason, and delay no other jobs"] as const
const retaken = ["test/faults/flows.test.ts", "runs each step once, and continues as one run"] as const

const unfenced: ReadonlyArray<Edit> = [
  { in: "FlowRuns", from: " AND r.moves = m.moves ORDER BY", to: " ORDER BY" },
  { in: "FlowRuns", from: "r.run_id = m.run_id AND r.moves = m.moves", to: "r.run_id = m.run_id" }
]

/** Rules by which what happened starts and sends once. */
export const flows: ReadonlyArray<Mutant> = [
  {
    rule: "sends marketing to people who are held out",
    edits: [
      {
        in: "decideAllowed",
        from: "message.held_out === true",
        to: 'message.channel === "sms" && message.held_out === true'
      }
    ],
    tests: [["test/flows/holdouts.test.ts", "gets no marketing of the flow, and all of its transactional messages"]]
  },
  {
    rule: "holds other people out when the share grows",
    edits: [{ in: "isHeldOut", from: "place < percent * 100", to: "place >= percent * 100 && place < percent * 200" }],
    tests: [["test/laws/lift.test.ts", "keeps whom it has when its share grows"]]
  },
  {
    rule: "takes the spread of revenue of each group alone",
    edits: [
      {
        in: "revenueVariances",
        from: 'const square = all("squares") / all("ordered")',
        to: "const square = (groups[1]?.squares ?? 0) / Math.max(1, groups[1]?.ordered ?? 0) / 2"
      }
    ],
    tests: [["test/laws/lift.test.ts", "very skewed amounts"]]
  },
  {
    rule: "calls a winner by the interval of one look",
    edits: [
      { in: "difference", from: "Math.abs(center) > bound * error", to: "bound > 0 && Math.abs(center) > z * error" }
    ],
    tests: [["test/laws/lift.test.ts", "calls no winner by chance"]]
  },
  ...onEachDatabase({
    rule: "starts a flow after the commit of its trigger",
    edits: [
      {
        in: "EnrolContacts",
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
        in: "PlaceOrders",
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
        in: "AdvanceRuns",
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
        in: "causeOf",
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
        in: "SendMessages",
        from: 'const { result, signal } = yield* send(message, written)\n          isWritten = result.status === "sent"\n          // The provider\'s connection is free before the outcome is recorded.\n          yield* end(signal)\n          yield* outbox.finish(yield* Clock.currentTimeMillis, result)',
        to: 'yield* outbox.finish(yield* Clock.currentTimeMillis, outcome(message, { status: "sent", reason: null, due_at: null }))\n          const { result, signal } = yield* send(message, written)\n          yield* end(signal)'
      }
    ],
    tests: [killed]
  },
  ...onEachDatabase({
    rule: "sends a message under another id on each attempt",
    edits: [
      {
        in: "messageOf",
        from: "`<${message_id}@${emailDomain(from)}>`",
        to: "`<${message_id}${Math.random()}@${emailDomain(from)}>`"
      }
    ],
    tests: [failpoints]
  }),
  {
    rule: "waits for the lease of a process that has ended",
    edits: [
      {
        in: "prepare",
        from: "yield* databaseUrl)) yield* freeClaims",
        to: "yield* databaseUrl)) void freeClaims"
      }
    ],
    tests: [["test/store/freeClaims.test.ts", "are due at once on the embedded database, also a second time"]]
  },
  {
    rule: "uses up all attempts in a restart loop",
    edits: [{ in: "maxAttempts", from: "const maxAttempts = 3", to: "const maxAttempts = 30" }],
    tests: [["test/store/freeClaims.test.ts", "are due at once on the embedded database, also a second time"]]
  },
  {
    rule: "frees the claims of other processes at a start",
    edits: [{ in: "prepare", from: "if (Option.isNone(yield* databaseUrl)) yield*", to: "yield*" }],
    tests: [["test/store/freeClaims.test.ts", "stay until their lease ends on PostgreSQL"]]
  },
  {
    rule: "claims a message for two minutes",
    edits: [{ in: "Outbox.ts lease", from: "export const lease = 20_000", to: "export const lease = 120_000" }],
    tests: [killed]
  },
  {
    rule: "fails a whole batch for one run that cannot be decided",
    edits: [
      {
        in: "AdvanceRuns",
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
        in: "retryAt",
        from: "return seconds === undefined ? undefined : now + seconds",
        to: "return now + (seconds ?? 60)"
      }
    ],
    tests: [poison]
  }),
  {
    rule: "sends a message again that ended the process at each start",
    edits: [{ in: "lostClaims", from: "THEN ${claimLoss.again}", to: "THEN ${claimLoss.once}" }],
    tests: [["test/outbound/parking.test.ts", "is counted, a second time only after an isolated send"]]
  },
  {
    rule: "prepares a new statement for each poll of the engine",
    edits: [{ in: "preparingRepeatedTexts", from: "isUnique.test(text)", to: "!isUnique" }],
    tests: [["test/flows/polls.test.ts", "are not prepared, since each has a unique text"]]
  },
  {
    rule: "keeps delays of runs in memory only",
    edits: [
      {
        in: "DueRuns.ts claim",
        from: "AND due_at <= heads.until",
        to: "AND created_at > ${new Date(Date.now() - 1_000 * process.uptime())} AND due_at <= heads.until"
      }
    ],
    tests: [["test/faults/flows.test.ts", "of a server that is killed, … embedded … start once for each cause"]]
  },
  {
    // Both guard it: the engine keeps its messages in the database, and a row that has not moved is taken again.
    rule: "loses runs with their process, both in the engine and by their rows",
    edits: [...engineInMemory, { in: "DueRuns.ts lease", from: "const lease = 15_000", to: "const lease = 120_000" }],
    tests: [["test/faults/flows.test.ts", "continue on another server within 30 seconds"]]
  }
]
