import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, endSession, merchant, newToken, owner, report } from "./merchant.ts"
import { newFlow } from "./newFlow.ts"

const hostile = `<img src=x onerror="window.hit=1">`
const hostileMarkup = `<img src="https://shop.example/x.png" onerror="window.hit=1">`

const order = {
  order_id: 77,
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  shipping_address: { first_name: hostile, country_code: "US" }
}

describe.skipIf(!hasChromium)("the flow editor", () => {
  it.live("shows each issue at its step, and previews a message with a contact's data before saving", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        assert.strictEqual((await report(origin, token, "/orders/placed", order)).status, 201)
        await newFlow(page, `${origin}/dashboard${base}`)
        const rule = (name: string) => page.getByLabel(name, { exact: true })
        await button("Edit trigger").click()
        await button("Add a condition").click()
        await rule("Field").selectOption({ label: "Orders placed" })
        await rule("Operator").selectOption({ label: "is at least" })
        await rule("Value").fill("2")
        await rule("In the last").fill("1")
        assert.strictEqual(await rule("In the last").inputValue(), "1 day")
        await rule("In the last").fill("30")
        assert.strictEqual(await rule("In the last").inputValue(), "30 days")
        await page.getByRole("combobox", { name: "SKU", exact: true }).fill("TEA-1")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByText(/^Only if Orders placed is at least 2 \(SKU TEA-1, in the last 30 days\)$/).waitFor()
        await button("Add a step").click()
        await page.getByRole("menuitem", { name: "Split", exact: true }).click()
        await rule("Field").selectOption("contact.email_consent")
        assert.deepStrictEqual(await rule("Operator").locator("option").allInnerTexts(), [
          "is",
          "is not",
          "contains",
          "does not contain",
          "is one of",
          "is set",
          "is not set"
        ])
        assert.include(await rule("Value").locator("option").allInnerTexts(), "subscribed")
        await rule("Field").selectOption({ label: "Custom field…" })
        await page.getByRole("combobox", { name: "Name of the field" }).fill("shoe_size")
        await page.getByRole("combobox", { name: "Value", exact: true }).fill("42")
        await rule("Field").selectOption({ label: "Order total" })
        assert.notInclude(await rule("Operator").locator("option").allInnerTexts(), "contains")
        assert.strictEqual(await rule("Value").inputValue(), "")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByRole("group", { name: "If yes" }).getByRole("button", { name: "Add a step" }).click()
        await page.getByRole("menuitem", { name: "Send an e-mail", exact: true }).click()
        await page
          .getByRole("textbox", { name: "Subject" })
          .fill("Order {{ order.order_id }} for {{ contact.fist_name }}")
        await page.getByText("HTML", { exact: true }).click()
        await page
          .getByRole("textbox", { name: "HTML", exact: true })
          .fill(
            `<p style="color: #123456">Dear {{ contact.first_name }}</p><script>window.hit=1</script>${hostileMarkup}`
          )
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByText("Fix 2 problems before saving").waitFor()
        await page.getByRole("group", { name: "If yes" }).getByText("Unknown variable contact.fist_name").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: /^Edit If/ }).click()
        await page.getByRole("dialog").getByText("Is required").waitFor()
        await rule("Value").fill("50")
        await button("Done").click()
        await page.getByRole("button", { name: /^Edit E-mail/ }).click()
        await page.getByRole("textbox", { name: "Subject" }).fill("Order {{ order.order_id }}")
        await page.getByRole("tab", { name: "Preview" }).click()
        await page.getByText("Not subscribed to e-mail (never subscribed)").waitFor()
        await page.getByText("Order 77", { exact: true }).waitFor()
        const contact = page.getByRole("combobox", { name: "Preview with contact" })
        await contact.fill("nobody-of-this-name")
        await page.getByText("No matching contacts").waitFor()
        await contact.fill("ada@exam")
        await page.getByRole("option", { name: /ada@example.com/ }).click()
        await page.getByText("Order 77", { exact: true }).waitFor()
        const dear = page.frameLocator("iframe").getByText(`Dear ${hostile}`)
        assert.strictEqual(await dear.evaluate((shown) => getComputedStyle(shown).color), "rgb(18, 52, 86)")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByText("Saved.").waitFor()
        await button("Activate").click()
        await button("Pause").waitFor()
        assert.strictEqual(await page.evaluate(() => Reflect.get(window, "hit")), undefined)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("keeps unsaved changes when the session expires", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        await newFlow(page, `${origin}/dashboard${base}`)
        await page.getByLabel("Name").fill("A name that took long to find")
        await endSession(page)
        await page.getByRole("button", { name: "Save as a new version" }).click()
        await page.getByRole("heading", { name: "Your session has ended" }).waitFor()
        await page.getByLabel("E-mail").fill(owner.email)
        await page.locator("input[type=password]").fill(owner.password)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByRole("heading", { name: "Your session has ended" }).waitFor({ state: "hidden" })
        await page.getByRole("button", { name: "Save as a new version" }).click()
        await page.getByText("Saved.").waitFor()
        const flows: unknown = await callApi(page, `/accounts/${account}/flows`)
        assert.include(JSON.stringify(flows), "A name that took long to find")
      })
    })
  )

  it.live("keeps a draft that is left, undoes a removal, shows a conflict, and saves before it activates", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        const add = async (name: string) => {
          await button("Add a step").last().click()
          await page.getByRole("menuitem", { name, exact: true }).click()
        }
        await newFlow(page, `${origin}/dashboard${base}`)
        await add("Wait")
        await page.getByLabel("How long").fill("")
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByText("Fix 1 problem before saving").waitFor()
        await page.getByText("Version 1 · unsaved changes").waitFor()
        await page.getByRole("button", { name: /^Edit Wait days/ }).click()
        await page.getByText("Enter a number").waitFor()
        assert.strictEqual(await page.getByLabel("How long").inputValue(), "")
        await page.getByLabel("How long").fill("3")
        await button("Done").click()
        await add("Split")
        await button("Done").click()
        await page.getByRole("button", { name: /^Remove If/ }).click()
        await page.getByText("Step removed.").waitFor()
        await button("Undo").click()
        await page.getByRole("group", { name: "If yes" }).waitFor()

        await page.getByRole("link", { name: "Home" }).click()
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
        await page.goBack()
        await page.getByText("Your unsaved changes are still here").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("group", { name: "If yes" }).waitFor()
        await button("Save and activate").click()
        await button("Pause").waitFor()
        await page.getByText("Saved.").waitFor()
        assert.strictEqual(await page.getByText("unsaved changes").count(), 0)

        const second = await page.context().newPage()
        await second.goto(page.url())
        await second.getByLabel("Name").fill("Named in the second tab")
        await page.getByLabel("Name").fill("Named in the first tab")
        await button("Save as a new version").click()
        await page.getByText("Saved.").waitFor()
        await second.getByRole("button", { name: "Save as a new version" }).click()
        await second.getByText("This flow was changed elsewhere").waitFor()
        await second.getByRole("button", { name: "Save mine as the newest" }).click()
        await second.getByText("Saved.").waitFor()
        await second.getByRole("heading", { name: "Named in the second tab", level: 1 }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
