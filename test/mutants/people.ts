import type { Mutant } from "./mutants.ts"

const members = (name: string) => ["test/http/dashboardMembers.test.ts", name] as const
const links = (name: string) => ["test/http/messageLinks.test.ts", name] as const

/** Rules of the users of an account, and of the links that reach people and come back. */
export const people: ReadonlyArray<Mutant> = [
  {
    rule: "an account that can lose its last owner",
    edits: [{ file: "store/Members.ts", from: "if (others.length === 0)", to: "if (others.length < 0)" }],
    tests: [members("never lack an owner")]
  },
  {
    rule: "an invitation that works twice",
    edits: [
      {
        file: "store/Members.ts",
        from: "yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${invitation_id}`",
        to: "void invitation_id"
      }
    ],
    tests: [members("come by a link that works once")]
  },
  {
    rule: "an earlier invitation that stays",
    edits: [
      {
        file: "store/Members.ts",
        from: "AND (email_key = ${emailKey(email)} OR expires_at <= ${time})",
        to: "AND expires_at <= ${time}"
      }
    ],
    tests: [members("who were invited can be invited anew")]
  },
  {
    rule: "links of one kind that open another",
    edits: [{ file: "messages/Links.ts", from: ".update(`${kind}.${payload}`)", to: ".update(payload)" }],
    tests: [links("a link that was changed, or signed for something else")]
  },
  {
    rule: "a scanner that follows a link unsubscribes",
    edits: [
      {
        file: "http/MessageLinks.ts",
        from: `      Effect.map(opened, (parts) =>
        parts === undefined`,
        to: `      Effect.map(Effect.tap(opened, (parts) => contacts.unsubscribe({ account_id: parts?.[0] ?? "", message_id: parts?.[1] ?? "" })), (parts) =>
        parts === undefined`
      }
    ],
    tests: [links("unsubscribing asks on GET")]
  },
  {
    rule: "a soft bounce that suppresses",
    edits: [
      {
        file: "http/Hooks.ts",
        from: 'type === "complaint" || permanent !== false',
        to: "permanent !== undefined || type"
      }
    ],
    tests: [links("a hard bounce marks the message")]
  },
  {
    rule: "a link to an address of any scheme",
    edits: [
      {
        file: "messages/trackLinks.ts",
        from: '(parsed.protocol === "http:" || parsed.protocol === "https:")',
        to: 'parsed.protocol !== "javascript:"'
      }
    ],
    tests: [["test/laws/webAddresses.test.ts", "any other scheme"]]
  },
  {
    rule: "what a person took back, lifted by an order of any date",
    edits: [{ file: "domain/Consent.ts", from: "Math.min(placed_at, known_at)", to: "Math.max(placed_at, known_at)" }],
    tests: [["test/laws/withdrawals.test.ts", "by the person is lifted by an order placed after that"]]
  },
  {
    rule: "a file that lifts an unsubscription",
    edits: [{ file: "domain/writeConsent.ts", from: 'entry.cause === "import" && value', to: "false && value" }],
    tests: [["test/laws/withdrawals.test.ts", "nor by a file"]]
  },
  {
    rule: "an order that leaves its contact when that is given another address",
    edits: [
      {
        file: "domain/linkOrder.ts",
        from: "before !== undefined && nameOf(before) === nameOf(order) ? current : undefined",
        to: "before !== undefined && nameOf(before) === null ? current : undefined"
      }
    ],
    tests: [["test/fieldCases/people.test.ts", "46: a contact's e-mail is changed"]]
  },
  {
    rule: "a run of a merged contact moved by a step that read it before",
    edits: [{ file: "store/mergeContact.ts", from: "moves = moves + 1 ${ofOther}", to: "moves = moves ${ofOther}" }],
    tests: [["test/flows/merges.test.ts", "are not moved by a step that read them before"]]
  }
]
