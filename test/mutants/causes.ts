import type { Edit } from "./build.ts"
import { engineInMemory } from "./engineInMemory.ts"
import type { Mutant } from "./mutants.ts"

const sentAgain = ["test/faults/sends.test.ts", "resends an unmarked … under the same key, and no marked one"] as const

// Two hundred milliseconds late, by a process or a database that may be gone by then.
const startedLate: ReadonlyArray<Edit> = [
  {
    file: "flows/EnrolContacts.ts",
    from: "yield* enrolments.insert(\n            runs,\n            decisions.filter((decision) => !decision.starts)\n          )",
    to: "yield* sql.afterCommit(Effect.forkDetach(Effect.exit(Effect.delay(enrolments.insert(runs, []), 200))))"
  }
]

/** Rules by which each cause starts a flow once, and what is sent goes out under one key. */
export const causes: ReadonlyArray<Mutant> = [
  {
    rule: "a flow started late, by a process that was killed",
    edits: startedLate,
    tests: [
      ["test/faults/kill.test.ts", "a server killed under load, … PostgreSQL … starts each flow once for each cause"]
    ]
  },
  {
    rule: "a flow started late, in an embedded database",
    edits: startedLate,
    tests: [["test/faults/flows.test.ts", "that is killed, … embedded … start once for each cause"]]
  },
  {
    rule: "a flow started late, in a database that restarts",
    edits: startedLate,
    tests: [
      [
        "test/faults/restart.test.ts",
        "causes only quick 503s: no acknowledged order is lost, and service recovers by itself"
      ]
    ]
  },
  {
    rule: "a run left by a process that was killed, by the engine and by its row",
    edits: [
      ...engineInMemory,
      { file: "store/flows/DueRuns.ts", from: "WHERE status = 'running' AND claimed_at < ${lost}", to: "WHERE false" }
    ],
    tests: [
      ["test/faults/kill.test.ts", "a server killed under load, … PostgreSQL … starts each flow once for each cause"]
    ]
  },
  {
    rule: "a flow that starts twice for one cause",
    edits: [
      {
        file: "flows/EnrolContacts.ts",
        from: "yield* enrolments.insert(\n            runs,",
        to: `const again = runs.map(({ run_id, candidate }) => ({
            run_id: \`\${run_id}2\`,
            candidate: { ...candidate, trigger: { ...candidate.trigger, occurrence: 9 } }
          }))
          yield* enrolments.insert(
            [...runs, ...again],`
      }
    ],
    tests: [["test/faults/races.test.ts", "concurrent clients, … PostgreSQL … on one delivered order"]]
  },
  {
    rule: "one start for all receipts of an order",
    edits: [{ file: "domain/flows/decideStarts.ts", from: "|${trigger.occurrence}`", to: "|1`" }],
    tests: [
      [
        "test/faults/deliveries.test.ts",
        "are received once for each change into delivered, whichever process handles it"
      ]
    ]
  },
  {
    rule: "a webhook that goes out under another id each time",
    edits: [
      {
        file: "messages/webhooks/WebhookSender.ts",
        from: '"webhook-id": delivery_id',
        to: '"webhook-id": `${delivery_id}${Math.random()}`'
      }
    ],
    tests: [sentAgain]
  },
  {
    rule: "a text that goes out under another key each time",
    edits: [
      {
        file: "messages/sms/SmsTransport.ts",
        from: '"Idempotency-Key", message_id',
        to: '"Idempotency-Key", `${message_id}${Math.random()}`'
      }
    ],
    tests: [sentAgain]
  },
  {
    rule: "a webhook marked before it is called",
    edits: [
      {
        file: "messages/webhooks/WebhookSender.ts",
        from: "const result = yield* calls.call({",
        to: `const done = { status: 200, reason: null }
        yield* deliveries.finish(at.getTime(), delivery, done, afterCall(at.getTime(), attempts, done))
        const result = yield* calls.call({`
      }
    ],
    tests: [sentAgain]
  }
]
