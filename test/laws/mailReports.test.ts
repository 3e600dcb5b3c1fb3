import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { DeliveryReport } from "../../src/domain/messages/DeliveryReport.ts"
import { readReports, readSesMessage, maxReports } from "../../src/domain/messages/providers/readReports.ts"
import { isSnsAddress, isSnsCertificate } from "../../src/domain/messages/providers/sns.ts"
import { reportedFailure } from "../../src/domain/messages/reportedFailure.ts"
import { smtpFailureOf } from "../../src/domain/messages/SmtpReply.ts"
import { isSoftBounceLimitReached, softBounceLimit } from "../../src/domain/messages/softBounces.ts"
import { mailReports } from "../support/samples/mailReports.ts"

const message_id = `msg_${"0".repeat(26)}`
const samples = mailReports("Ada@example.com", message_id)

const reportsOf = (provider: string, body: unknown): ReadonlyArray<DeliveryReport> => {
  if (provider === "ses") return readSesMessage(body as never)
  const read = readReports(JSON.parse(JSON.stringify(body)))
  assert.isTrue(Result.isSuccess(read), JSON.stringify(read))
  return Result.isSuccess(read) ? read.success.reports : []
}

const kindOf = (provider: string, body: unknown): string =>
  reportsOf(provider, body)
    .map(({ kind, refusal }) => (refusal === undefined ? kind : `${kind} ${refusal}`))
    .join()

const expected = {
  ses: {
    bounced: "bounced",
    suppressed: "bounced",
    soft: "soft_bounced",
    policy: "refused policy",
    content: "refused content",
    complained: "complained",
    notSpam: "",
    delivered: "delivered"
  },
  sendgrid: {
    bounced: "bounced",
    nameless: "bounced",
    policy: "refused policy",
    blocked: "refused policy",
    full: "soft_bounced",
    droppedBounce: "bounced",
    droppedContent: "refused content",
    deferred: "",
    complained: "complained",
    delivered: "delivered",
    opened: ""
  },
  mailgun: {
    bounced: "bounced",
    listed: "bounced",
    policy: "refused policy",
    soft: "soft_bounced",
    complained: "complained",
    delivered: "delivered",
    opened: ""
  },
  postmark: {
    bounced: "bounced",
    bad: "bounced",
    soft: "soft_bounced",
    spam: "refused policy",
    away: "",
    complained: "complained",
    delivered: "delivered"
  },
  brevo: {
    bounced: "bounced",
    plainly: "bounced",
    soft: "soft_bounced",
    blocked: "refused policy",
    policy: "refused policy",
    complained: "complained",
    delivered: "delivered",
    deferred: ""
  },
  resend: {
    bounced: "bounced",
    soft: "soft_bounced",
    unclear: "refused other",
    policy: "refused policy",
    complained: "complained",
    delivered: "delivered",
    sent: ""
  }
}

describe("reports of mail providers", () => {
  it("are read for what they say, in the shape of each provider", () => {
    const read = Object.fromEntries(
      Object.entries(samples).map(([provider, bodies]) => [
        provider,
        Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, kindOf(provider, body)]))
      ])
    )
    assert.deepStrictEqual(read, expected)
  })

  it("name the recipient, the message, and when it happened", () => {
    for (const [provider, bodies] of Object.entries(samples)) {
      const [report] = reportsOf(provider, bodies.bounced)
      assert.deepStrictEqual(
        [report?.email, report?.message_id, Math.floor((report?.at ?? 0) / 1_000)],
        ["Ada@example.com", message_id, 1_795_168_800],
        provider
      )
    }
  })

  it("come alone or in lists of one provider, at most 5,000", () => {
    const [one] = samples.sendgrid.bounced
    assert.strictEqual(reportsOf("sendgrid", one).length, 1)
    assert.strictEqual(
      reportsOf(
        "brevo",
        Array.from({ length: 3 }, () => samples.brevo.bounced)
      ).length,
      3
    )
    assert.strictEqual(reportsOf("plain", [{ type: "bounce", email: "a@example.com" }]).length, 1)
    assert.deepStrictEqual(reportsOf("plain", []), [])
    const issues = (body: unknown) => {
      const read = readReports(body)
      return Result.isFailure(read) ? read.failure : []
    }
    assert.strictEqual(issues([one, samples.brevo.bounced])[0]?.field, "1")
    assert.strictEqual(issues(Array.from({ length: maxReports + 1 }, () => one)).length, 1)
    assert.strictEqual(issues([{ type: "bounce", email: "no address" }])[0]?.field, "0.email")
  })

  it("of unknown form are refused with the known forms", () => {
    for (const body of [
      {},
      { type: "other", email: "a@example.com" },
      { event: "bounce", email: "a@example.com" },
      [1],
      [null]
    ]) {
      const read = readReports(body)
      assert.isTrue(Result.isFailure(read), JSON.stringify(body))
      assert.include(
        JSON.stringify(Result.isFailure(read) ? read.failure : ""),
        "SendGrid, Mailgun, Postmark, Brevo, Resend"
      )
    }
    const raw = readReports(samples.ses.bounced)
    assert.include(JSON.stringify(Result.isFailure(raw) ? raw.failure : ""), "raw message delivery off")
  })

  // Any JSON, also where members of a known form are expected.
  const Json: Schema.Codec<unknown> = Schema.Union([
    Schema.String,
    Schema.Number,
    Schema.Boolean,
    Schema.Null,
    Schema.Array(Schema.Union([Schema.String, Schema.Null])),
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Null]))
  ])
  const names =
    `event email sg_event_id event-data RecordType message-id type data to reason status timestamp bounce complaint
    delivery mail notificationType severity recipient`.split(/\s+/)
  const Hostile = Schema.Record(Schema.Literals(names), Json)
  it.prop("never fail on hostile members", [Hostile], ([body]) => {
    readReports(body)
    readReports([body, body])
    readSesMessage(body)
  })
})

const Codes = Schema.Struct({
  basic: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })),
  class: Schema.Literals([2, 4, 5]),
  subject: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
  detail: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
})
const Verdict = Schema.NullOr(Schema.Literals(["permanent", "temporary", "blocked"]))

describe("bounces", () => {
  it.prop(
    "of any code are permanent recipient failures only for 5.1.x and 5.2.1, or 550 and 551 of the recipient",
    [Codes],
    ([codes]) => {
      const enhanced = `${codes.class}.${codes.subject}.${codes.detail}`
      const failure = smtpFailureOf({ command: "RCPT TO", text: `${codes.basic} ${enhanced} text` })
      if (failure === "recipient") assert.match(enhanced, /^5\.(?:1\.(?:[1-46]|10)|2\.1)$/)
      const bare = smtpFailureOf({ command: "RCPT TO", text: `${codes.basic} text` })
      assert.strictEqual(bare === "recipient", codes.basic === 550 || codes.basic === 551)
      for (const command of ["MAIL FROM", "DATA"]) {
        assert.notStrictEqual(smtpFailureOf({ command, text: `${codes.basic} text` }), "recipient")
      }
    }
  )

  it.prop(
    "that a provider calls temporary or blocked, or whose code names another cause, never suppress",
    [Verdict, Codes],
    ([verdict, codes]) => {
      const enhanced = `${codes.class}.${codes.subject}.${codes.detail}`
      const { outcome } = reportedFailure({ verdict, texts: [enhanced, `smtp; ${codes.basic} ${enhanced} words`] })
      assert.notInclude(["delivered", "complained"], outcome.kind)
      if (outcome.kind !== "bounced") return
      assert.include(["permanent", null], verdict)
      assert.notMatch(enhanced, /^(?:4\.|5\.[67]\.|(?:5\.2\.[23]|5\.3\.4|5\.1\.[78])$)(?!0\.0$)/)
    }
  )

  it("of quota and greylisting are retried, of sender, content and policy are not", () => {
    const failureOf = (command: string, text: string) => smtpFailureOf({ command, text })
    assert.deepStrictEqual(
      [
        failureOf("RCPT TO", "552 5.2.2 full"),
        failureOf("RCPT TO", "552 full"),
        failureOf("RCPT TO", "450 4.2.1 busy"),
        failureOf("RCPT TO", "450 4.7.1 greylisted"),
        failureOf("RCPT TO", "421 4.3.2 closing"),
        failureOf("MAIL FROM", "530 5.7.0 authenticate first"),
        failureOf("RCPT TO", "550 5.7.1 policy"),
        failureOf("DATA", "554 5.6.0 content"),
        failureOf("DATA", "552 5.7.0 attachment"),
        failureOf("MAIL FROM", "552 5.3.4 too big"),
        failureOf("RCPT TO", "550 5.1.8 sender domain"),
        failureOf("MAIL FROM", "550 sender refused"),
        failureOf("RCPT TO", "554 transaction failed")
      ],
      `mailbox mailbox mailbox temporary temporary temporary policy content policy content sender sender other`.split(
        " "
      ) as never
    )
  })

  const day = 86_400_000
  it("suppress an address when five soft ones fall within seven days", () => {
    assert.isTrue(isSoftBounceLimitReached([0, 1, 2, 3, 7].map((at) => at * day)))
    assert.isFalse(isSoftBounceLimitReached([0, 1, 2, 3, 7.01].map((at) => at * day)))
    assert.isFalse(isSoftBounceLimitReached([0, 1, 2, 3]))
  })

  const Times = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * day })))
  it.prop("count in any order, and one more never lifts the limit", [Times], ([times]) => {
    const reached = isSoftBounceLimitReached(times)
    assert.strictEqual(isSoftBounceLimitReached(times.toReversed()), reached)
    if (reached) assert.isTrue(isSoftBounceLimitReached([...times, 0]))
    if (times.length < softBounceLimit.count) assert.isFalse(reached)
  })
})

describe("addresses of Amazon SNS", () => {
  it("are https at its own hosts, and nothing else", () => {
    assert.isTrue(isSnsCertificate("https://sns.us-east-1.amazonaws.com/SimpleNotificationService-a1b2.pem"))
    assert.isTrue(isSnsCertificate("https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-a1b2.pem"))
    for (const address of [
      "http://sns.us-east-1.amazonaws.com/SimpleNotificationService-a.pem",
      "https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-a.pem",
      "https://evil.example/sns.us-east-1.amazonaws.com/SimpleNotificationService-a.pem",
      "https://sns.us-east-1.amazonaws.com@evil.example/SimpleNotificationService-a.pem",
      "https://user@sns.us-east-1.amazonaws.com/SimpleNotificationService-a.pem",
      "https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-a.pem",
      "https://bucket.s3.amazonaws.com/SimpleNotificationService-a.pem",
      "https://sns.evil.amazonaws.com/SimpleNotificationService-a.pem",
      "https://sns.us-east-1.amazonaws.com/other.pem",
      "file:///etc/passwd",
      ""
    ]) {
      assert.isFalse(isSnsCertificate(address), address)
    }
    assert.isFalse(isSnsAddress("https://169.254.169.254/"))
  })
})
