import type { Mutant } from "./mutants.ts"

const servers = "test/outbound/mailServers.test.ts"
const senders = "test/outbound/senders.test.ts"
const laws = "test/laws/smtpReply.test.ts"
const evidence = [servers, "550 without a code suppresses only if the server took another"] as const

/** Rules of what mail servers answer, and of what they are sent. */
export const mailServerMutants: ReadonlyArray<Mutant> = [
  {
    rule: "takes every 550 for an unknown recipient",
    edits: [{ in: "confirmedFailure", from: 'tookAnother ? "recipient" : "sender"', to: '"recipient"' }],
    tests: [evidence]
  },
  {
    rule: "forgets what a server took when a process ends",
    edits: [{ in: "makeSmtpReplies", from: "if (!isWritten) yield*", to: "if (isWritten) yield*" }],
    tests: [evidence]
  },
  {
    rule: "hears no relay refusal in a server's words",
    edits: [{ in: "ofSender", from: "/\\brelay|", to: "/\\bnever-relay|" }],
    tests: [[laws, "550 5.4.1 All recipient addresses rejected"]]
  },
  {
    rule: "sends a mail whose reply was lost again at once",
    edits: [
      {
        in: "SendMessages.ts failed",
        from: 'if (error._tag === "SendFailed" && error.isReplyLost)',
        to: 'if (error._tag === "SendFailed" && error.isReplyLost && now < 0)'
      }
    ],
    tests: [[servers, "a mail whose reply is lost is tried again an hour later under the same id"]]
  },
  {
    rule: "signs without the header of one-click unsubscribing",
    edits: [{ in: "signedHeaders", from: '  "list-unsubscribe-post",\n', to: "" }],
    tests: [["test/outbound/signedMail.test.ts", "the signature covers both headers of one-click unsubscribing"]]
  },
  {
    rule: "signs the spaces at the ends of lines",
    edits: [{ in: "relaxedBody", from: '.replaceAll(" \\r\\n", "\\r\\n")', to: "" }],
    tests: [["test/outbound/mimeMessage.test.ts", "is valid for mailauth whatever white space stands in the mail"]]
  },
  {
    rule: "sends a mail in the characters of its text",
    edits: [{ in: "encoded", from: "quotedPrintable.wrap(quotedPrintable.encode(text), maxLine)", to: "text" }],
    tests: [["test/outbound/mimeMessage.test.ts", "give a reader the HTML, text and subject that were sent"]]
  },
  {
    rule: "greets a mail server by the machine's name",
    edits: [{ in: "makeAccountPools", from: "{ name, maxConnections", to: '{ name: "", maxConnections' }],
    tests: [[senders, "a mail server is greeted by the host of PUBLIC_URL"]]
  },
  {
    rule: "tells an account which names the operator's network has",
    edits: [{ in: "unreachable", from: '"ENOTFOUND",', to: "" }],
    tests: [[senders, "no mail goes to a server of an account that has no public address"]]
  },
  {
    rule: "lets a server that refuses all burn a campaign",
    edits: [{ in: "stopsCampaign", from: "accepted === 0 && refused", to: "accepted === 0 && -refused" }],
    tests: [["test/campaigns/refusals.test.ts", "a server that refuses all mail stops a campaign within 20 messages"]]
  },
  {
    rule: "takes three refusals for all of a campaign's mail while others wait for their answer",
    edits: [{ in: "stopsCampaign", from: "unanswered > 0", to: "unanswered < 0" }],
    tests: [["test/campaigns/refusals.test.ts", "one receiver's refusals stop no campaign"]]
  },
  {
    rule: "sends from a domain that is not proven",
    edits: [
      {
        in: "decideRoute",
        from: "settings.shared_address : settings.domain_proven",
        to: "settings.shared_address : true"
      }
    ],
    tests: [["test/outbound/provenSenders.test.ts", "mail waits until the sender's domain is proven"]]
  },
  {
    rule: "sends from the domain of the service",
    edits: [
      {
        in: "decideRoute",
        from: "isServiceDomain(from, server) ? settings.shared_address",
        to: "isServiceDomain(from, server) ? true"
      }
    ],
    tests: [["test/outbound/provenSenders.test.ts", "nobody sends from the domain of EMAIL_FROM"]]
  },
  {
    rule: "gives a proven domain to whoever asks",
    edits: [
      {
        in: "makeProveDomain",
        from: "has && texts !== undefined && !hasProof",
        to: "texts !== undefined || !hasProof"
      }
    ],
    tests: [["test/http/domainProof.test.ts", "a domain is proven by a TXT record of the account"]]
  },
  {
    rule: "sends marketing mail without a postal address",
    edits: [
      {
        in: "marketingFault",
        from: "if (postal_address === null) return",
        to: "if (postal_address === undefined) return"
      }
    ],
    tests: [["test/outbound/provenSenders.test.ts", "marketing waits for a sender that was emptied"]]
  },
  {
    rule: "lets slow mail servers of a few accounts take every place",
    edits: [{ in: "sendLoop", from: "if (places.slow >= maxSlow)", to: "if (places.slow >= 0)" }],
    tests: [["test/outbound/hanging.test.ts", "jobs that last longer than 20 s leave their places to other accounts"]]
  }
]
