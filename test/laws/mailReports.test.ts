import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { DeliveryReport } from "../../src/domain/mailReports/DeliveryReport.ts"
import { metadataHeaders } from "../../src/domain/mailReports/metadataHeaders.ts"
import { reportForms } from "../../src/domain/mailReports/reportForms.ts"
import { signedFormIds } from "../../src/domain/mailReports/ReportKey.ts"
import { readReports, maxReports } from "../../src/domain/mailReports/readReports.ts"
import { readSesMessage } from "../../src/domain/mailReports/ses.ts"
import { isSnsAddress, isSnsCertificate } from "../../src/domain/mailReports/sns.ts"
import { reportedFailure } from "../../src/domain/mailReports/reportedFailure.ts"
import { smtpFailureOf } from "../../src/domain/messages/SmtpReply.ts"
import { isSoftBounceLimitReached, softBounceLimit } from "../../src/domain/mailReports/softBounces.ts"
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
    delivered: "delivered",
    away: "",
    awayPlainly: "",
    softOther: "soft_bounced",
    listed: "unsubscribed",
    bracketed: "bounced",
    left: "unsubscribed",
    leftTopic: "unsubscribed",
    joined: "",
    rejected: "refused content"
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
    opened: "",
    left: "unsubscribed",
    leftGroup: "unsubscribed",
    joinedGroup: "",
    droppedLeft: "unsubscribed",
    droppedInvalid: "bounced",
    droppedHeader: "refused other",
    status: ""
  },
  mailgun: {
    bounced: "bounced",
    listed: "bounced",
    policy: "refused policy",
    soft: "soft_bounced",
    complained: "complained",
    delivered: "delivered",
    opened: "",
    left: "unsubscribed",
    listedLeft: "unsubscribed",
    rejected: "refused other"
  },
  postmark: {
    bounced: "bounced",
    bad: "bounced",
    soft: "soft_bounced",
    spam: "refused policy",
    away: "",
    complained: "complained",
    delivered: "delivered",
    named: "bounced",
    left: "unsubscribed",
    leftByHand: "unsubscribed",
    suppressedBounce: "bounced",
    suppressedComplaint: "complained",
    reactivated: "",
    askedToLeave: "unsubscribed",
    challenge: "",
    opened: ""
  },
  brevo: {
    bounced: "bounced",
    plainly: "bounced",
    soft: "soft_bounced",
    blocked: "refused policy",
    policy: "refused policy",
    complained: "complained",
    delivered: "delivered",
    deferred: "",
    left: "unsubscribed",
    leftMarketing: "unsubscribed",
    bouncedMarketing: "bounced",
    complainedMarketing: "complained",
    openedMarketing: "",
    listAddition: "",
    updated: "",
    deleted: ""
  },
  resend: {
    bounced: "bounced",
    soft: "soft_bounced",
    unclear: "refused other",
    policy: "refused policy",
    complained: "complained",
    delivered: "delivered",
    sent: "",
    away: "",
    diagnosed: "soft_bounced",
    suppressed: "bounced",
    left: "unsubscribed",
    created: "",
    updated: "",
    deleted: "",
    added: "unsubscribed",
    addedBounce: "bounced",
    removed: "",
    domain: ""
  }
}

describe("reports of mail providers", () => {
  it("are signed in the forms that a key can be set for", () => {
    const signed = Object.entries(reportForms).filter(([, form]) => "signing" in form)
    assert.deepStrictEqual(
      signed.map(([id]) => id),
      [...signedFormIds]
    )
  })

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

  it("name the message by the metadata that was sent along, where the provider gives it another Message-ID", () => {
    const { ses, sendgrid, mailgun, postmark, brevo, resend } = mailReports("ada@example.com", "")
    const headersOf = (host: string) => metadataHeaders(host, message_id)
    const [sent] = sendgrid.left
    const { unique_args } = JSON.parse(headersOf("smtp.sendgrid.net")["X-SMTPAPI"] ?? "")
    const variables = JSON.parse(headersOf("smtp.eu.mailgun.org")["X-Mailgun-Variables"] ?? "")
    const [tag = "", value] = (headersOf("email-smtp.eu-west-1.amazonaws.com")["X-SES-MESSAGE-TAGS"] ?? "").split("=")
    const entity = { name: "X-Entity-Ref-ID", value: headersOf("smtp.resend.com")["X-Entity-Ref-ID"] }
    const event = mailgun.left["event-data"]
    const reported = {
      sendgrid: { ...sent, ...unique_args },
      mailgun: { ...mailgun.left, "event-data": { ...event, "user-variables": variables } },
      postmark: {
        ...postmark.left,
        Metadata: { Message_id: headersOf("smtp-broadcasts.postmarkapp.com")["X-PM-Metadata-message_id"] }
      },
      brevo: { ...brevo.left, ...headersOf("smtp-relay.brevo.com") },
      resend: { ...resend.complained, data: { ...resend.complained.data, headers: [entity] } },
      ses: { ...ses.left, mail: { ...ses.left.mail, headers: [], tags: { [tag]: [value] } } }
    }
    for (const [provider, body] of Object.entries(reported)) {
      assert.strictEqual(reportsOf(provider, body)[0]?.message_id, message_id, provider)
    }
    for (const host of [null, "127.0.0.1", "mail.tea.example", "resend.com.evil.example", "notsendgrid.net"]) {
      assert.deepStrictEqual(metadataHeaders(host, message_id), {}, String(host))
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
    assert.strictEqual(issues(Array.from({ length: maxReports + 1 }, () => one)).length, 1)
    assert.strictEqual(issues([{ type: "bounce", email: "no address" }])[0]?.field, "0.email")
  })

  it("in a list are heard beside elements that cannot be read, wherever those stand", () => {
    const { sg_event_id: _id, sg_message_id: _message, ...nameless } = samples.sendgrid.delivered[0] ?? {}
    const left = samples.sendgrid.left[0]
    const bounced = samples.sendgrid.bounced[0]
    for (const list of [
      [nameless, left, bounced],
      [left, null, bounced],
      [left, bounced, samples.brevo.bounced, "text"]
    ]) {
      const read = readReports(JSON.parse(JSON.stringify(list)))
      assert.isTrue(Result.isSuccess(read))
      if (!Result.isSuccess(read)) continue
      assert.deepStrictEqual(
        read.success.reports.map(({ kind }) => kind),
        ["unsubscribed", "bounced"]
      )
      assert.strictEqual(read.success.leftOut, list.length - 2)
    }
  })

  it("name the recipient with a display name or in angle brackets", () => {
    for (const email of ['"Lovelace, Ada" <ada@example.com>', "<ada@example.com>", " Ada L <ada@example.com> "]) {
      assert.deepStrictEqual(
        [
          ...reportsOf("sendgrid", { ...samples.sendgrid.left[0], email }),
          ...reportsOf("plain", { type: "unsubscribe", email })
        ].map((report) => report.email),
        ["ada@example.com", "ada@example.com"],
        email
      )
    }
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
    "of any code without telling words are permanent recipient failures only for 5.1.x and 5.2.1; 550 and 551 of the recipient may be",
    [Codes],
    ([codes]) => {
      const enhanced = `${codes.class}.${codes.subject}.${codes.detail}`
      const failure = smtpFailureOf({ command: "RCPT TO", text: `${codes.basic} ${enhanced} text` })
      if (failure === "recipient") assert.match(enhanced, /^5\.(?:1\.(?![78]$)\d+|2\.1)$/)
      const bare = smtpFailureOf({ command: "RCPT TO", text: `${codes.basic} text` })
      assert.notStrictEqual(bare, "recipient")
      assert.strictEqual(bare === "unconfirmed", codes.basic === 550 || codes.basic === 551)
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
