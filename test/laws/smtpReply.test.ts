import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { retryLostReplyAt } from "../../src/domain/messages/decideSend.ts"
import { heloName } from "../../src/domain/senders/heloName.ts"
import { confirmedFailure, smtpFailureOf, smtpFailures } from "../../src/domain/messages/SmtpReply.ts"
import { comparableWords } from "../../src/domain/messages/smtpWords.ts"
import { type RecipientReply, tookAnother } from "../../src/domain/messages/tookAnother.ts"

// Replies as the named servers send them, with the failure that each is. Where a version stands, they are its own words, taken from it.
const replies: ReadonlyArray<readonly [command: string, text: string, failure: string]> = [
  // Microsoft 365, of every unknown recipient.
  ["RCPT TO", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "recipient"],
  ["RCPT TO", "550 5.1.0 Address rejected", "recipient"],
  ["RCPT TO", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "recipient"],
  ["RCPT TO", "550 5.0.0 User unknown", "recipient"],
  ["RCPT TO", "550 5.5.0 Requested action not taken: mailbox unavailable", "recipient"],
  ["RCPT TO", "550 5.4.4 Unrouteable address", "recipient"],
  ["RCPT TO", "550 5.4.1 All recipient addresses rejected : Relay access denied", "sender"],
  ["RCPT TO", "550 5.4.1 no answer from host", "other"],
  ["RCPT TO", "550 5.0.0 Transaction failed", "other"],
  // Postfix 3.7.11: senders at domains of its own that it does not know, and one that a table of its rejects.
  ["RCPT TO", "550 5.1.0 <shop@ada.example>: Sender address rejected: User unknown in local recipient table", "sender"],
  ["RCPT TO", "550 5.1.7 <shop@ada.example>: Sender address rejected: User unknown in virtual alias table", "sender"],
  ["RCPT TO", "554 5.7.1 <shop@ada.example>: Sender address rejected: Access denied", "policy"],
  ["MAIL FROM", "550 5.1.2 Bad destination mailbox address", "sender"],
  // Postfix 3.7.11: no relay, unknown recipients of each of its classes of domains, a mail beyond its limit.
  ["RCPT TO", "554 5.7.1 <ada@example.com>: Relay access denied", "policy"],
  [
    "RCPT TO",
    "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table",
    "recipient"
  ],
  [
    "RCPT TO",
    "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual alias table",
    "recipient"
  ],
  [
    "RCPT TO",
    "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table",
    "recipient"
  ],
  ["DATA", "552 5.3.4 Error: message file too big", "content"],
  // Exim 4.96: no relay, a sender that it cannot verify, an unknown recipient, a `deny` without words, a mail beyond its limit.
  ["RCPT TO", "550 relay not permitted", "sender"],
  [
    "RCPT TO",
    "550-Verification failed for <shop@ada.example>\n550-Unrouteable address\n550 Sender verify failed",
    "sender"
  ],
  ["RCPT TO", "550 Unrouteable address", "unconfirmed"],
  ["RCPT TO", "550 Administrative prohibition", "unconfirmed"],
  ["MAIL FROM", "552 Message size exceeds maximum permitted", "content"],
  ["DATA", "552 Message size exceeds maximum permitted", "content"],
  // OpenSMTPD 6.8.0p2, the same words of all three: no relay, a sender that a rule rejects, an unknown user.
  ["RCPT TO", "550 Invalid recipient: <ada@example.com>", "unconfirmed"],
  // OpenSMTPD 6.8.0p2, of a user whose home is not safe to read.
  ["RCPT TO", "424 4.2.4 Mailing list expansion problem: <ada@example.com>", "mailbox"],
  ["RCPT TO", "550 Invalid recipient", "unconfirmed"],
  ["RCPT TO", "550 Sender verify failed", "sender"],
  ["RCPT TO", "550 Blocked for spam", "sender"],
  ["RCPT TO", "550 Access denied", "sender"],
  ["RCPT TO", "551 User not local; please try <ada@other.example>", "unconfirmed"],
  // Yahoo, after the content.
  [
    "DATA",
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [-5] - mta1.yahoo.com",
    "unconfirmed"
  ],
  ["DATA", "554 Transaction failed", "other"],
  ["DATA", "552 5.3.4 Message size exceeds fixed limit", "content"],
  ["DATA", "552 Requested mail action aborted: exceeded storage allocation", "mailbox"],
  ["DATA", "552 rejected", "content"],
  ["RCPT TO", "552 mailbox full", "mailbox"]
]

const Words = Schema.Literals(["user unknown", "invalid recipient", "unrouteable address"])
const Reply = Schema.Struct({
  contact_id: Schema.Literals(["con_1", "con_2", "con_3"]),
  taken: Schema.Boolean,
  words: Words
})

describe("a negative SMTP reply", () => {
  it.each(replies)("to %s, %s, is of kind %s", (command, text, failure) => {
    assert.strictEqual(smtpFailureOf({ command, text }), failure)
  })

  it.prop(
    "is of the recipient only if another was taken since the last refusal in the same words",
    [Schema.Array(Reply)],
    ([all]) => {
      let taken: RecipientReply | undefined
      const refused = new Map<string, RecipientReply>()
      for (const [at, one] of all.entries()) {
        const reply = { contact_id: one.contact_id, at }
        if (one.taken) taken = reply
        else {
          const last = refused.get(one.words)
          const failure = confirmedFailure("unconfirmed", { tookAnother: tookAnother(one.contact_id, taken, last) })
          const since = all.slice(last === undefined ? 0 : last.at + 1, at).findLast((before) => before.taken)
          assert.strictEqual(failure === "recipient", since !== undefined && since.contact_id !== one.contact_id)
          if (last !== undefined && last.at === at - 1) assert.strictEqual(failure, "sender")
          refused.set(one.words, reply)
        }
      }
    }
  )

  it.prop(
    "that is clear is decided without what came before",
    [Schema.Literals(smtpFailures), Schema.Boolean],
    ([failure, took]) => {
      if (failure !== "unconfirmed") assert.strictEqual(confirmedFailure(failure, { tookAnother: took }), failure)
    }
  )

  it("has the same words for every recipient", () => {
    const words = (to: string, text: string) => comparableWords(text, to)
    assert.strictEqual(
      words("ada@example.com", "550 <ada@example.com>: User ada unknown (id 4Xk2p1)"),
      words("Eve.Holt@other.example", "550 <eve.holt@other.example>: User Eve.Holt unknown (id 9Zz8q7)")
    )
    assert.notStrictEqual(words("a@b.example", "550 User unknown"), words("a@b.example", "550 Invalid recipient"))
    assert.notInclude(words("ada@example.com", "550 ada@example.com: no such user ada"), "ada")
  })
})

it("a mail whose reply was lost is tried again late and seldom, then given up", () => {
  assert.deepStrictEqual(
    [1, 2, 3, 4].map((attempts) => retryLostReplyAt(0, attempts)),
    [3_600_000, 6 * 3_600_000, 24 * 3_600_000, undefined]
  )
})

const Host = Schema.Literals([
  "localhost",
  "tally",
  "127.0.0.1",
  "[::1]",
  "10.0.0.5",
  "shop.example",
  "a.b.c.example",
  "x_y.example"
])
it.prop("a greeting is a full name, and never an address", [Host], ([host]) => {
  assert.match(heloName(host, "ada.example"), /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]+$/)
})
