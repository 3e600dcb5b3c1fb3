import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Definition } from "../../src/domain/flows/Definition.ts"
import { marketingSenders, sendersOfFlow } from "../../src/domain/flows/sendersOfFlow.ts"
import { sendsMarketingMail } from "../../src/domain/flows/sendsMarketingMail.ts"
import {
  decideRoute,
  furtherSenderIssues,
  missingFields,
  RequiredField,
  senderIssues
} from "../../src/domain/senders/MailRoute.ts"
import { decideSenderChange } from "../../src/domain/senders/SenderChange.ts"
import { emptyProfile, senderFields } from "../../src/domain/senders/SenderProfile.ts"
import { parseSmtpUrl } from "../../src/domain/senders/SmtpServer.ts"

const Case = Schema.Struct({
  from_email: Schema.Literals(["hello@ada.example", "Service@tally.example"]).pipe(Schema.NullOr),
  shared_address: Schema.Boolean,
  has_server: Schema.Boolean,
  domain_proven: Schema.Boolean,
  sends: Schema.Boolean,
  from: Schema.NullOr(Schema.Literal("service@tally.example"))
})

describe("the route of an account's mail", () => {
  it.prop("is EMAIL_FROM only where the operator lets it, and captured only without any server", [Case], ([one]) => {
    const decision = decideRoute(one, one)
    assert.strictEqual(decision._tag === "captured", !one.has_server && !one.sends)
    if (decision._tag === "captured") return
    const from = decision._tag === "none" ? null : decision.from
    if (from?.toLowerCase() === "service@tally.example" && one.from !== null) assert.isTrue(one.shared_address)
    if (one.from_email === "hello@ada.example") assert.strictEqual(from, one.from_email)
    if (decision._tag === "send") assert.strictEqual(decision.server, one.has_server ? "own" : "process")
    const complete = { ...emptyProfile, from_name: "Ada", postal_address: "1 Tea Street" }
    const lacking: ReturnType<typeof missingFields> =
      from === null ? ["from_email"] : decision._tag === "unproven" ? ["domain_proof"] : []
    assert.deepStrictEqual(missingFields(complete, one, one), lacking)
  })

  it.prop(
    "through the process's server is only from a proven domain, or from that of EMAIL_FROM where it is shared",
    [Case],
    ([one]) => {
      const decision = decideRoute(one, one)
      if (decision._tag !== "send" || decision.server !== "process") return
      const isServices = one.from !== null && decision.from.toLowerCase().endsWith("@tally.example")
      assert.isTrue(isServices ? one.shared_address : one.domain_proven)
    }
  )

  it("misses name, address and postal address of an account that has set nothing", () => {
    const settings = { from_email: null, shared_address: false, has_server: false, domain_proven: false }
    const server = { sends: true, from: "service@tally.example" }
    assert.deepStrictEqual(missingFields(emptyProfile, settings, server), ["from_name", "from_email", "postal_address"])
  })
})

describe("a change of a sender", () => {
  const before = { profile: emptyProfile, shared_address: false, has_server: false }
  const server = { sends: true, from: "service@tally.example" }

  it("keeps what it leaves out, clears what is null, and is refused where it could not send", () => {
    const set = Result.getOrThrow(decideSenderChange(before, { from_name: "Ada", from_email: "a@ada.example" }, server))
    const cleared = Result.getOrThrow(
      decideSenderChange(set, { from_name: null, smtp_url: "smtp://m.example" }, server)
    )
    assert.deepStrictEqual(
      [cleared.profile.from_name, cleared.profile.from_email, cleared.has_server],
      [null, "a@ada.example", true]
    )
    const refused = [
      decideSenderChange(before, { smtp_url: "smtp://m.example" }, server),
      decideSenderChange(cleared, { from_email: null }, server),
      decideSenderChange(before, { from_email: "SERVICE@tally.example" }, server),
      decideSenderChange(
        { ...before, shared_address: true, profile: { ...emptyProfile, from_email: "service@tally.example" } },
        { shared_address: false },
        server
      )
    ]
    for (const one of refused) assert.strictEqual(Result.merge(Result.flip(one)) instanceof Error, true)
    assert.isTrue(
      Result.isSuccess(
        decideSenderChange(before, { from_email: "service@tally.example", shared_address: true }, server)
      )
    )
  })

  it("takes https addresses of logos and colours of six digits alone", () => {
    const fits = (schema: Schema.Codec<unknown, unknown>, value: unknown) =>
      Result.isSuccess(Schema.decodeUnknownResult(schema)(value))
    for (const value of [
      "http://a.example/x.png",
      "https://a:b@a.example/",
      "javascript:alert(1)",
      "data:image/png;base64,AA",
      ""
    ])
      assert.isFalse(fits(senderFields.logo_url, value), value)
    assert.isTrue(fits(senderFields.logo_url, "https://a.example/x.png"))
    for (const value of ["#12345", "red", "#1234567", "#12345g", "#123456;x"])
      assert.isFalse(fits(senderFields.color, value), value)
    assert.isTrue(fits(senderFields.color, "#12aBcD"))
    assert.isFalse(fits(senderFields.from_name, "Ada\r\nBcc: eve@example.com"))
    assert.isFalse(fits(senderFields.reply_to, "a@b.example, eve@example.com"))
  })
})

describe("an SMTP address", () => {
  it.prop("gives back any user and password", [Schema.String, Schema.String], ([user, password]) => {
    if (!user.isWellFormed() || !password.isWellFormed() || user === "") return
    const server = parseSmtpUrl(`smtps://${encodeURIComponent(user)}:${encodeURIComponent(password)}@m.example`)
    assert.deepStrictEqual(server, { host: "m.example", port: 465, secure: true, user, password })
  })

  it("has a host, and no options, which could reach files and other hosts", () => {
    assert.deepStrictEqual(parseSmtpUrl("smtp://M.Example"), {
      host: "m.example",
      port: 587,
      secure: false,
      user: null,
      password: ""
    })
    assert.strictEqual(parseSmtpUrl("smtp://[::1]:25")?.host, "::1")
    const refused = `http://m.example smtp:m.example smtp:// smtp://m.example?host=10.0.0.1 smtp://m.example?proxy=http://x
      smtp://m.example/x smtp://m.example#x smtp://m.example:0 smtp://m.example:99999 smtp://%31.example smtp://a@b@m.example:1x
      smtp://-m.example smtp://m..example smtp://u:%E0%A4%A@m.example`
    for (const url of refused.split(/\s+/)) assert.isUndefined(parseSmtpUrl(url), url)
  })
})

describe("what marketing lacks of a further sender", () => {
  it.prop(
    "is told at the member that names it, but for the postal address, which is the account's",
    [Schema.Array(RequiredField)],
    ([missing]) => {
      const issues = furtherSenderIssues(missing, { field: "sender_id", sending: "campaign" })
      assert.lengthOf(issues, missing.length)
      const postal = missing.includes("postal_address")
      assert.strictEqual(
        issues.some(({ field }) => field !== "sender_id"),
        postal
      )
      if (postal) assert.deepInclude(issues, senderIssues(["postal_address"], "campaign")[0])
    }
  )
})

describe("the senders of a flow", () => {
  it.prop(
    "are those of its marketing mail and of the rest; it has marketing mail where it has senders of that",
    [Definition],
    ([definition]) => {
      const [all, marketing] = [sendersOfFlow(definition), marketingSenders(definition)]
      assert.includeDeepMembers([...all], [...marketing])
      assert.strictEqual(marketing.length > 0, sendsMarketingMail(definition))
      assert.lengthOf(new Set(all.map(({ field }) => field)), all.length)
    }
  )
})
