import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button, contentOf, field } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const text = (words: string) => ({
  type: "blocks",
  document: { blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: words }] }] }] }
})

describe.skipIf(!hasChromium)("the languages of a mail by keyboard", () => {
  it.live("are added, written in their tabs, and taken away again", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, choose, enter, write, select } = keysOf(page)
        const path = `/accounts/${account}/campaigns`
        const english = { subject: "Spring", content: text("Spring") }
        const { id } = await callApi(page, path, { name: "Spring", channel: "email", variants: [english] })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        const tab = (name: string) => page.getByRole("tab", { name, selected: true })
        const add = async (name: string) => {
          await enter(button(page, "Add a language"))
          await choose(page.getByRole("menuitem", { name }))
          await hasFocus(tab(name))
        }
        await enter(button(page, "Add a language"))
        await page.getByRole("menuitem", { name: "German" }).waitFor()
        await press("Escape")
        await hasFocus(button(page, "Add a language"))
        await add("German")
        await write(field(page, "Subject"), "Frühling")
        await enter(button(page, "Edit the mail"))
        await hasFocus(contentOf(page))
        await press("ControlOrMeta+a")
        await type("Der Frühling ist da")
        await enter(button(page, "Done"), "Shift+Tab")
        await hasFocus(button(page, "Edit the mail"))
        await assertAccessible(page)

        await add("French")
        await enter(button(page, "Remove French"))
        await page.getByRole("tab", { name: "French" }).waitFor({ state: "detached" })
        await hasFocus(tab("English (base)"))
        await press("ArrowRight")
        await hasFocus(tab("German"))
        assert.strictEqual(await field(page, "Subject").inputValue(), "Frühling")
        await press("ArrowLeft")
        await hasFocus(tab("English (base)"))
        await select(page.getByLabel("Language of the base"), "English")
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await enter(button(page, "Save draft"))
        await saved
        const german = { subject: "Frühling", content: text("Der Frühling ist da") }
        assert.deepStrictEqual((await callApi(page, `${path}/${String(id)}`))["variants"], [
          { ...english, language: "en", translations: { de: german } }
        ])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
