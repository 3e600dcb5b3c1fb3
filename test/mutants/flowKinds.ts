import type { Mutant } from "./mutants.ts"

/** Rules of the kinds of triggers and steps. */
export const flowKinds: ReadonlyArray<Mutant> = [
  {
    rule: "starts a flow for the tags of an import",
    edits: [
      {
        in: "applyWrite",
        from: 'write.cause === "import" ? [] : addedTags(before.tags, contact.tags)',
        to: "addedTags(before.tags, contact.tags)"
      }
    ],
    tests: [["test/laws/tagTriggers.test.ts", "start flows after a write, but not after an import or a merge"]]
  },
  {
    rule: "starts a flow for a tag that the contact had",
    edits: [{ in: "addedTags", from: ".filter((tag) => !known.has(tag))", to: "" }],
    tests: [["test/http/tagTriggers.test.ts", "starts the flows of its tag once"]]
  },
  {
    rule: "lets flows that tag each other's contacts go on without end",
    edits: [{ in: "isLoop", from: "isOfFlow(trigger) &&", to: "false &&" }],
    tests: [["test/laws/tagTriggers.test.ts", "start a flow again within a minute, unless a flow gave them"]]
  },
  {
    rule: "starts no flow when a sign-up is confirmed",
    edits: [
      {
        in: "signUpSteps",
        from: "yield* flows.enrol(consentTriggers([entry], [contact]))",
        to: "yield* flows.enrol([])"
      }
    ],
    tests: [["test/http/signUpForms.test.ts", "starts the flows of a subscription and of the form's tags"]]
  },
  {
    rule: "counts what comes after the time-out of a wait",
    edits: [{ in: "decideArrivals", from: "trigger.occurred_at < due_at", to: "due_at > 0" }],
    tests: [["test/flows/waits.test.ts", "counts what comes while the flow is paused, unless the time was over"]]
  },
  {
    rule: "lets a wait end by what started its run",
    edits: [
      {
        in: "decideArrivals",
        from: "place(trigger) > place(started.get(run_id))",
        to: 'run_id !== ""'
      }
    ],
    tests: [["test/flows/waits.test.ts", "counts only what its conditions take, and never what started the run"]]
  },
  {
    rule: "forgets what comes while the flow of a wait is paused",
    edits: [{ in: "readOrderRows.ts statement", from: "AND r.awaits IS NOT NULL", to: "AND false" }],
    tests: [["test/flows/waits.test.ts", "counts what comes while the flow is paused, unless the time was over"]]
  },
  {
    rule: "starts a flow of a leap day in leap years alone",
    edits: [{ in: "datesOn", from: "[day.slice(5), leapDay]", to: "[day.slice(5)]" }],
    tests: [["test/laws/dateTriggers.test.ts", "comes on 28 February for a leap day in common years"]]
  },
  {
    rule: "starts a flow for days before it was activated",
    edits: [
      {
        in: "Flows",
        from: "THEN ${watchedFrom}::timestamptz END, checking_until",
        to: "THEN ${watchedFrom}::timestamptz - interval '90 days' END, checking_until"
      }
    ],
    tests: [["test/flows/dates.test.ts", "starts once for each contact and day, and not for days before"]]
  },
  {
    rule: "starts a flow for the contacts that are in its segment when it is activated",
    edits: [
      {
        in: "makeEnrolSegmentEntries",
        from: "{ starts: checked_until !== null }",
        to: "{ starts: true }"
      }
    ],
    tests: [["test/flows/segmentEntries.test.ts", "and not for contacts that are in it when it is activated"]]
  },
  {
    rule: "leaves flows of an account after the first ten until the next round",
    edits: [{ in: "SegmentEntries", from: "found.flat().map", to: "found.slice(0, 1).flat().map" }],
    tests: [["test/flows/segmentEntries.test.ts", "starts at once with each of many other flows"]]
  },
  {
    rule: "starts a flow for the contacts of a changed segment",
    edits: [
      {
        in: "makeEnrolSegmentEntries",
        from: "locked.position.checked_conditions === checked_conditions",
        to: "locked.position.checked_conditions !== segment_id"
      }
    ],
    tests: [["test/flows/segmentEntries.test.ts", "takes the contacts of a changed segment, or of another segment"]]
  },
  {
    rule: "starts no flow when a contact enters its segment again",
    edits: [
      {
        in: "makeEnrolSegmentEntries",
        from: "yield* entries.remove(flow, idsOf(false))",
        to: "idsOf(false)"
      }
    ],
    tests: [["test/flows/segmentEntries.test.ts", "and not for contacts that are in it when it is activated"]]
  },
  {
    rule: "starts the flows of segments for orders of an initial sync",
    edits: [
      {
        in: "PlaceOrders",
        from: "flows.enrol(triggers), entries.addCurrent(known), redeem]",
        to: "flows.enrol(triggers), redeem]"
      }
    ],
    tests: [["test/flows/segmentEntries.test.ts", "never starts for orders of an initial sync"]]
  },
  {
    rule: "starts the flows of segments for imported contacts",
    edits: [
      {
        in: "importContacts.ts importContacts",
        from: "yield* entries.addCurrent(saved.map(({ contact }) => contact))",
        to: "yield* entries.addCurrent([])"
      }
    ],
    tests: [["test/programs/importContacts.test.ts", "makes its contacts known in the segments of active flows"]]
  },
  {
    rule: "deletes a segment that starts a flow",
    edits: [{ in: "Segments.ts Segments", from: "if (flow !== undefined)", to: "if (flow === null)" }],
    tests: [["test/http/segmentTriggers.test.ts", "needs a segment, which is deleted after the flow alone"]]
  },
  {
    rule: "leaves contacts that are written to until the next round",
    edits: [{ in: "TouchedContacts", from: "touched.size < capacity", to: "touched.size > capacity" }],
    tests: [["test/flows/segmentEntries.test.ts", "looks at once at contacts that are written to"]]
  },
  {
    rule: "an absence or date that comes true before the first look after the activation is lost",
    edits: [
      {
        in: "Flows",
        from: "CASE WHEN trigger_type = ANY (${texts(watchedTriggers)}) THEN ${watchedFrom}::timestamptz END",
        to: "CASE WHEN trigger_type <> ALL (${texts(watchedTriggers)}) THEN ${watchedFrom}::timestamptz END"
      }
    ],
    tests: [
      ["test/flows/absence.test.ts", "starts for an absence that comes true before the first look"],
      ["test/flows/dates.test.ts", "starts for a date that comes before the first look"]
    ]
  }
]
