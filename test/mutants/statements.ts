import type { Mutant } from "./mutants.ts"

/** Rules of long statements and of the sessions that they run in. */
export const statements: ReadonlyArray<Mutant> = [
  {
    rule: "leaves a statement at work whose caller has left, on the embedded database",
    neverEnds: true,
    edits: [{ in: "openEmbedded", from: "if (isBusy) await kill()", to: "" }],
    tests: [["test/store/embeddedThread.test.ts", "during a statement without end, which ends with its caller"]]
  },
  {
    rule: "lets one account take the turns of all scans",
    edits: [{ in: "makeAccountTurns", from: "turn.withPermits(1)(work)", to: "work" }],
    tests: [["test/programs/scanContacts.test.ts", "of one account never takes the turns of another"]]
  },
  {
    rule: "scans all contacts in one statement on the embedded database",
    edits: [{ in: "ScanContacts", from: "inSlices ? readSlices(scan)", to: "!inSlices ? readSlices(scan)" }],
    tests: [["test/programs/scanContacts.test.ts", "newest first, in slices on the embedded database"]]
  },
  {
    rule: "begins a count of many contacts anew with each call",
    edits: [{ in: "makeCounter", from: "isBegun ? open : beginCount<A>(now)", to: "beginCount<A>(now)" }],
    tests: [["test/programs/countContacts.test.ts", "is gone on with by the next"]]
  },
  {
    rule: "keeps that a count found nobody",
    edits: [{ in: "makeCounter", from: "isLong && !isNone(value)", to: "isLong" }],
    tests: [["test/programs/countContacts.test.ts", "a count of none is not kept"]]
  },
  {
    rule: "gives the count of another account",
    edits: [{ in: "makeCounter", from: "JSON.stringify([account_id, name])", to: "JSON.stringify([name])" }],
    tests: [["test/programs/countContacts.test.ts", "counts of other accounts"]]
  },
  {
    rule: "starts behind a pooler that divides sessions",
    edits: [{ in: "requireSessions", from: "before !== after", to: "before !== before" }],
    tests: [["test/faults/pooler.test.ts", "a start is refused in one line that says what to set"]]
  }
]
