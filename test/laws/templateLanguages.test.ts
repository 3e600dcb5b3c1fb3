import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Struct } from "effect"
import { decodeFlow } from "../../src/domain/flows/decodeFlow.ts"
import { stepsOf } from "../../src/domain/flows/stepsOf.ts"
import { smsParts } from "../../src/domain/messages/smsParts.ts"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { mailTemplates } from "../../src/domain/templates/mailTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { templateTexts } from "../../src/domain/templates/templateLanguages.ts"
import { makeFlow, makeMail, type TemplateTexts } from "../../src/domain/templates/translateTemplate.ts"
import { checkTemplates } from "../../src/outbound/templates/checkTemplates.ts"
import { failedChecks, mailsOfFlow, sentMail } from "../support/readyTemplates.ts"

const languages = Struct.keys(templateTexts)

/** All templates of ours in a language, each by its key. */
const made = (texts: TemplateTexts, shop = sampleShop) => ({
  mails: mailTemplates.map(({ key, mail }) => ({ key, mail: makeMail({ mail }, { texts, shop }) })),
  flows: flowTemplates.map(({ key, definition }) => ({ key, flow: makeFlow({ definition }, { texts, shop }) }))
})

const english = made({})

const members = new Set(["subject", "preheader", "text", "html", "alt", "button"])

/** The members of a template that people read, and the template without them. */
const parted = (template: unknown): { readonly texts: ReadonlyArray<string>; readonly rest: string } => {
  const texts: Array<string> = []
  const rest = JSON.stringify(template, (name, value: unknown) => {
    if (typeof value !== "string" || !members.has(name)) return value
    texts.push(value)
    return ""
  })
  return { texts, rest }
}

/** The words of a text, without its markup and fields. */
const wordsOf = (text: string) => text.replace(/<[^>]*>|\{%.*?%\}|\{\{.*?\}\}/g, " ").match(/\p{L}{2,}/gu) ?? []

/** The fields and tags of a text, without the words that stand in for a field. */
const fieldsOf = (text: string) =>
  (text.match(/<[^>]*>|\{%.*?%\}|\{\{.*?\}\}|https:\S+/g) ?? [])
    .map((field) => field.replace(/'[^']*'/g, "''"))
    .toSorted()

const readWith = (check: (texts: TemplateTexts, language: string) => void) =>
  Effect.forEach(languages, (language) =>
    Effect.map(Effect.promise(templateTexts[language]), (texts) => check(texts, language))
  )

describe("the templates in another language", () => {
  it("are read for each language of the service", () => {
    assert.deepStrictEqual([...languages, "en"].toSorted(), ["de", "en", "es", "fr", "it", "nl", "pl", "pt"])
  })

  it.effect("leave no sentence in English, and have words for no other", () =>
    readWith((texts, language) => {
      const shown = parted(english).texts
      const spoken = shown.filter((text) => wordsOf(text).length > 0 || /default: '/.test(text))
      for (const text of spoken) {
        assert.isTrue(Object.hasOwn(texts, text), `${language}: ${text}`)
        if (wordsOf(text).length > 1) assert.notDeepEqual(wordsOf(texts[text] ?? ""), wordsOf(text), language)
      }
      assert.deepStrictEqual(
        Struct.keys(texts).filter((text) => !shown.includes(text)),
        [],
        language
      )
    })
  )

  it.effect("have the blocks, links and fields of the English ones", () =>
    readWith((texts, language) => {
      const [own, ours] = [parted(made(texts)), parted(english)]
      assert.strictEqual(own.rest, ours.rest, language)
      for (const [at, text] of ours.texts.entries())
        assert.deepStrictEqual(fieldsOf(own.texts[at] ?? ""), fieldsOf(text), `${language}: ${text}`)
    })
  )

  it.effect("make mails that pass the checklist, and flows that can be saved", () =>
    readWith((texts, language) => {
      const { mails, flows } = made(texts)
      const ofFlows = flows.flatMap(({ key, flow }) =>
        mailsOfFlow(flow).map(({ id, mail }) => ({ key: `${key}, ${id}`, mail }))
      )
      for (const { key, mail } of [...mails, ...ofFlows]) {
        const name = `${language}: ${key}`
        assert.deepStrictEqual(failedChecks(mail), [], name)
        const { html, subject } = sentMail(mail, { account: { name: "Tea" }, contact: {} })
        assert.notMatch(`${subject} ${html}`, /\{[{%]|\bundefined\b|\bnull\b/, name)
      }
      for (const { key, flow } of flows) {
        const decoded = decodeFlow(JSON.parse(JSON.stringify({ name: key, definition: flow })), checkTemplates)
        assert.deepStrictEqual(Result.isFailure(decoded) ? decoded.failure.issues : [], [], `${language}: ${key}`)
      }
    })
  )

  it.effect("have texts of at most two parts, without letters that make them longer", () =>
    readWith((texts, language) => {
      for (const { key, flow } of made(texts).flows)
        for (const { step } of stepsOf(flow))
          if (step.type === "send_sms") {
            const { parts, encoding } = smsParts(step.text.replace(/\{\{.*?\}\}/g, "x".repeat(20)))
            assert.include(step.text, "STOP", key)
            assert.isAtMost(parts, 2, `${language}: ${key}`)
            assert.strictEqual(encoding, "GSM-7", `${language}: ${step.text}`)
          }
    })
  )

  it.effect("lead to the shop that is given", () =>
    readWith((texts) => {
      const elsewhere = "https://tea.example/"
      assert.strictEqual(
        JSON.stringify(made(texts, elsewhere)),
        JSON.stringify(made(texts)).replaceAll(sampleShop, elsewhere)
      )
    })
  )
})
