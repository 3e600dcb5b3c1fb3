import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { languageOfContact } from "../../src/domain/languages/messageWords.ts"
import { EditCampaigns } from "../../src/programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../src/programs/campaigns/ReviewCampaigns.ts"
import { PreviewMessages } from "../../src/programs/messages/PreviewMessages.ts"
import { campaignsLayer, mail, person, runCampaigns, scheduled, seedSender } from "../support/campaigns/campaigns.ts"
import { documentOf } from "../support/content.ts"
import { onEither } from "../support/database/databases.ts"

const words = (text: string, more = {}) => ({
  type: "text",
  ...more,
  content: [{ type: "paragraph", runs: [{ text }] }]
})

const content = (blocks: ReadonlyArray<object>) => ({ type: "blocks", document: documentOf({ blocks }) }) as const

/** A contact that reads a language. */
const reader = Effect.fnUntraced(function* (account_id: string, name: string, language: string | null) {
  const sql = yield* SqlClient.SqlClient
  const { contact_id } = yield* person(account_id, name, { phone: null })
  const fields = JSON.stringify(language === null ? {} : { locale: language })
  yield* sql`UPDATE contacts SET custom_fields = ${fields}::json WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  return contact_id
})

const sentTo = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; subject: string; body: string; contents: string | null }>`
    SELECT c.first_name AS name, m.subject, m.body, m.contents::text FROM messages m
    JOIN contacts c ON c.account_id = m.account_id AND c.contact_id = m.contact_id
    WHERE m.account_id = ${account_id} AND m.status = 'captured'`
  return new Map(rows.map((row) => [row.name, row]))
})

const withoutLinks = (html = "") => html.replaceAll(/href="[^"]*"/g, "")

onEither("a campaign in several languages", campaignsLayer, (it) => {
  it.effect("is sent in the contact's language, else the account's, with the words of the layout in the same", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET language = 'de' WHERE account_id = ${account_id}`
      const ids = {
        ada: yield* reader(account_id, "ada", "en-GB"),
        bea: yield* reader(account_id, "bea", "fr_CA"),
        cem: yield* reader(account_id, "cem", "it"),
        dan: yield* reader(account_id, "dan", null)
      }
      const variant = {
        subject: "Spring",
        preheader: "New teas",
        content: content([words("Hello {{ contact.first_name }}")]),
        language: "en",
        translations: {
          de: { subject: "Frühling", content: content([words("Hallo {{ contact.first_name }}")]) },
          fr: { subject: "Printemps", preheader: "Nouveau", html: "<p>Bonjour {{ contact.first_name }}</p>" }
        }
      } as const
      const editor = yield* EditCampaigns
      const { id } = yield* editor.create(account_id, { ...mail, variants: [variant] })
      assert.deepStrictEqual((yield* editor.read(account_id, id)).variants, [variant])
      assert.deepStrictEqual((yield* (yield* ReviewCampaigns).review(account_id, id)).review.faults, [])
      yield* editor.schedule(account_id, id)
      yield* runCampaigns
      const sent = yield* sentTo(account_id)
      const expected = {
        ada: ["Spring", "Hello ada", ">Unsubscribe<", "en"],
        bea: ["Printemps", "Bonjour bea", ">Se désabonner<", "fr"],
        cem: ["Frühling", "Hallo cem", ">Abmelden<", "de"],
        dan: ["Frühling", "Hallo dan", ">Abmelden<", "de"]
      } as const
      const previews = yield* PreviewMessages
      for (const name of ["ada", "bea", "cem", "dan"] as const) {
        const [subject, hello, unsubscribe, lang] = expected[name]
        const found = sent.get(name)
        assert.strictEqual(found?.subject, subject)
        for (const part of [hello, unsubscribe, `<html lang="${lang}"`]) assert.include(found?.body, part)
        assert.isNull(found?.contents ?? null)
        const step = { id: "campaign", type: "send_email", ...variant } as const
        const preview = yield* previews.message(account_id, { contact_id: ids[name], step })
        assert.strictEqual(withoutLinks(preview.html ?? ""), withoutLinks(found?.body))
        const inFrench = yield* previews.message(account_id, { contact_id: ids[name], step, language: "fr" })
        assert.deepStrictEqual([inFrench.subject, inFrench.preheader], ["Printemps", "Nouveau"])
      }
    })
  )

  it.effect("of texts is sent in them too", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* person(account_id, "ada", { phone: "+12025550123" })
      yield* person(account_id, "bea", { phone: "+12025550124" })
      yield* sql`UPDATE contacts SET custom_fields = '{"language": "pl"}' WHERE account_id = ${account_id} AND first_name = 'bea'`
      yield* scheduled(account_id, {
        channel: "sms",
        variants: [
          { text: "Hi {{ contact.first_name }}", translations: { pl: { text: "Cześć {{ contact.first_name }}" } } }
        ]
      })
      yield* runCampaigns
      const sent = yield* sentTo(account_id)
      assert.match(sent.get("ada")?.body ?? "", /^Hi ada\n/)
      assert.match(sent.get("bea")?.body ?? "", /^Cześć bea\n/)
    })
  )

  it.effect("names in its review the languages that recipients read and it lacks, and shows each that it has", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET language = 'en' WHERE account_id = ${account_id}`
      const fields: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { language: "de-AT" },
        { "Preferred Language": " FR " },
        { LOCALE: "fr_FR" },
        { language: "klingon", lang: "fr" },
        { lang: 5, "language-code": "it" },
        { $locale: "PL" },
        { language: "en" },
        { language: "ja" },
        { lang: `de${"-x".repeat(20)}` },
        { [`${" ".repeat(60)}language`]: "de" },
        { languages: "nl" },
        {}
      ]
      for (const [at, custom_fields] of fields.entries()) {
        const { contact_id } = yield* person(account_id, `p${at}`)
        yield* sql`UPDATE contacts SET custom_fields = ${JSON.stringify(custom_fields)}::json
          WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
      }
      const { contact_id } = yield* person(account_id, "gone", { email_consent: "unsubscribed" })
      yield* sql`UPDATE contacts SET custom_fields = '{"language": "nl"}' WHERE contact_id = ${contact_id}`
      const written = { subject: "Hi", html: "<p>Hi</p>" }
      const editor = yield* EditCampaigns
      const { id } = yield* editor.create(account_id, {
        ...mail,
        variants: [{ ...written, translations: { de: { subject: "Hallo", html: "<p>Hallo</p>" } } }]
      })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      const readers = Map.groupBy(fields, languageOfContact)
      const counted = (["fr", "it", "pl"] as const).map((language) => ({
        language,
        recipients: readers.get(language)?.length ?? 0
      }))
      assert.deepStrictEqual(review.missing_languages, counted)
      assert.deepStrictEqual(
        counted.map(({ recipients }) => recipients),
        [3, 1, 1]
      )
      assert.deepStrictEqual(
        review.samples.map(({ language, preview }) => [language, preview.subject]),
        [
          ["en", "Hi"],
          ["de", "Hallo"]
        ]
      )
      const checked = review.checklist.flatMap(({ check, language }) => (check === "subject" ? [language] : []))
      assert.deepStrictEqual(checked, ["en", "de"])
    })
  )

  it.effect("names what is missing of each language in the review", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      yield* person(account_id, "ada")
      const editor = yield* EditCampaigns
      const written = { subject: "Hi", html: "<p>Hi</p>" }
      const { id } = yield* editor.create(account_id, {
        ...mail,
        variants: [{ ...written, translations: { de: { subject: "", content: content([]) } } }]
      })
      const { review } = yield* (yield* ReviewCampaigns).review(account_id, id)
      assert.deepStrictEqual(
        review.faults.map(({ field }) => field),
        ["variants.0.translations.de.subject", "variants.0.translations.de.content.document.blocks"]
      )
    })
  )
})

onEither("blocks with conditions", campaignsLayer, (it) => {
  it.effect("are judged for each contact when the mail is sent, as the preview shows it", () =>
    Effect.gen(function* () {
      const account_id = yield* seedSender
      const sql = yield* SqlClient.SqlClient
      const ids = {
        ada: (yield* person(account_id, "ada")).contact_id,
        bea: (yield* person(account_id, "bea")).contact_id
      }
      const vip = [[{ field: "contact.tags", op: "contains", value: "vip" }]]
      const bought = [[{ field: "order.count", op: "gte", value: 1, where: { within: "30 days" } }]]
      const variant = {
        subject: "Spring",
        content: content([
          words("For all"),
          words("For friends", { shown_if: vip }),
          words("For buyers", { shown_if: bought }),
          words("For others", { shown_if: [[{ field: "contact.tags", op: "not_contains", value: "vip" }]] })
        ])
      } as const
      yield* scheduled(account_id, { variants: [variant] })
      // The tag comes after the campaign was scheduled.
      yield* sql`UPDATE contacts SET tags = '["vip"]' WHERE account_id = ${account_id} AND first_name = 'ada'`
      yield* runCampaigns
      const sent = yield* sentTo(account_id)
      const previews = yield* PreviewMessages
      for (const name of ["ada", "bea"] as const) {
        const { html, text } = yield* previews.message(account_id, {
          contact_id: ids[name],
          step: { id: "campaign", type: "send_email", ...variant }
        })
        assert.strictEqual(withoutLinks(html ?? ""), withoutLinks(sent.get(name)?.body))
        const shown = ["For all", "For friends", "For buyers", "For others"].filter((part) => html?.includes(part))
        assert.deepStrictEqual(shown, ["For all", name === "ada" ? "For friends" : "For others"])
        for (const part of shown) assert.include(text, part)
        assert.strictEqual(text?.includes("For buyers"), false)
      }
    })
  )
})
