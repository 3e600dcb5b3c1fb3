import type { Mutant } from "./mutants.ts"

const law = "test/laws/undo.test.ts"
const kill = "test/faults/undos.test.ts"

/** Rules by which a bulk change is undone. */
export const undo: ReadonlyArray<Mutant> = [
  {
    rule: "undoes contacts and records it in several transactions",
    edits: [
      { in: "programs/changes/RunUndos.ts", from: "import { transact }", to: "import { retried, transact }" },
      { in: "programs/changes/RunUndos.ts", from: "transact(sql)(step(", to: "retried(step(" }
    ],
    tests: [[kill, "goes on where it was, and takes back each contact once"]]
  },
  {
    rule: "gives a consent back that the person withdrew since",
    edits: [
      {
        in: "undoConsent",
        from: 'if (since.causes.some((cause) => byPerson.has(cause))) return { consent: now, kept: "person_decided" }',
        to: ""
      },
      { in: "undoConsent", from: "since.causes.length > 0 || !isSame(now, after)", to: "since.causes.length > 99" }
    ],
    tests: [[law, "keeps the no of a person since, and gives no consent back that an undone change gave"]]
  },
  {
    rule: "gives a consent back that another undone change gave",
    edits: [
      {
        in: "undoConsent",
        from: "if (isRaised && isStrongerThanUndone(channel, before, undone))",
        to: "if (isRaised && !hasAddress)"
      }
    ],
    tests: [[law, "keeps the no of a person since, and gives no consent back that an undone change gave"]]
  },
  {
    rule: "takes the values before the last row of a person in a file for those before the file",
    edits: [{ in: "joinChanges", from: "earlier === undefined ? changed : joined(earlier, changed)", to: "changed" }],
    tests: [[law, "is the same for the rows of one person in a file as for one row with their values"]]
  },
  {
    rule: "takes back the word of a person between two rows of one file",
    edits: [{ in: "ContactChange.ts joined", from: "if (!isSame(first.after, second.before)) return second", to: "" }],
    tests: [[law, "gives back the word of a person between two rows of one file"]]
  }
]
