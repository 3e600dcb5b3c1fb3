import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const mail = (id: string, subject: string) => ({ id, type: "send_email", subject, html: "<p>Hello.</p>" })

const afterOrders = {
  name: "After orders",
  definition: {
    trigger: { type: "order_placed" },
    filters: [],
    entry: { type: "always" },
    exit: { on_purchase: false },
    steps: [
      { id: "wait", type: "delay", duration: "60 days" },
      mail("miss", "We have not seen you in a while"),
      { id: "wait_again", type: "delay", duration: "30 days" },
      mail("last", "Is there anything we can do better?")
    ]
  }
}

describe.skipIf(!hasChromium)("the actions of a flow", () => {
  it.live("make it from a template, report its steps, cancel runs, go back to a version, duplicate and delete it", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await callApi(page, `/accounts/${account}/integrations`, { store_name: "S", store_url: "https://shop.example" })
        await page.goto(`${origin}/dashboard${base}/flows`)
        await page.getByRole("link", { name: "First order welcome" }).waitFor()
        await button("New flow").click()
        await page.getByRole("radio", { name: "Win-back" }).check()
        await button("Create").click()
        await page.getByRole("heading", { name: "Win-back", level: 1 }).waitFor()
        await callApi(page, `/accounts/${account}/flows`, afterOrders)
        await page.goto(`${origin}/dashboard${base}/flows`)
        await page.getByRole("link", { name: "After orders", exact: true }).click()
        await page.getByRole("heading", { name: "After orders", level: 1 }).waitFor()
        await button("Activate").click()
        await button("Pause").waitFor()
        for (const order_id of [1, 2])
          await report(origin, token, "/orders/placed", {
            order_id,
            email: `customer${order_id}@example.com`,
            total: 9,
            currency: "USD",
            order_date: new Date().toISOString()
          })
        // Each step shows its figures on the diagram.
        await page.reload()
        await page.getByRole("list", { name: "Runs" }).getByText("2 started").waitFor()
        await page.getByRole("list", { name: "Figures" }).first().getByText("2 waiting").waitFor()
        await page.getByRole("list", { name: "Figures" }).nth(1).getByText("0 sent").waitFor()
        // A form stands beside the diagram, which stays usable.
        await page.getByRole("button", { name: "Edit Wait 60 days" }).click()
        await page.getByRole("dialog", { name: "Wait" }).waitFor()
        await page.getByRole("button", { name: "Edit Wait 30 days" }).click()
        assert.strictEqual(await page.getByRole("dialog").count(), 1)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await page.getByRole("tab", { name: "Runs" }).click()
        await page
          .getByRole("row")
          .filter({ hasText: "customer1@" })
          .getByRole("button", { name: "Cancel run" })
          .click()
        await page.getByRole("dialog").getByRole("button", { name: "Cancel run" }).click()
        await page.getByText("The run was cancelled in the dashboard").waitFor()
        await page.getByLabel("Status", { exact: true }).selectOption("In progress")
        await page.getByText("customer1@example.com").waitFor({ state: "detached" })
        await page.getByText("customer2@example.com").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        // Version 2 without the last mail, then version 1 again.
        await page.getByRole("tab", { name: "Flow" }).click()
        await page.getByRole("button", { name: /^Remove E-mail: Is there anything/ }).click()
        await button("Save as a new version").click()
        await page.getByText("Saved. Runs in progress stay on their version.").waitFor()
        await page.getByRole("tab", { name: "Versions" }).click()
        await page.getByText("2 (for new runs)").waitFor()
        await page.getByRole("button", { name: "Open version 1 in the editor" }).click()
        await page.getByText("Is there anything we can do better?").waitFor()
        await button("Save as a new version").click()
        await page.getByText("Version 3").waitFor()
        await button("More").click()
        await page.getByRole("menuitem", { name: "Duplicate", exact: true }).click()
        await page.getByRole("heading", { name: "Copy of After orders", level: 1 }).waitFor()
        await button("More").click()
        await page.getByRole("menuitem", { name: "Delete flow…" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete flow" }).click()
        await page.getByRole("heading", { name: "Flows", level: 1 }).waitFor()
        await page.getByRole("link", { name: "After orders", exact: true }).waitFor()
        assert.strictEqual(await page.getByText("Copy of After orders").count(), 0)
        assert.deepStrictEqual(complaints, [])
      })
    })
  )
})
