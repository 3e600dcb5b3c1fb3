import type { Mutant } from "./mutants.ts"

const senders = "test/messages/senders.test.ts"
const privateServer = [senders, "no mail goes to a server of an account that has no public address"] as const

/** Rules of the senders of accounts: whose address, which server, what secrets. */
export const senderMutants: ReadonlyArray<Mutant> = [
  {
    rule: "connects to a mail server whose name resolves to a private address",
    edits: [{ file: "messages/email/smtpPool.ts", from: "lookup: publicLookup(lookup), timeout", to: "timeout" }],
    tests: [privateServer]
  },
  {
    rule: "accepts a mail server at a private address",
    edits: [{ file: "messages/email/smtpPool.ts", from: "isIP(host) !== 0 &&", to: "isIP(host) > 9 &&" }],
    tests: [privateServer]
  },
  {
    rule: "sends from EMAIL_FROM for every account",
    edits: [{ file: "domain/messages/MailRoute.ts", from: "return shared_address ? from : null", to: "return from" }],
    tests: [[senders, "EMAIL_FROM serves only accounts that the operator lets use it"]]
  },
  {
    rule: "lets an account take EMAIL_FROM as its own address",
    edits: [
      {
        file: "domain/messages/MailRoute.ts",
        from: "isShared && !shared_address ? null : from_email",
        to: "from_email"
      }
    ],
    tests: [[senders, "EMAIL_FROM serves only accounts that the operator lets use it"]]
  },
  {
    rule: "lets an owner share the address of the service",
    edits: [
      { file: "programs/messages/ManageSender.ts", from: "undefined && !isOperator", to: "undefined && isOperator" }
    ],
    tests: [["test/http/dashboardSender.test.ts", "lets the operator alone share the address of the service"]]
  },
  {
    rule: "signs a mail for another domain",
    edits: [
      { file: "messages/email/MailRoutes.ts", from: "sender.dkim?.domain === emailDomain(from)", to: 'from !== ""' }
    ],
    tests: [[senders, "mail is signed by the account's DKIM key from the time that DNS has it"]]
  },
  {
    rule: "passes options of an SMTP address to the mail library",
    edits: [{ file: "domain/messages/SmtpServer.ts", from: 'url.search !== "" || ', to: "" }],
    tests: [["test/laws/mailRoute.test.ts", "has a host, and no options, which could reach files and other hosts"]]
  },
  {
    rule: "closes a pool in use for another",
    edits: [{ file: "messages/email/AccountPools.ts", from: "users === 0", to: "users >= 0" }],
    tests: [[senders, "the pools of accounts' servers are bounded, and one in use is never closed for another"]]
  },
  {
    rule: "lets concurrent changes of a sender overwrite each other",
    edits: [{ file: "store/messages/Senders.ts", from: " FOR NO KEY UPDATE`", to: "`" }],
    tests: [["test/store/senders.test.ts", "changes of different fields at once are both kept"]]
  }
]
