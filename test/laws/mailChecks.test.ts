import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { mailChecks, MailCheckName } from "../../src/domain/content/mailChecks.ts"
import { mailTemplate } from "../../src/domain/content/emailBody.ts"
import { mailFacts } from "../../src/outbound/email/mailFacts.ts"

const unsubscribe = `<a href="https://tally.example/u/x">Leave</a>`
const fine = { subject: "Tea", html: `<p>Tea</p>${unsubscribe}`, template: "<p>Tea</p>", preheader: "New teas" }

const failedOf = ({ subject, html, template, preheader }: typeof fine) => {
  const words = mailTemplate({ preheader, html: "" }).replace("</div>", `${"&#8199;&#65279;&#847; ".repeat(60)}</div>`)
  const facts = mailFacts({ subject, html: words + html }, template)
  return mailChecks([{ variant: 0, facts }], null).flatMap(({ check, passed }) => (passed ? [] : [check]))
}

/** Changes of a mail, each with the line of the checklist that it breaks. */
const faults: { readonly [check in Exclude<MailCheckName, "sender" | "spam">]: (mail: typeof fine) => typeof fine } = {
  subject: (mail) => ({ ...mail, subject: " " }),
  preheader: (mail) => ({ ...mail, preheader: "" }),
  weight: (mail) => ({ ...mail, html: `${mail.html}<p>${"a".repeat(100_000)}</p>` }),
  images: (mail) => ({ ...mail, html: `<img src="https://a.example/a.png">${mail.html}` }),
  links: (mail) => ({ ...mail, template: `<a href="http://shop.example/">Shop</a>` }),
  unsubscribe: (mail) => ({ ...mail, html: mail.html.replace(unsubscribe, "") })
}

const Fault = Schema.Literals(["subject", "preheader", "weight", "images", "links", "unsubscribe"])

describe("the checklist of a mail", () => {
  it.prop("names each fault, and no other line", [Schema.Array(Fault).check(Schema.isUnique())], ([drawn]) => {
    const mail = drawn.reduce((made, name) => faults[name](made), fine)
    assert.sameMembers([...failedOf(mail)], [...drawn, "sender"])
  })

  it("counts what it names", () => {
    const html = `<img alt="Cup" src="a"><img alt="" src="b"><img src="c"><img alt="" role="presentation" src="d">`
    const template = `<a href="http://a.example">A</a><a href="https://a b">B</a><a href="{{ x }}">C</a><a href="mailto:a@a.example">D</a>`
    const facts = mailFacts({ subject: "Tea", html }, template)
    assert.deepInclude(facts, { images: 4, imagesWithoutText: 2, bytes: html.length, canUnsubscribe: false })
    assert.deepStrictEqual(facts.links, ["http://a.example", "https://a b", "mailto:a@a.example"])
    const details = new Map(mailChecks([{ variant: 0, facts }], null).map(({ check, detail }) => [check, detail]))
    assert.strictEqual(
      details.get("links"),
      "1 link with an address that can't be read, 1 link with http:// instead of https://"
    )
    assert.strictEqual(details.get("images"), "2 pictures without alternative text, for those who do not see it")
  })

  it("has one line of the sender for all variants, by the last check of its domain", () => {
    const facts = mailFacts({ subject: "Tea", html: "" }, "")
    const lines = mailChecks(
      [0, 1].map((variant) => ({ variant, facts })),
      null
    )
    assert.deepStrictEqual(
      lines.filter(({ check }) => check === "sender").map(({ variant, passed }) => [variant, passed]),
      [[null, false]]
    )
    assert.lengthOf(lines, 2 * (MailCheckName.literals.length - 2) + 1)
  })
})
