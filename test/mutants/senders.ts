import type { Mutant } from "./mutants.ts"

const senders = "test/messages/senders.test.ts"
const privateServer = [senders, "no mail goes to a server of an account that has no public address"] as const

/** Rules of the senders of accounts: whose address, which server, what secrets. */
export const senderMutants: ReadonlyArray<Mutant> = [
  {
    rule: "a mail server whose name leads to a private address",
    edits: [{ file: "messages/email/smtpPool.ts", from: "lookup: publicLookup(lookup), timeout", to: "timeout" }],
    tests: [privateServer]
  },
  {
    rule: "a mail server at a private address",
    edits: [{ file: "messages/email/smtpPool.ts", from: "isIP(host) !== 0 &&", to: "isIP(host) > 9 &&" }],
    tests: [privateServer]
  },
  {
    rule: "EMAIL_FROM for every account",
    edits: [{ file: "domain/messages/MailRoute.ts", from: "return shared_address ? from : null", to: "return from" }],
    tests: [[senders, "EMAIL_FROM serves only accounts that the operator lets use it"]]
  },
  {
    rule: "an account that takes EMAIL_FROM for its own",
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
    rule: "an owner who shares the address of the service",
    edits: [
      { file: "programs/messages/ManageSender.ts", from: "undefined && !isOperator", to: "undefined && isOperator" }
    ],
    tests: [["test/http/dashboardSender.test.ts", "lets the operator alone share the address of the service"]]
  },
  {
    rule: "a mail signed for another domain",
    edits: [
      { file: "messages/email/MailRoutes.ts", from: "sender.dkim?.domain === emailDomain(from)", to: 'from !== ""' }
    ],
    tests: [[senders, "mail is signed by the account's DKIM key from the time that DNS has it"]]
  },
  {
    rule: "options of a mail library in an SMTP address",
    edits: [{ file: "domain/messages/SmtpServer.ts", from: 'url.search !== "" || ', to: "" }],
    tests: [["test/laws/mailRoute.test.ts", "has a host, and no options, which could reach files and other hosts"]]
  },
  {
    rule: "a pool in use that is closed for another",
    edits: [{ file: "messages/email/AccountPools.ts", from: "users === 0", to: "users >= 0" }],
    tests: [[senders, "the pools of accounts' servers are bounded, and one in use is never closed for another"]]
  },
  {
    rule: "changes of a sender that overwrite each other",
    edits: [{ file: "store/messages/Senders.ts", from: " FOR NO KEY UPDATE`", to: "`" }],
    tests: [["test/store/senders.test.ts", "changes of different fields at once are both kept"]]
  }
]
