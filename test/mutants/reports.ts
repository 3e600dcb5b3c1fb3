import type { Mutant } from "./mutants.ts"

const reports = (name: string) => ["test/http/mailReports.test.ts", name] as const
const clicks = (name: string) => ["test/http/clicks.test.ts", name] as const
const bounces = (name: string) => ["test/messages/bounces.test.ts", name] as const
const laws = (name: string) => ["test/laws/mailReports.test.ts", name] as const

/** Rules of what providers report, of bounces and of clicks. */
export const reportRules: ReadonlyArray<Mutant> = [
  {
    rule: "takes reports of any topic of Amazon SNS",
    edits: [
      {
        file: "programs/messages/ReceiveMailReports.ts",
        from: '(yield* keys.read(account_id, "ses")) !== envelope.topic',
        to: "envelope.topic === ''"
      }
    ],
    tests: [reports("by Amazon SNS confirm the first topic alone")]
  },
  {
    rule: "takes an envelope of Amazon SNS without checking its signature",
    edits: [
      {
        file: "programs/messages/ReceiveMailReports.ts",
        from: "!isSignedBySns(certificate, envelope, yield* Clock.currentTimeMillis)",
        to: "(yield* Clock.currentTimeMillis) < 0 && !isSignedBySns(certificate, envelope, 0)"
      }
    ],
    tests: [reports("by Amazon SNS confirm the first topic alone")]
  },
  {
    rule: "fetches certificates from any host",
    edits: [
      { file: "domain/messages/providers/sns.ts", from: 'url.protocol === "https:" &&', to: 'url.protocol !== "" &&' }
    ],
    tests: [laws("are https at its own hosts")]
  },
  {
    rule: "takes SendGrid's reports unsigned when a key is set",
    edits: [
      {
        file: "programs/messages/ReceiveMailReports.ts",
        from: 'if (provider === "sendgrid") return isSignedBySendgrid',
        to: 'if (provider === "sendgrid") return headers.host !== "" || isSignedBySendgrid'
      }
    ],
    tests: [reports("are 404 with a bad signature")]
  },
  {
    rule: "lets a code overrule a provider's word that it blocked the mail",
    edits: [
      {
        file: "domain/messages/reportedFailure.ts",
        from: 'if (verdict === "blocked")',
        to: 'if (verdict === "temporary")'
      }
    ],
    tests: [laws("are read for what they say")]
  },
  {
    rule: "keeps soft bounces from before a delivery",
    edits: [
      {
        file: "store/messages/SoftBounces.ts",
        from: "AND s.at <= d.at::timestamptz",
        to: "AND s.at > d.at::timestamptz"
      }
    ],
    tests: [reports("suppress by a rule of their own")]
  },
  {
    rule: "counts each attempt at a full mailbox as a soft bounce",
    edits: [
      { file: "programs/messages/reportOfFailure.ts", from: '&& status === "failed"', to: '&& status !== "sent"' },
      { file: "domain/messages/softBounces.ts", from: "report.message_id ??", to: "" }
    ],
    tests: [bounces("greylisting delays a mail")]
  },
  {
    rule: "stops a flow for one receiver's refusal",
    edits: [{ file: "domain/flows/flowStop.ts", from: " && accepted === 0", to: " && accepted >= 0" }],
    tests: [bounces("one receiver's refusal stops no flow")]
  },
  {
    rule: "leaves a click counted that turned out to be a machine's",
    edits: [
      {
        file: "programs/messages/RecordClicks.ts",
        from: "else if (taken.length > 0) yield* takeBack(",
        to: "else if (taken.length > 99) yield* takeBack("
      }
    ],
    tests: [clicks("on a second link within two seconds")]
  },
  {
    rule: "takes the hidden link for a person's",
    edits: [
      {
        file: "http/pages/MessageLinks.ts",
        from: "isHidden || isMachineRequest(",
        to: "isMachineRequest("
      },
      { file: "domain/messages/Click.ts", from: "last.link !== click.link", to: "last.link === click.link" }
    ],
    tests: [clicks("on the hidden link of a mail")]
  },
  {
    rule: "applies an inbound text at the address of one text's status",
    edits: [
      {
        file: "http/public/Hooks.ts",
        from: "status !== undefined || message !== undefined",
        to: "status !== undefined"
      }
    ],
    tests: [clicks("at an address of one text change nothing")]
  }
]
