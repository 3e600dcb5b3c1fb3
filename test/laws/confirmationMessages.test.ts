import { englishWords } from "../../src/domain/languages/messageWords.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { askingMail, askingText, defaultMail, defaultText } from "../../src/domain/forms/askingMessages.ts"
import type { ConfirmationMail } from "../../src/domain/forms/Form.ts"
import { formRules } from "../../src/domain/forms/formRules.ts"
import { Language } from "../../src/domain/languages/Language.ts"
import type { NewMessage } from "../../src/domain/messages/Message.ts"
import { checkFormTemplates } from "../../src/outbound/templates/checkFormTemplates.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { links } from "../support/http/links.ts"

const to = { account_id: "acc_1", contact_id: "con_1", key: "form_1|ask_1" }

const rendered = (message: NewMessage) =>
  renderMessage(
    links,
    {
      ...message,
      message_id: "msg_1",
      campaign_id: null,
      source_name: null,
      account_name: "Tea & Co",
      timezone: "UTC",
      country: "GB",
      language: englishWords,
      sender: {
        from_name: "Tea & Co",
        from_email: "tea@example.com",
        reply_to: null,
        postal_address: "1 Tea Street",
        logo_url: null,
        color: null,
        link_parameters: null,
        tracking_host: null
      },
      data: { account: { name: "Tea & Co" }, contact: null, order: null, event: null }
    },
    "ada@example.com"
  )

const mailOf = Effect.fnUntraced(function* (words?: ConfirmationMail, language: Language = "en") {
  const mail = yield* rendered(askingMail(to, language, words))
  return mail.channel === "email" ? mail : assert.fail("no mail")
})

const confirmation_mail = {
  subject: "{{ account.name }}: one more step",
  text: "Hello <b>you</b>,\n\nthis is {{ account.name }}.\nIs it right?",
  button: "It is {{ right }} & good"
}

const issuesOf = (body: object) =>
  formRules(checkFormTemplates)(Object.fromEntries(Object.entries(body))).map(
    ({ field, message }) => `${field}: ${message}`
  )

const Piece = Schema.Literals([
  "{{ account.name }}",
  "<!--",
  "-->",
  "</p>",
  "{{",
  "}}",
  "{%",
  "\n\n",
  "\n",
  "a & b",
  "'\"",
  "{{ 'x' }}",
  "<a href='"
])

describe("the mail that asks to confirm", () => {
  it.effect("says the words of the form as plain text, with the link as its button", () =>
    Effect.gen(function* () {
      const { subject, html, text } = yield* mailOf(confirmation_mail)
      assert.strictEqual(subject, "Tea & Co: one more step")
      assert.include(html, "<p>Hello &#60;b&#62;you&#60;/b&#62;,</p><p>this is Tea &amp; Co.<br>Is it right?</p>")
      assert.match(
        html,
        /<a href="https:\/\/tally\.example\/o\/[^"]+">It is &#123;&#123; right &#125;&#125; &#38; good<\/a>/
      )
      assert.include(html, "If it was not you, do nothing")
      assert.include(html, "1 Tea Street")
      assert.match(text, /It is \{\{ right \}\} & good.*https:\/\/tally\.example\/o\//s)
    })
  )

  it.effect("is in eight languages without words of a form", () =>
    Effect.gen(function* () {
      for (const language of Language.literals) {
        assert.deepStrictEqual(
          issuesOf({ confirmation_mail: defaultMail(language), confirmation_text: defaultText(language) }),
          []
        )
        const { subject, html } = yield* mailOf(undefined, language)
        assert.strictEqual(subject, defaultMail(language).subject)
        assert.include(html, "Tea &amp; Co")
        assert.match(html, /href="https:\/\/tally\.example\/o\//)
        const text = yield* rendered(askingText(to, language))
        assert.include(text.channel === "sms" ? text.text : "", "Tea & Co")
      }
    })
  )

  it.effect.prop("has its link in sight, whatever words are accepted", [Schema.Array(Piece)], ([pieces]) =>
    Effect.gen(function* () {
      const words = { ...confirmation_mail, text: `x${pieces.join("")}` }
      if (issuesOf({ confirmation_mail: words }).length > 0) return
      const { html } = yield* mailOf(words)
      const visible = html.replaceAll(/<!--[^]*?(?:-->|$)/g, "")
      assert.match(visible, /<p><a href="https:\/\/tally\.example\/o\/[^"]+">It is/)
    })
  )

  it("is refused where it could lose its link, shows what a visitor entered, or is no valid template", () => {
    const mail = (text: string) => issuesOf({ confirmation_mail: { ...confirmation_mail, text } })
    assert.match(mail("{% break %}")[0] ?? "", /^confirmation_mail\.text: Can only use outputs/)
    assert.match(mail("{{ '<!--' | raw }}")[0] ?? "", /Can only use outputs/)
    assert.match(mail("{{ contact.first_name }}")[0] ?? "", /^confirmation_mail\.text: .*contact\.first_name/)
    assert.match(mail("{{ account.name")[0] ?? "", /Is not valid Liquid/)
    assert.match(mail("*|FNAME|*")[0] ?? "", /^confirmation_mail\.text: /)
    assert.match(issuesOf({ confirmation_mail: { ...confirmation_mail, subject: "{{ x }}" } })[0] ?? "", /\.subject: /)
  })

  it("as a text says how to agree and how to leave", () => {
    for (const text of ["Get our texts", "Answer YES to get our texts", "STOP ends our texts"]) {
      assert.match(issuesOf({ confirmation_text: text })[0] ?? "", /^confirmation_text: Must say that YES/)
    }
    assert.deepStrictEqual(issuesOf({ confirmation_text: "Oui ? Répondez OUI. Stop : STOP" }), [])
  })
})
