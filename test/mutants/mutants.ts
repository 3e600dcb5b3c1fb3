import type { Edit } from "./build.ts"

/** The service with one rule broken, and the tests, by file and words of their full names (… stands for anything), of which one must fail. */
export interface Mutant {
  readonly rule: string
  readonly edits: ReadonlyArray<Edit>
  readonly tests: ReadonlyArray<readonly [file: string, name: string]>
}

const races = (name: string) => ["test/faults/races.test.ts", `64 clients at once, PostgreSQL … ${name}`] as const
const killed = ["test/faults/failpoints.test.ts", "between two statements, PostgreSQL … starts each flow once"] as const
const retaken = ["test/faults/flows.test.ts", "take for lost while it is under way … does each step once"] as const

const unfenced: ReadonlyArray<Edit> = [
  { file: "store/FlowRuns.ts", from: "WHERE r.moves = m.moves ORDER BY", to: "ORDER BY" },
  { file: "store/FlowRuns.ts", from: "r.run_id = m.run_id AND r.moves = m.moves", to: "r.run_id = m.run_id" }
]

export const mutants: ReadonlyArray<Mutant> = [
  {
    rule: "no row lock",
    edits: [{ file: "store/reads.ts", from: 'hold ? "FOR UPDATE" : "OFFSET 0"', to: 'hold ? "OFFSET 0" : "OFFSET 0"' }],
    tests: [races("on one contact under both of its names")]
  },
  {
    rule: "no lock on what does not exist yet",
    edits: [
      { file: "store/Orders.ts", from: "calls.flatMap(lockNames)", to: "calls.flatMap(() => (void lockNames, []))" }
    ],
    tests: [races("on one delivered order")]
  },
  {
    rule: "unsorted locks",
    edits: [
      { file: "store/reads.ts", from: "AS name ORDER BY 1\n  ) keys", to: "AS name\n  ) keys ORDER BY random()" }
    ],
    tests: [races("on crossing pairs")]
  },
  {
    rule: "a token remembered for a second",
    edits: [
      {
        file: "http/Authorization.ts",
        from: "const uses = yield* TokenUses",
        to: `const uses = yield* TokenUses
    const recent = new Map<string, { readonly until: number; readonly caller: any }>()
    const remembered: typeof admissions.admit = (request) =>
      Effect.map(admissions.admit(request), (verdict) => {
        const known = recent.get(request.digest ?? "")
        if (known !== undefined && known.until > Date.now()) return { ...verdict, granted: true, caller: known.caller }
        if (verdict.caller === null) return verdict
        recent.set(request.digest ?? "", { until: Date.now() + 1_000, caller: verdict.caller })
        return verdict
      })`
      },
      {
        file: "http/Authorization.ts",
        from: "const verdict = yield* admissions.admit(",
        to: "const verdict = yield* remembered("
      }
    ],
    tests: [["test/faults/credentials.test.ts", "let nothing in that was sent after a revocation"]]
  },
  {
    rule: "a limiter that checks, then counts",
    edits: [
      {
        file: "store/Admissions.ts",
        from: "`CASE WHEN kept.${window} >= excluded.${window} THEN kept.${window}_used ELSE 0 END`",
        to: "`coalesce((SELECT CASE WHEN w.${window} >= excluded.${window} THEN w.${window}_used ELSE 0 END FROM rate_windows w WHERE w.account_id = excluded.account_id AND w.address = excluded.address), 0)`"
      }
    ],
    tests: [["test/faults/limits.test.ts", "8 processes"]]
  },
  {
    rule: "a flow started after the commit",
    edits: [
      {
        file: "flows/FlowDispatcher.ts",
        from: "yield* starts.insert(\n            runs,\n            verdicts.filter((verdict) => !verdict.starts)\n          )",
        to: "yield* sql.afterCommit(Effect.ignore(starts.insert(runs, [])))"
      }
    ],
    tests: [killed]
  },
  {
    rule: "an answer before the commit",
    edits: [
      {
        file: "programs/PlaceOrders.ts",
        from: "Exit.fail(unknownIntegration)\n        )\n      }, transact(sql))",
        to: `Exit.fail(unknownIntegration)
        )
      }, (work): Effect.Effect<ReadonlyArray<Exit.Exit<OrderDecision, ValidationFailed>>, Unavailable> =>
        Effect.callback((resume) => {
          Effect.runFork(
            transact(sql)(Effect.tap(work, (answers) => Effect.sync(() => resume(Effect.succeed(answers))))).pipe(
              Effect.catchCause((cause) => Effect.sync(() => resume(Effect.failCause(cause as any))))
            )
          )
        }))`
      }
    ],
    tests: [killed]
  },
  {
    rule: "a step and that it was done in two transactions",
    edits: [
      {
        file: "flows/FlowSteps.ts",
        from: "Effect.tap((made) => acts.perform(made)),\n              transact(sql)",
        to: "Effect.tap((made) => acts.perform(made)),\n              retried"
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
        file: "flows/FlowActs.ts",
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
        file: "messages/Sender.ts",
        from: "const result = yield* send(message)\n          yield* outbox.finish(yield* Clock.currentTimeMillis, result)",
        to: 'yield* outbox.finish(yield* Clock.currentTimeMillis, outcome(message, { status: "sent", reason: null, due_at: null }))\n          const result = yield* send(message)'
      }
    ],
    tests: [killed]
  },
  {
    rule: "a message that goes out under another id each time",
    edits: [
      {
        file: "messages/EmailTransport.ts",
        from: "`<${message_id}@${host}>`",
        to: "`<${message_id}${Math.random()}@${host}>`"
      }
    ],
    tests: [killed]
  },
  {
    rule: "a lease as long as it was",
    edits: [{ file: "store/Outbox.ts", from: "export const lease = 20_000", to: "export const lease = 120_000" }],
    tests: [killed]
  },
  {
    rule: "an event that meets its own row",
    edits: [{ file: "store/Events.ts", from: "\n            ON CONFLICT (account_id, event_id) DO NOTHING", to: "" }],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "a creation that runs again after its commit",
    edits: [{ file: "store/Transaction.ts", from: " && repeatable()", to: "" }],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  },
  {
    rule: "no directory lock",
    edits: [{ file: "store/Database.ts", from: "yield* lockDirectory(directory)", to: "void lockDirectory" }],
    tests: [["test/faults/start.test.ts", "belongs to one process"]]
  },
  {
    rule: "socket closed at once at SIGTERM",
    edits: [
      {
        file: "http/Socket.ts",
        from: 'gracefulShutdownTimeout: "15 seconds"',
        to: 'gracefulShutdownTimeout: "1 millis"'
      }
    ],
    tests: [["test/faults/stop.test.ts", "lets a call that was accepted finish"]]
  },
  {
    rule: "no word of the stop before it",
    edits: [{ file: "http/Stopping.ts", from: 'Effect.andThen(begin, Effect.sleep("1 second"))', to: "begin" }],
    tests: [["test/faults/stop.test.ts", "ends readiness before it refuses anybody"]]
  },
  {
    rule: "no cap on calls in flight",
    edits: [{ file: "http/InFlight.ts", from: "> most)", to: "> most * 1_000)" }],
    tests: [["test/faults/overload.test.ts", "is turned away quickly with 503"]]
  },
  {
    rule: "a lost connection is not seen by the retry",
    edits: [
      { file: "store/Transaction.ts", from: "isSqlError(defect) ?", to: "isSqlError(defect) && Date.now() < 0 ?" }
    ],
    tests: [["test/faults/endpoints.test.ts", "costs a try or an answer of 503"]]
  }
]
