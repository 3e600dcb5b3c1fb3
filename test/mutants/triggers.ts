import type { Edit } from "./anchors.ts"
import { engineInMemory } from "./engineInMemory.ts"
import type { Mutant } from "./mutants.ts"

const sentAgain = ["test/faults/sends.test.ts", "resends an unmarked … under the same key, and no marked one"] as const

// Two hundred milliseconds late, by a process or a database that may be gone by then.
const startedLate: ReadonlyArray<Edit> = [
  {
    in: "EnrolContacts",
    from: "yield* enrolments.insert(\n            runs,\n            decisions.filter((decision) => !decision.starts)\n          )",
    to: "yield* sql.afterCommit(Effect.forkDetach(Effect.exit(Effect.delay(enrolments.insert(runs, []), 200))))"
  }
]

/** Rules by which each cause starts a flow once, and what is sent goes out under one key. */
export const triggers: ReadonlyArray<Mutant> = [
  {
    rule: "looks for no entries into segments after an order",
    edits: [
      {
        in: "triggerKinds",
        from: "detail: ({ segment_id }) => segment_id,\n    causeKey: ({ type, contact_id, source_id }) => `${type}|${contact_id}|${source_id}`,\n    isOfOrders: true",
        to: "detail: ({ segment_id }) => segment_id,\n    causeKey: ({ type, contact_id, source_id }) => `${type}|${contact_id}|${source_id}`"
      }
    ],
    tests: [["test/http/segmentTriggers.test.ts", "starts the flow soon after the order that brings it"]]
  },
  {
    rule: "starts a flow late after its process was killed",
    edits: startedLate,
    tests: [
      ["test/faults/kill.test.ts", "a server killed under load, … PostgreSQL … starts each flow once for each cause"]
    ]
  },
  {
    rule: "starts a flow late on the embedded database",
    edits: startedLate,
    tests: [["test/faults/flows.test.ts", "that is killed, … embedded … start once for each cause"]]
  },
  {
    rule: "starts a flow late after the database restarted",
    edits: startedLate,
    tests: [
      [
        "test/faults/restart.test.ts",
        "causes only quick 503s: no acknowledged order is lost, and service recovers by itself"
      ]
    ]
  },
  {
    rule: "loses a run of a killed process, both in the engine and by its row",
    edits: [
      ...engineInMemory,
      { in: "makeDueRuns", from: "AS is_lost FROM flow_runs", to: "AND false AS is_lost FROM flow_runs" }
    ],
    tests: [
      ["test/faults/kill.test.ts", "a server killed under load, … PostgreSQL … starts each flow once for each cause"]
    ]
  },
  {
    rule: "starts a flow twice for one trigger",
    edits: [
      {
        in: "EnrolContacts",
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
    rule: "starts a flow once for all deliveries of an order",
    edits: [{ in: "triggerKinds.ts ofOrder", from: "|${occurrence}`", to: "|1`" }],
    tests: [
      [
        "test/faults/deliveries.test.ts",
        "are received once for each change into delivered, whichever process handles it"
      ]
    ]
  },
  {
    rule: "sends a webhook under another id on each attempt",
    edits: [
      {
        in: "signWebhook",
        from: '"webhook-id": delivery_id',
        to: '"webhook-id": `${delivery_id}${Math.random()}`'
      }
    ],
    tests: [sentAgain]
  },
  {
    rule: "sends a text under another key on each attempt",
    edits: [
      {
        in: "SmsTransport",
        from: '"Idempotency-Key", message_id',
        to: '"Idempotency-Key", `${message_id}${Math.random()}`'
      }
    ],
    tests: [sentAgain]
  },
  {
    rule: "marks a webhook as delivered before it is called",
    edits: [
      {
        in: "SendWebhooks",
        from: "const result = yield* calls.call({",
        to: `const done = { status: 200, reason: null }
        yield* deliveries.finish(at.getTime(), delivery, done, afterCall(at.getTime(), attempts, done))
        const result = yield* calls.call({`
      }
    ],
    tests: [sentAgain]
  }
]
