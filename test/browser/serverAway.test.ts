import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the dashboard without its server", () => {
  it.live("says so, tells which action failed, keeps navigation, and goes on when the server is back", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const { data } = { data: await callApi(page, `/accounts/${account}/flows`) }
        assert.isTrue(Array.isArray(data) && data.length > 0)
        await page.goto(`${origin}/dashboard${base}/flows`)
        await page.getByRole("button", { name: "Activate" }).first().waitFor()
        await page.waitForLoadState("networkidle")
        await page.waitForFunction(() =>
          performance.getEntriesByType("resource").some(({ name }) => name.includes("EventsPage"))
        )
        const bar = page.getByText("Can't reach Tally. Retrying…")
        await page.context().setOffline(true)
        await page.getByRole("button", { name: "Activate" }).first().click()
        await bar.waitFor()
        const toast = page.getByRole("alert").filter({ hasText: "That didn't work" })
        await toast.waitFor()
        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme })
          assert.deepStrictEqual(await seriousFindings(page), [])
        }
        await toast.getByRole("button", { name: "Close" }).click()
        await page.getByRole("link", { name: "Events" }).click()
        await page.getByRole("heading", { name: "Events", level: 1 }).waitFor()
        await page.getByRole("link", { name: "Flows", exact: true }).click()
        await page.getByRole("heading", { name: "Flows", level: 1 }).waitFor()
        await page.context().setOffline(false)
        await bar.waitFor({ state: "hidden" })
        await page.getByRole("link", { name: "Events" }).click()
        await page.getByText("No events yet").waitFor()
      })
    })
  )

  it.live("puts the keyboard first on a link to the content, and in dialogs on the first field", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByText("No contacts yet").waitFor()
        await page.keyboard.press("Tab")
        const skip = page.getByRole("link", { name: "Skip to content" })
        assert.isTrue(await skip.evaluate((link) => link === document.activeElement))
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.keyboard.press("Enter")
        assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "content")
        await page.getByRole("button", { name: "New contact" }).click()
        const email = page.getByRole("dialog").getByLabel("E-mail")
        await email.waitFor()
        await page.waitForFunction(() => document.activeElement?.tagName === "INPUT")
        assert.isTrue(await email.evaluate((field) => field === document.activeElement))
      })
    })
  )
})
