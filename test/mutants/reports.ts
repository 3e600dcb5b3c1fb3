import type { Mutant } from "./mutants.ts"

const reports = (name: string) => ["test/http/mailReports.test.ts", name] as const
const clicks = (name: string) => ["test/http/clicks.test.ts", name] as const
const bounces = (name: string) => ["test/outbound/bounces.test.ts", name] as const
const laws = (name: string) => ["test/laws/mailReports.test.ts", name] as const

/** Rules of what providers report, of bounces and of clicks. */
export const reportRules: ReadonlyArray<Mutant> = [
  {
    rule: "takes reports of any topic of Amazon SNS",
    edits: [
      {
        in: "ReceiveMailReports",
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
        in: "ReceiveMailReports",
        from: "!isSignedBySns(certificate, envelope, yield* Clock.currentTimeMillis)",
        to: "(yield* Clock.currentTimeMillis) < 0 && !isSignedBySns(certificate, envelope, 0)"
      }
    ],
    tests: [reports("by Amazon SNS confirm the first topic alone")]
  },
  {
    rule: "fetches certificates from any host",
    edits: [{ in: "isSnsAddress", from: 'url.protocol === "https:" &&', to: 'url.protocol !== "" &&' }],
    tests: [laws("are https at its own hosts")]
  },
  {
    rule: "takes SendGrid's reports unsigned when a key is set",
    edits: [
      {
        in: "ReceiveMailReports",
        from: "isSigned(signing, key, signature, now)",
        to: '(form === "sendgrid" || isSigned(signing, key, signature, now))'
      }
    ],
    tests: [reports("are 404 with a bad signature")]
  },
  {
    rule: "takes unsigned reports in another form though the account has a key",
    edits: [
      {
        in: "isTakenUnsigned",
        from: 'every((provider) => provider === "twilio")',
        to: "every(() => true)"
      }
    ],
    tests: [reports("are taken as the keys of the account sign them")]
  },
  {
    rule: "takes a token of Mailgun for a second event",
    edits: [
      {
        in: "makeReceivedReports",
        from: "hashed.get(digest) !== content",
        to: "hashed.get(digest) === undefined"
      }
    ],
    tests: [reports("by Mailgun and SNS are taken when they are young")]
  },
  {
    rule: "takes a signature of any age",
    edits: [
      {
        in: "isRecent",
        from: "Math.abs(now - Number(seconds) * 1_000) <= age",
        to: "age > 0"
      }
    ],
    tests: [reports("by Mailgun and SNS are taken when they are young")]
  },
  {
    rule: "answers a provider without having kept all of its reports",
    edits: [
      {
        in: "KeepReports",
        from: "received.add(account_id, kept)",
        to: "received.add(account_id, kept.slice(0, batchSize))"
      }
    ],
    tests: [["test/faults/reports.test.ts", "are answered once they are kept"]]
  },
  {
    rule: "stops applying reports at one that cannot be",
    edits: [
      {
        in: "KeepReports",
        from: "received.fail(account_id, row)",
        to: "Effect.die(defect)"
      }
    ],
    tests: [reports("are applied beside one that cannot be")]
  },
  {
    rule: "lets a code overrule a provider's word that it blocked the mail",
    edits: [
      {
        in: "reportedFailure.ts outcomeOf",
        from: 'if (verdict === "blocked")',
        to: 'if (verdict === "temporary")'
      }
    ],
    tests: [laws("are read for what they say")]
  },
  {
    rule: "lets a repeated no of a provider end a later yes",
    edits: [
      {
        in: "emailOnProviderUnsubscribe",
        from: "isOutdated && subscribedAt - leftAt > clockTolerance",
        to: "isOutdated && subscribedAt - leftAt > Infinity"
      }
    ],
    tests: [reports("of every provider unsubscribe whom they say has left there")]
  },
  {
    rule: "refuses all reports of a list for one that cannot be read",
    edits: [{ in: "readReports", from: "leftOut === elements.length", to: "leftOut > 0" }],
    tests: [laws("in a list are heard beside elements that cannot be read")]
  },
  {
    rule: "keeps soft bounces from before a delivery",
    edits: [
      {
        in: "SoftBounces",
        from: "AND s.at <= d.at",
        to: "AND s.at > d.at"
      }
    ],
    tests: [reports("suppress by a rule of their own")]
  },
  {
    rule: "counts each attempt at a full mailbox as a soft bounce",
    edits: [
      { in: "reportOfFailure", from: '&& status === "failed"', to: '&& status !== "sent"' },
      { in: "softBounceKey", from: "report.message_id ??", to: "" }
    ],
    tests: [bounces("greylisting delays a mail")]
  },
  {
    rule: "stops a flow for one receiver's refusal",
    edits: [{ in: "stopsFlow", from: " && accepted === 0", to: " && accepted >= 0" }],
    tests: [bounces("one receiver's refusal stops no flow")]
  },
  {
    rule: "leaves a click counted that turned out to be a machine's",
    edits: [
      {
        in: "RecordClicks",
        from: "else if (taken.length > 0) yield* moveLastClick(",
        to: "else if (taken.length > 99) yield* moveLastClick("
      }
    ],
    tests: [clicks("on a second link within two seconds")]
  },
  {
    rule: "takes the hidden link for a person's",
    edits: [
      {
        in: "ClickLayer",
        from: "isHidden || isMachineRequest(",
        to: "isMachineRequest("
      },
      { in: "clickedBy", from: "last.link !== click.link", to: "last.link === click.link" }
    ],
    tests: [clicks("on the hidden link of a mail")]
  },
  {
    rule: "takes texts unsigned though the account has a shared key of Twilio",
    edits: [{ in: "SmsHookLayer", from: 'secret === "" && sharedKey === undefined', to: 'secret === ""' }],
    tests: [["test/http/smsHook.test.ts", "are taken unsigned until the account has the key"]]
  },
  {
    rule: "checks a shared key's signature by the provider's token",
    edits: [{ in: "SmsHookLayer", from: 'settings === undefined ? secret : (sharedKey ?? "")', to: "secret" }],
    tests: [["test/http/smsHook.test.ts", "are accepted as it signs them, also at an address with a port"]]
  },
  {
    rule: "takes a bounce at an address that it did not sign",
    edits: [
      {
        in: "bounceAddresses",
        from: "const isOwn = timingSafeEqual(",
        to: 'const isOwn = local !== "" || timingSafeEqual('
      }
    ],
    tests: [["test/laws/returnedMail.test.ts", "has an address that names its message"]]
  },
  {
    rule: "takes any answer of a mailbox for a bounce",
    edits: [
      {
        in: "readBounce",
        from: "if (!isReport || status === undefined)",
        to: "if (status === undefined)"
      }
    ],
    tests: [["test/laws/returnedMail.test.ts", "is read for the failure that it reports"]]
  },
  {
    rule: "suppresses whom a relay refused for the sender's sake",
    edits: [
      {
        in: "readBounce.ts outcomeOf",
        from: 'if (failure === "recipient") return',
        to: 'if (failure === "recipient" || failure === "sender") return'
      }
    ],
    tests: [["test/laws/returnedMail.test.ts", "is read for the failure that it reports"]]
  },
  {
    rule: "applies an inbound text at the address of one text's status",
    edits: [
      {
        in: "SmsHookLayer",
        from: "status !== undefined || message !== undefined",
        to: "status !== undefined"
      }
    ],
    tests: [clicks("at an address of one text change nothing")]
  }
]
