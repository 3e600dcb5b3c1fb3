import type { Mutant } from "./mutants.ts"

const law = (name: string) => ["test/laws/mailShell.test.ts", name] as const
const decision = (name: string) => ["test/laws/messages.test.ts", name] as const
const shortLinks = (name: string) => ["test/store/shortLinks.test.ts", name] as const

/** Rules of what a mail looks like, whom its class reaches, and of the links in texts. */
export const mail: ReadonlyArray<Mutant> = [
  {
    rule: "sends a transactional mail to a suppressed address",
    edits: [
      {
        in: "allowsEmail",
        from: 'consent !== "suppressed" && consent !== "compliance_suppressed"',
        to: 'consent !== "compliance_suppressed"'
      }
    ],
    tests: [decision("sends a transactional message unless")]
  },
  {
    rule: "sends a transactional text to a phone that was stopped",
    edits: [
      {
        in: "allowsSms",
        from: '? consent !== "unsubscribed"',
        to: '? consent !== "pending"'
      }
    ],
    tests: [decision("sends a transactional message unless")]
  },
  {
    rule: "lets a comment in the content hide the unsubscribe link",
    edits: [{ in: "mailShell", from: "${content}${closing(content)}", to: "${content}" }],
    tests: [law("keeps its unsubscribe link")]
  },
  {
    rule: "does not escape the sender's name",
    edits: [{ in: "footer", from: "    escapeHtml(name),", to: "    name," }],
    tests: [law("escapes the sender's name")]
  },
  {
    rule: "lets a short link take over the code of another message",
    edits: [
      {
        in: "ShortLinks",
        from: "WHERE known.account_id = excluded.account_id AND known.message_id = excluded.message_id AND known.place = excluded.place",
        to: "WHERE known.place > 0"
      }
    ],
    tests: [shortLinks("never take over a code")]
  },
  {
    rule: "keeps short links of a message whose contact was erased meanwhile",
    edits: [{ in: "ShortLinks", from: "AND attempts = ${attempts}::int", to: "AND ${attempts}::int >= 0" }],
    tests: [shortLinks("are not kept for a message whose claim has ended")]
  }
]
