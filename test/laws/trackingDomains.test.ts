import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import {
  judgeTracking,
  nextTrackingCheck,
  recordFault,
  TrackingFault,
  type TrackingState,
  uncheckedState
} from "../../src/domain/senders/trackingChecks.ts"
import { TrackingHost, trackingHostFault } from "../../src/domain/senders/TrackingDomain.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const host = "links.shop.example"
const decoded = (text: string) => Schema.decodeUnknownOption(TrackingHost)(text)

describe("a tracking domain", () => {
  it("is a host name of the Internet, kept in its IDNA form and lower case", () => {
    const taken = {
      "Links.Shop.example ": host,
      "grüße.tee.example": "xn--gre-6ka8l.tee.example",
      "a.co.uk": "a.co.uk"
    }
    for (const [text, kept] of Object.entries(taken)) {
      assert.deepStrictEqual(decoded(text), decoded(kept), text)
      assert.strictEqual(Schema.decodeUnknownSync(TrackingHost)(text), kept)
    }
    const refused = `shop co.uk 10.0.0.1 [::1] localhost a.localhost shop.local links.shop.example:443 https://links.shop.example a..b.example
      -a.shop.example a_b.shop.example links.shop.example/x ${"a".repeat(64)}.example ${"a.".repeat(130)}example u@links.shop.example *.shop.example`
    for (const text of ["", " ", ...refused.split(/\s+/)]) assert.strictEqual(decoded(text)._tag, "None", text)
  })

  it("is none of the service: neither its own host nor, but for the operator, one at its domain", () => {
    const fault = (name: string, isOperator = false) => trackingHostFault(name, "tally.service.example", isOperator)
    assert.match(fault("tally.service.example", true) ?? "", /the host of this service/)
    assert.match(fault("links.service.example") ?? "", /at the domain of this service/)
    assert.match(fault("service.example") ?? "", /at the domain of this service/)
    assert.isUndefined(fault("links.service.example", true))
    assert.isUndefined(fault(host))
    assert.isUndefined(trackingHostFault("links.shop.co.uk", "tally.service.co.uk", false))
    assert.isUndefined(trackingHostFault(host, "localhost", false))
  })

  const Checks = Schema.Array(Schema.NullOr(TrackingFault)).check(Schema.isMaxLength(20))
  it.prop(
    "is used from the first check that finds no fault until two in a row find one, and never otherwise",
    [Checks],
    ([checks]) => {
      let state: TrackingState = uncheckedState
      checks.forEach((fault, at) => {
        const before = state
        state = judgeTracking(before, fault ?? undefined)
        const isUsed = fault === null || (before.status === "working" && checks[at - 1] === null)
        assert.strictEqual(state.status === "working", isUsed)
        assert.strictEqual(state.fault, fault)
        assert.isTrue(nextTrackingCheck(state) >= 300_000)
      })
    }
  )

  it("waits while DNS has no record of it, and has failed once it had one", () => {
    const after = (...faults: ReadonlyArray<TrackingFault | undefined>) =>
      faults.reduce(judgeTracking, uncheckedState).status
    assert.strictEqual(after("no_record", "dns_silent"), "waiting")
    assert.strictEqual(after("no_record", "other_address"), "failed")
    assert.strictEqual(after(undefined, "no_record", "no_record"), "failed")
    assert.strictEqual(after("other_address", "no_record"), "failed")
  })

  it("leads to the service by a CNAME, or by addresses of which each is the service's", () => {
    const target = "tally.example"
    const fault = (
      aliases: Array<string> | undefined,
      addresses: Array<string> | undefined,
      own = ["1.1.1.1", "2::2"]
    ) => recordFault({ aliases, addresses }, target, own)
    assert.isUndefined(fault(["Tally.Example."], ["9.9.9.9"]))
    assert.isUndefined(fault([], ["1.1.1.1"]))
    assert.isUndefined(fault(["cdn.example"], ["1.1.1.1", "2::2"]))
    assert.strictEqual(fault([], []), "no_record")
    assert.strictEqual(fault([target], []), "no_record")
    assert.strictEqual(fault(["other.example"], []), "other_address")
    assert.strictEqual(fault([], ["1.1.1.1", "9.9.9.9"]), "other_address")
    assert.strictEqual(fault(undefined, ["1.1.1.1"]), "dns_silent")
    assert.strictEqual(fault([target], undefined), "dns_silent")
    assert.strictEqual(recordFault({ aliases: [], addresses: ["1.1.1.1"] }, target, undefined), "dns_silent")
  })

  const Piece = Schema.Literals([
    `<a href="https://shop.example/tea?a=1">tea</a>`,
    `<img src="https://tally.example/m/acc/${"a".repeat(64)}.png" alt="tea">`,
    `<td style="background:url(https://tally.example/m/acc/${"b".repeat(64)}.gif)">x</td>`,
    `<a href="{{ preferences_url }}">choices</a>`,
    `<a href="{{ unsubscribe_url }}">leave</a> {{ unsubscribe_url }}`,
    `<a href="{{ confirm_url }}">yes</a>`,
    `<p>Hi</p>`
  ])
  const Mail = Schema.Struct({
    pieces: Schema.Array(Piece).check(Schema.isMaxLength(6)),
    layout: Schema.Literals(["shell", "none"]),
    class: Schema.Literals(["marketing", "transactional"]),
    purpose: Schema.Literals(["flow", "opt_in"]),
    tracking_host: Schema.NullOr(Schema.Literal(host)),
    hasLogo: Schema.Boolean
  })
  it.effect.prop(
    "has all links, pictures and headers of a mail, or none: the other host stands nowhere in it",
    [Mail],
    ([{ pieces, tracking_host, hasLogo, ...kind }]) =>
      Effect.gen(function* () {
        const logo_url = hasLogo ? `https://tally.example/m/acc/${"c".repeat(64)}.png` : null
        const sender = { ...emptyProfile, tracking_host, logo_url, postal_address: "1 Tea Street" }
        const mail = yield* renderMessage(
          links,
          dueMessage({ ...kind, sender, body: pieces.join("\n") }),
          "ada@example.com"
        )
        assert(mail.channel === "email")
        const whole = JSON.stringify([mail.html, mail.text, mail.headers])
        const [used, other] = tracking_host === null ? ["tally.example", host] : [host, "tally.example"]
        assert.notInclude(whole, `//${other}`)
        if (kind.class === "marketing") assert.include(mail.headers["List-Unsubscribe"], `<https://${used}/u/`)
        for (const [, token = ""] of whole.matchAll(/\/c\/([\w.-]+)/g)) assert.isDefined(links.open("click", token))
      })
  )

  it.effect("is of mail alone: short links of texts stay at the address of the service", () =>
    Effect.gen(function* () {
      const sender = { ...emptyProfile, tracking_host: host }
      const body = "Tea: https://shop.example/tea"
      const text = yield* renderMessage(links, dueMessage({ sender, channel: "sms", body }), "+4512345678")
      assert(text.channel === "sms")
      assert.include(text.text, "https://tally.example/s/")
      assert.notInclude(text.text, host)
    })
  )
})
