import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { LinkParameters, OwnLinkParameters, withLinkParameters } from "../../src/domain/messages/LinkParameters.ts"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"

const parameters = "utm_source=tea&utm_medium={channel}&utm_campaign={name}"
const source = { channel: "email", name: "Spring & more #1" } as const
const read = Schema.decodeUnknownResult(LinkParameters)

describe("parameters of links", () => {
  const Part = Schema.String.check(Schema.isPattern(/^[a-z]{1,8}$/))
  it.prop(
    "are added once, and all that an address has stays as it is",
    [Part, Schema.Array(Schema.Tuple([Part, Part])), Schema.Literals(["", "#top", "#"])],
    ([path, pairs, fragment]) => {
      const query = pairs.map(([key, value]) => `${key}=${value}`).join("&")
      const url = `https://shop.example/${path}${query === "" ? "" : `?${query}`}${fragment}`
      const once = withLinkParameters(url, parameters, source)
      const { searchParams, hash } = new URL(once)
      assert.isTrue(once.startsWith(url.slice(0, url.length - fragment.length)))
      assert.deepStrictEqual(
        [...searchParams],
        [...pairs, ["utm_source", "tea"], ["utm_medium", "email"], ["utm_campaign", "Spring & more #1"]]
      )
      assert.strictEqual(hash, fragment === "#top" ? fragment : "")
      assert.strictEqual(withLinkParameters(once, parameters, source), once)
    }
  )

  it("leave those alone that an address has, and leave the name out where there is none", () => {
    const added = (url: string, name: string | null = "Spring") =>
      withLinkParameters(url, parameters, { channel: "sms", name })
    assert.strictEqual(
      added("https://a.example/?utm_source=own"),
      "https://a.example/?utm_source=own&utm_medium=sms&utm_campaign=Spring"
    )
    assert.strictEqual(added("https://a.example?", null), "https://a.example?utm_source=tea&utm_medium=sms")
    assert.strictEqual(withLinkParameters("https://a.example", null, source), "https://a.example")
  })

  it("are refused when they could end an address or are none", () => {
    for (const text of [parameters, "a=1", "utm_source=tea%20shop", " ref={name} "])
      assert.isTrue(Result.isSuccess(read(text)), text)
    for (const text of [
      "",
      "utm_source",
      "=a",
      "a=b#c",
      "a=b c",
      "a={{ contact.email }}",
      "a=1&&b=2",
      Array.from({ length: 11 }, (_, at) => `a${at}=1`).join("&")
    ])
      assert.isTrue(Result.isFailure(read(text)), text)
  })

  it("of a campaign may be none", () => {
    const decode = Schema.decodeUnknownResult(OwnLinkParameters)
    assert.deepStrictEqual(
      ["", " ", "a=1", "a"].map((text) => Result.isSuccess(decode(text))),
      [true, true, true, false]
    )
    assert.strictEqual(
      withLinkParameters("https://a.example/", "", { channel: "email", name: "Spring" }),
      "https://a.example/"
    )
  })

  it.effect("stand in the links of mails and texts that the template names, and in no others", () =>
    Effect.gen(function* () {
      const sender = { ...emptyProfile, link_parameters: parameters }
      const mail = yield* renderMessage(
        links,
        dueMessage({
          sender,
          source_name: "Spring",
          body: `<a href="https://shop.example/tea?a=1">x</a><a href="{{ contact.site }}">y</a>`,
          data: { contact: { site: "https://other.example/" } }
        }),
        "ada@example.com"
      )
      assert(mail.channel === "email")
      const targets = [...mail.html.matchAll(/tally\.example\/c\/([\w.-]+)/g)].map(
        ([, token = ""]) => links.open("click", token)?.[2]
      )
      assert.include(targets, "https://shop.example/tea?a=1&utm_source=tea&utm_medium=email&utm_campaign=Spring")
      assert.include(mail.html, `href="https://other.example/"`)
      const text = yield* renderMessage(
        links,
        dueMessage({ sender, source_name: "Spring", channel: "sms", body: "Tea: https://shop.example/tea" }),
        "+4512345678"
      )
      assert(text.channel === "sms")
      assert.include(
        text.links.map(({ url }) => url),
        "https://shop.example/tea?utm_source=tea&utm_medium=sms&utm_campaign=Spring"
      )
    })
  )
})
