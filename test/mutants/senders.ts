import type { Mutant } from "./mutants.ts"

const senders = "test/outbound/senders.test.ts"
const privateServer = [senders, "no mail goes to a server of an account that has no public address"] as const

/** Rules of the senders of accounts: whose address, which server, what secrets. */
export const senderMutants: ReadonlyArray<Mutant> = [
  {
    rule: "connects to a mail server whose name resolves to a private address",
    edits: [{ in: "connectPublic", from: "lookup: publicLookup(lookup), timeout", to: "timeout" }],
    tests: [privateServer]
  },
  {
    rule: "accepts a mail server at a private address",
    edits: [{ in: "connectPublic", from: "isIP(host) !== 0 &&", to: "isIP(host) > 9 &&" }],
    tests: [privateServer]
  },
  {
    rule: "sends from EMAIL_FROM for every account",
    edits: [{ in: "MailRoute.ts addressOf", from: "return shared_address ? from : null", to: "return from" }],
    tests: [[senders, "EMAIL_FROM serves only accounts that the operator lets use it"]]
  },
  {
    rule: "lets an account take EMAIL_FROM as its own address",
    edits: [
      {
        in: "MailRoute.ts addressOf",
        from: "isShared && !shared_address ? null : from_email",
        to: "from_email"
      }
    ],
    tests: [[senders, "EMAIL_FROM serves only accounts that the operator lets use it"]]
  },
  {
    rule: "lets an owner share the address of the service",
    edits: [{ in: "ManageSender", from: "undefined && !isOperator", to: "undefined && isOperator" }],
    tests: [["test/http/dashboardSender.test.ts", "lets the operator alone share the address of the service"]]
  },
  {
    rule: "signs a mail for another domain",
    edits: [{ in: "MailRoutes", from: "sender.dkim?.domain === emailDomain(from)", to: 'from !== ""' }],
    tests: [[senders, "mail is signed by the account's DKIM key from the time that DNS has it"]]
  },
  {
    rule: "passes options of an SMTP address to the mail library",
    edits: [{ in: "parseSmtpUrl", from: 'url.search !== "" || ', to: "" }],
    tests: [["test/laws/mailRoute.test.ts", "has a host, and no options, which could reach files and other hosts"]]
  },
  {
    rule: "closes a pool in use for another",
    edits: [{ in: "makeAccountPools", from: "users === 0", to: "users >= 0" }],
    tests: [[senders, "the pools of accounts' servers are bounded, and one in use is never closed for another"]]
  },
  {
    rule: "keeps what a check found for an address that is no longer set",
    edits: [
      {
        in: "Senders",
        from: "WHEN from_email IS NOT DISTINCT FROM ${from_email} THEN",
        to: "WHEN true THEN"
      }
    ],
    tests: [["test/store/senders.test.ts", "keep what a check found until"]]
  },
  {
    rule: "keeps a check of a sender that has changed meanwhile",
    edits: [
      {
        in: "Senders",
        from: "AND from_email IS NOT DISTINCT FROM ${profile.from_email}",
        to: ""
      }
    ],
    tests: [["test/store/senders.test.ts", "keep what a check found until"]]
  },
  {
    rule: "lets concurrent changes of a sender overwrite each other",
    edits: [{ in: "Senders", from: " FOR NO KEY UPDATE`", to: "`" }],
    tests: [["test/store/senders.test.ts", "changes of different fields at once are both kept"]]
  },
  {
    rule: "counts further senders without the lock of their account",
    edits: [{ in: "withinQuota", from: " FOR NO KEY UPDATE`", to: "`" }],
    tests: [["test/store/furtherSenders.test.ts", "are at most 19, also where many are added at once"]]
  },
  {
    rule: "keeps the routes of further senders that have changed",
    edits: [{ in: "FurtherSenders", from: "SET version = version + 1", to: "SET version = version" }],
    tests: [["test/store/furtherSenders.test.ts", "give each change a new version"]]
  },
  {
    rule: "deletes a further sender that a campaign is being saved with",
    edits: [{ in: "FurtherSenders", from: " ORDER BY sender_id FOR KEY SHARE`", to: "`" }],
    tests: [["test/store/furtherSenders.test.ts", "are deleted only once what is being saved with them is saved"]]
  },
  {
    rule: "goes on with a tracking domain that does not work",
    edits: [{ in: "judgeTracking", from: "failures < givenUpAfter", to: "failures > 0" }],
    tests: [["test/store/trackingDomains.test.ts", "are used while they work, and given up at the second failed check"]]
  },
  {
    rule: "keeps a check of a tracking domain that was changed meanwhile",
    edits: [{ in: "TrackingDomains", from: "AND host = ${host} RETURNING 1", to: "RETURNING 1" }],
    tests: [["test/store/trackingDomains.test.ts", "that were changed during a check stay as they were set"]]
  },
  {
    rule: "serves the dashboard at tracking domains",
    edits: [{ in: "ErrorEnvelopeLayer", from: "if (isTracking) return", to: 'if (isTracking && path === "") return' }],
    tests: [["test/http/trackingDomains.test.ts", "mail has links at the tracking domain while it works"]]
  },
  {
    rule: "takes any answer for that of the service",
    edits: [{ in: "TrackingCalls", from: "response.statusCode === 200 && isOwn", to: "response.statusCode === 200" }],
    tests: [["test/http/trackingDomains.test.ts", "a host at which something else answers does not work"]]
  }
]
