import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "./browser.ts"
import { button, contentOf, editMail, field } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"
import { inLanguages } from "./savedLanguages.ts"

describe.skipIf(!hasChromium)("a template in several languages", () => {
  it.live(
    "is saved from a mail that is written in them, begins another mail in all of them, and is not changed by it",
    () =>
      Effect.gen(function* () {
        const { page, origin, base, account, complaints } = yield* merchant
        yield* Effect.promise(async () => {
          const campaign = async (name: string, variant: object) => {
            const body = { name, channel: "email", variants: [variant] }
            const { id } = await callApi(page, `/accounts/${account}/campaigns`, body)
            await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
            await field(page, "Subject").waitFor()
            return `/accounts/${account}/campaigns/${String(id)}`
          }
          const { translations: _, language: __, ...english } = inLanguages
          await campaign("First", english)
          for (const [language, code] of [
            ["German", "de"],
            ["French", "fr"]
          ] as const) {
            await button(page, "Add a language").click()
            await page.getByRole("menuitem", { name: language }).click()
            await page.getByRole("tab", { name: language, selected: true }).waitFor()
            const { subject, content, ...others } = inLanguages.translations[code]
            await field(page, "Subject").fill(subject)
            await field(page, "Preview text").fill("preheader" in others ? others.preheader : "")
            await editMail(page)
            await contentOf(page).press("ControlOrMeta+a")
            await page.keyboard.type(content.document.blocks[0]?.content[0]?.runs[0]?.text ?? "")
            await button(page, "Done").click()
          }
          await button(page, "Save as template").click()
          await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Our spring")
          await button(page, "Save").click()
          await page.getByRole("dialog").waitFor({ state: "detached" })

          const second = await campaign("Second", {
            subject: "",
            content: { type: "blocks", document: { blocks: [] } }
          })
          await button(page, "Begin with a template").click()
          await page.getByRole("radio", { name: "Our spring" }).check()
          await page.getByText("Also in German, French").waitFor()
          await button(page, "Use it").click()
          await page.getByRole("tab", { name: "French" }).click()
          assert.strictEqual(await field(page, "Subject").inputValue(), "Le printemps est là")
          await field(page, "Subject").fill("Changed here alone")
          const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
          await button(page, "Save draft").click()
          await saved
          const { fr, ...others } = inLanguages.translations
          const changed = { ...others, fr: { ...fr, subject: "Changed here alone" } }
          assert.deepStrictEqual((await callApi(page, second))["variants"], [{ ...inLanguages, translations: changed }])

          await page.goto(`${origin}/dashboard${base}/campaigns`)
          await button(page, "New campaign").first().click()
          await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Third")
          await page.getByRole("radio", { name: "Our spring" }).check()
          await page.getByText("Also in German, French").waitFor()
          await button(page, "Create").click()
          await page.getByRole("heading", { name: "Third", level: 1 }).waitFor()
          const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
          const third = await callApi(page, `/accounts/${account}/campaigns/${id}`)
          assert.deepStrictEqual(third["variants"], [inLanguages])
        })
        assert.deepStrictEqual(complaints, [])
      })
  )
})
