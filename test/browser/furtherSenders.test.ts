import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

// A directory for pictures of what the test looked at; none without it.
const pictures = process.env["SCREENSHOTS"]

describe.skipIf(!hasChromium)("further senders", () => {
  it.live("are added in the settings, and chosen for a campaign once there is one", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const picture = async (name: string) => {
        if (pictures === undefined) return
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
      }
      yield* Effect.promise(async () => {
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, { name: "May", channel: "email" })
        const campaign = `${origin}/dashboard${base}/campaigns/${String(id)}`
        await page.goto(campaign)
        await page.getByRole("button", { name: "Save draft" }).waitFor()
        assert.strictEqual(await page.getByLabel("From", { exact: true }).count(), 0)
        await page.goto(`${origin}/dashboard${base}/settings/senders`)
        await page.getByText("No other senders yet").waitFor()
        await picture("senders-empty")
        await page.getByRole("button", { name: "New sender" }).focus()
        await page.keyboard.press("Enter")
        await page.getByLabel("Sender name").fill("Tea for offices")
        await page.getByLabel("Sender e-mail").fill("offices@tea.example")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await picture("senders-new")
        await page.keyboard.press("Enter")
        await page.getByRole("cell", { name: "Tea for offices <offices@tea.example>" }).waitFor()
        await page.setViewportSize({ width: 360, height: 760 })
        await page.emulateMedia({ colorScheme: "dark" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await picture("senders-dark")
        await page.getByRole("button", { name: "Domain and test" }).click()
        await page.getByRole("button", { name: "Check domain" }).waitFor()
        await picture("senders-domain")
        await page.emulateMedia({ colorScheme: "light" })
        await page.setViewportSize({ width: 1200, height: 800 })
        await page.goto(campaign)
        await page.getByLabel("From", { exact: true }).selectOption("Tea for offices <offices@tea.example>")
        await picture("campaign")
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await page.getByRole("button", { name: "Save draft" }).click()
        await saved
        await page.goto(`${origin}/dashboard${base}/settings/senders`)
        await page.getByRole("button", { name: "Delete" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByText("E-mail comes from it in: campaign May.").waitFor()
        await picture("senders-in-use")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
