import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { bodyIssues, unfinishedBody } from "../../src/domain/content/contentIssues.ts"
import { bodyTemplates } from "../../src/domain/content/emailBody.ts"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { sendsMarketingMail } from "../../src/domain/flows/sendsMarketingMail.ts"
import { stepsOf } from "../../src/domain/flows/stepsOf.ts"
import { smsParts } from "../../src/domain/messages/smsParts.ts"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { mailTemplates } from "../../src/domain/templates/mailTemplates.ts"
import { sampleShop, shopAddress } from "../../src/domain/templates/shopAddress.ts"
import { checkTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { checkCampaignTemplates } from "../../src/outbound/templates/checkCampaignTemplates.ts"
import { decodeDocument } from "../support/content.ts"
import { failedChecks, mailsOfFlow, sentMail } from "../support/readyTemplates.ts"

const flowMails = flowTemplates.flatMap(({ key, definition }) =>
  mailsOfFlow(definition(sampleShop)).map(({ id, mail }) => ({ name: `${key}, ${id}`, mail }))
)
const mails = [...mailTemplates.map(({ key, mail }) => ({ name: key, mail: mail(sampleShop) })), ...flowMails]

describe("ready-made templates", () => {
  it("are 12 mails and 20 flows, each with a name of its own", () => {
    for (const [templates, count] of [
      [mailTemplates, 12],
      [flowTemplates, 20]
    ] as const) {
      assert.lengthOf(templates, count)
      for (const part of ["key", "name", "description"] as const)
        assert.strictEqual(new Set(templates.map((template) => template[part])).size, count)
    }
  })

  it("make mails that decode, lack nothing, and pass the checklist", () => {
    for (const { name, mail } of mails) {
      assert.isTrue(Result.isSuccess(decodeDocument(JSON.parse(JSON.stringify(mail.content.document)))), name)
      assert.deepStrictEqual([...bodyIssues(mail, ""), ...unfinishedBody(mail, "")], [], name)
      assert.deepStrictEqual(failedChecks(mail), [], name)
    }
  })

  it("make mails with a text part, pictures with alternative text and links that lead somewhere", () => {
    for (const { name, mail } of mails) {
      const { html, text, subject } = sentMail(mail)
      assert.isAbove(text.trim().length, 50, name)
      assert.notMatch(`${subject}${html}${text}`, /\{[{%]/, name)
      // A picture beside the words of its own link is decoration, and says so.
      assert.notMatch(html, /<img(?![^>]* alt="(?:[^"]+"|" role="presentation"))/, name)
      assert.notMatch(html, /(?:href|src)="(?!https:|mailto:)/, name)
    }
  })

  it("make mails that are whole for a contact without a name, products or a shown price", () => {
    for (const { name, mail } of mails) {
      const { html, subject } = sentMail(mail, { account: { name: "Tea" }, contact: {} })
      assert.notMatch(html, /(?:href|src)="(?!https:|mailto:)/, name)
      assert.notMatch(`${subject} ${html}`, /undefined|null|NaN|Hello ,|Dear ,/, name)
      assert.notStrictEqual(subject.trim(), "", name)
    }
  })

  it("use no field in a mail that campaigns lack", () => {
    for (const { key, mail } of mailTemplates) {
      const made = mail(sampleShop)
      const subject = { field: "subject", kind: "subject", source: made.subject } as const
      assert.deepStrictEqual(checkCampaignTemplates([subject, ...bodyTemplates(made, "")]), [], key)
    }
  })

  it("make flows that can be saved, with nothing but good conditions, delays and messages", () => {
    for (const { key, name, definition } of flowTemplates) {
      const body = JSON.parse(JSON.stringify({ name, definition: definition(sampleShop) }))
      const decoded = decodeFlow(body, checkTemplates)
      assert.deepStrictEqual(Result.isFailure(decoded) ? decoded.failure.issues : [], [], key)
    }
  })

  it("need consent for all but messages about an order or a product that was asked for", () => {
    assert.deepStrictEqual(
      flowTemplates.flatMap(({ key, definition }) => {
        const made = definition(sampleShop)
        const sends = stepsOf(made).some(({ step }) => step.type === "send_email")
        return sends && !sendsMarketingMail(made) ? [key] : []
      }),
      ["order-confirmation", "back-in-stock"]
    )
  })

  it("have texts of at most two parts, which say how to get no more", () => {
    for (const { key, definition } of flowTemplates)
      for (const { step } of stepsOf(definition(sampleShop)))
        if (step.type === "send_sms") {
          assert.include(step.text, "STOP", key)
          assert.isAtMost(smsParts(step.text.replace(/\{\{.*?\}\}/g, "x".repeat(20))).parts, 2, key)
        }
  })

  it("lead to the shop that is given", () => {
    const elsewhere = "https://tea.example/"
    for (const make of [...mailTemplates.map(({ mail }) => mail), ...flowTemplates.map(({ definition }) => definition)])
      assert.strictEqual(
        JSON.stringify(make(elsewhere)),
        JSON.stringify(make(sampleShop)).replaceAll(sampleShop, elsewhere)
      )
  })

  it.prop("take only an address of the web as the shop's", [Schema.String], ([typed]) => {
    const address = shopAddress(typed)
    if (address !== undefined) assert.match(address, /^https?:\/\/[^/]+\.[^/]+\//)
  })

  it("put https:// before a shop's name, and keep no password", () => {
    assert.strictEqual(shopAddress(" tea.example "), "https://tea.example/")
    assert.strictEqual(shopAddress("http://tea.example/uk"), "http://tea.example/uk")
    for (const typed of [
      "",
      "tea",
      ".",
      "tea.",
      "javascript:alert(1)",
      "https://a:b@tea.example",
      "{{ cart.url }}",
      "ftp://a.example"
    ])
      assert.isUndefined(shopAddress(typed), typed)
  })
})
