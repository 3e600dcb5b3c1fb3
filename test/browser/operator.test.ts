import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the operator's settings", () => {
  it.live("open a business, change limits, and advance the clock of a test account", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      const settings = (path: string, section: string) => page.goto(`${origin}/dashboard${path}/settings/${section}`)
      yield* Effect.promise(async () => {
        await settings(base, "account")
        const navigation = page.getByRole("navigation", { name: "Settings" })
        await navigation.getByRole("link", { name: "Businesses" }).click()
        await button("New business").click()
        await page.getByLabel("Name").fill("Coffee")
        await page.getByLabel("Owner's e-mail").fill("coffee@example.com")
        await button("Create").click()
        await page.getByLabel("invitation link").getByText("/dashboard/setup").waitFor()
        await button("Done").click()
        await page.getByRole("cell", { name: "Coffee", exact: true }).waitFor()
        await navigation.getByRole("link", { name: "Limits" }).click()
        await page.getByLabel("API requests per minute").fill("")
        await button("Save").click()
        await page.getByLabel("API requests per minute").fill("1234")
        await button("Save").click()
        await page.getByText("Saved.").waitFor()
        await navigation.getByRole("link", { name: "API usage" }).click()
        await page.getByText("of 1,234").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const { id } = await callApi(page, `/accounts/${account}/subaccounts`, { name: "Trial" })
        await settings(`/a/${String(id)}`, "test-clock")
        await button("Make it a test account").click()
        await page.getByRole("dialog").getByRole("button", { name: "Make it a test account" }).click()
        await page.getByText("This is a test account.").waitFor()
        const before = await callApi(page, `/accounts/${String(id)}/test-clock`)
        await page.getByLabel("Advance by").fill("3")
        await button("Advance").click()
        const ahead = async () => {
          const after = await callApi(page, `/accounts/${String(id)}/test-clock`)
          return Date.parse(String(after["now"])) - Date.parse(String(before["now"])) >= 3 * 86_400_000
        }
        while (!(await ahead())) await page.waitForLoadState("networkidle")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.setViewportSize({ width: 390, height: 800 })
        await page.getByLabel("Section").selectOption("Webhooks")
        await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
        assert.deepStrictEqual(complaints, [])
      })
    })
  )
})
