import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { places } from "../../src/dashboard/find/places.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"
import { definitionOf } from "../support/flows/definitions.ts"

describe.skipIf(!hasChromium)("find anything", () => {
  it.live("opens by its keys and its button, and leads to records and settings", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        const order_date = new Date().toISOString().replace(/\.\d+Z/, "Z")
        const order = { order_id: 4711, email: "ada@example.com", total: 5, currency: "USD", order_date }
        await report(origin, token, "/orders/placed", { ...order, shipping_address: { name: "Ada Lovelace" } })
        await callApi(page, `/accounts/${account}/flows`, {
          name: "Win back",
          definition: definitionOf([{ id: "wait", type: "delay", duration: "2 days" }])
        })
        await callApi(page, `/accounts/${account}/segments`, { name: "Winter coats", conditions: [] })
        await callApi(page, `/accounts/${account}/campaigns`, { name: "Winter sale", channel: "email" })
        await page.goto(`${origin}/dashboard${base}/messages`)
        await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor()
        const dialog = page.getByRole("dialog", { name: "Find anything" })
        const input = dialog.getByRole("combobox", { name: "Find" })
        const option = (group: string, name: string) =>
          dialog.getByRole("group", { name: group }).getByRole("option", { name })

        await page.keyboard.press("Control+k")
        await input.fill("lovelace")
        await option("Contacts", "Ada Lovelace").waitFor()
        await option("Orders", "Order 4711").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await input.press("ArrowDown")
        await dialog.locator("[aria-selected=true]").filter({ hasText: "Order 4711" }).waitFor()
        await input.press("ArrowUp")
        await dialog.locator("[aria-selected=true]").filter({ hasText: "Ada Lovelace" }).waitFor()
        await input.press("Enter")
        await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor()
        await dialog.waitFor({ state: "hidden" })

        await page.getByRole("button", { name: /^Find/ }).first().click()
        await input.fill("win b")
        await option("Flows", "Win back").click()
        await page.getByRole("heading", { level: 1, name: "Win back" }).waitFor()

        await page.keyboard.press("Control+k")
        await input.fill("winter")
        await option("Segments", "Winter coats").waitFor()
        await option("Campaigns", "Winter sale").click()
        await page.getByRole("heading", { level: 1, name: "Winter sale" }).waitFor()

        await page.keyboard.press("Control+k")
        await input.fill("4711")
        await option("Orders", "Order 4711").click()
        await page.getByRole("heading", { level: 1, name: "Order 4711" }).waitFor()

        await page.keyboard.press("Control+k")
        await input.fill("invite member")
        await option("Pages", "Settings: Users").click()
        await page.getByRole("heading", { level: 1, name: "Users" }).waitFor()

        await page.keyboard.press("Control+k")
        await input.fill("hook")
        await option("Pages", "Settings: Sending").waitFor()
        await option("Pages", "Settings: Webhooks").waitFor()
        await input.fill("nothing of this name")
        await dialog.getByText("Nothing found").waitFor()
        await input.press("Escape")
        await dialog.waitFor({ state: "hidden" })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("knows pages that exist", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        for (const { path, label } of places) {
          await page.goto(`${origin}/dashboard${base}${path}`)
          const [title = "", section] = label.split(": ")
          await page.getByRole("heading", { level: 1, name: section ?? title }).waitFor()
        }
      })
    })
  )
})
