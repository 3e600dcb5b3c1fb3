import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings, showDark } from "./browser.ts"
import { block, button, editMail, field } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("templates", () => {
  it.live("begin a campaign, are saved from it with a block of it, and begin another one", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const begin = async (name: string) => {
          await page.goto(`${origin}/dashboard${base}/campaigns`)
          await button(page, "New campaign").first().click()
          await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill(name)
        }
        await begin("Hello")
        // By the keyboard alone, from the blank mail to the next choice.
        await page.getByRole("radio", { name: "Blank mail" }).focus()
        await page.keyboard.press("ArrowDown")
        await page.getByRole("img", { name: "A picture of Welcome" }).waitFor()
        const light = await seriousFindings(page)
        await page.setViewportSize({ width: 360, height: 780 })
        await showDark(page)
        const dark = await seriousFindings(page)
        await page.emulateMedia({ colorScheme: "light" })
        await page.setViewportSize({ width: 1280, height: 900 })
        assert.isTrue(await button(page, "Create").isDisabled())
        await field(page, "Address of your shop").fill("tea.example")
        await button(page, "Create").click()
        await page.getByRole("heading", { name: "Hello", level: 1 }).waitFor()

        await button(page, "Save as template").click()
        await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Our welcome")
        await button(page, "Save").click()
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await editMail(page)
        await block(page, "button").click()
        await button(page, "Save block").click()
        await page
          .getByRole("dialog", { name: "Save block" })
          .getByRole("textbox", { name: "Name", exact: true })
          .fill("To the shop")
        await button(page, "Save").click()
        await page.getByRole("dialog", { name: "Save block" }).waitFor({ state: "detached" })
        await button(page, "Add block").click()
        await page.getByRole("menuitem", { name: "A saved block…" }).click()
        await page.getByRole("img", { name: "A picture of To the shop" }).waitFor()
        await button(page, "Insert").click()
        await block(page, "button").nth(1).waitFor()

        await begin("Again")
        await page.getByRole("radio", { name: "Our welcome" }).check()
        await page.getByRole("img", { name: "A picture of Our welcome" }).waitFor()
        await button(page, "Create").click()
        await page.getByRole("heading", { name: "Again", level: 1 }).waitFor()
        const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const { variants } = await callApi(page, `/accounts/${account}/campaigns/${id}`)
        assert.include(JSON.stringify(variants), `"link":"https://tea.example/"`)
        assert.include(JSON.stringify(variants), `"subject":"Welcome to {{ account.name }}"`)

        // A flow in another language than the account's.
        await page.goto(`${origin}/dashboard${base}/flows`)
        await button(page, "New flow").click()
        await page.getByRole("radio", { name: "Welcome new subscribers" }).click()
        await page.getByLabel("Language of the texts").selectOption("German")
        await field(page, "Address of your shop").fill("tea.example")
        await button(page, "Create").click()
        await page.getByRole("heading", { name: "Welcome new subscribers", level: 1 }).waitFor()
        const flow = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        assert.include(JSON.stringify(await callApi(page, `/accounts/${account}/flows/${flow}`)), "Willkommen")
        assert.deepStrictEqual({ light, dark }, { light: [], dark: [] })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
