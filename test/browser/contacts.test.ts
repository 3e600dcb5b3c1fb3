import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, notCounted, notCountedYet, report } from "./merchant.ts"

const orderOf = (order_id: number, email: string, name: string) => ({
  order_id,
  email,
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  accepts_email_marketing: true,
  financial_status: "paid",
  shipping_address: { name, country_code: "US" }
})

/** An account with three contacts, two of which have an order. */
const shop = Effect.gen(function* () {
  const session = yield* merchant
  const { page, origin, account, base } = session
  yield* Effect.promise(async () => {
    const token = await newToken(page, account)
    await report(origin, token, "/orders/placed", orderOf(101, "ada@example.com", "Ada Lovelace"))
    await report(origin, token, "/orders/placed", orderOf(102, "customer178@example.com", "Grace Hopper"))
    await callApi(page, `/accounts/${account}/contacts`, { phone: "+14155552671", first_name: "Ada" })
  })
  const start = `${origin}/dashboard${base}`
  return { ...session, start }
})

describe.skipIf(!hasChromium)("the list of contacts", () => {
  it.live("is searched by parts of e-mail, name and phone in one field", () =>
    Effect.gen(function* () {
      const { page, start, complaints } = yield* shop
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        const rows = page.getByRole("row").filter({ has: page.getByRole("cell") })
        for (const [text, address] of [
          ["customer178", "customer178@example.com"],
          ["hopper", "customer178@example.com"],
          ["(415) 555", "+14155552671"],
          ["lovel", "ada@example.com"]
        ] as const) {
          await page.getByLabel("Search").fill(text)
          await rows.filter({ hasText: address }).waitFor()
          await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1)
        }
        await page.getByLabel("Search").fill("nobody of this name")
        await page.getByText("No matching contacts").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("shows no contacts of the conditions before while those of the present ones are not counted", () =>
    Effect.gen(function* () {
      const { page, start } = yield* shop
      const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        let isCounted = true
        await page.route(/\/segments\/members/, (route) =>
          isCounted ? route.continue() : route.fulfill(notCounted(1))
        )
        await page.goto(`${start}/contacts`)
        await button("More filters").click()
        await button("Add a condition").click()
        await page.getByLabel("Field", { exact: true }).selectOption({ label: "Orders placed" })
        await page.getByLabel("Value", { exact: true }).fill("1")
        await button("Show contacts").click()
        await button("Actions for 2").waitFor()
        isCounted = false
        await page.getByLabel("Value", { exact: true }).fill("5")
        await button("Show contacts").click()
        await page.getByRole("status").filter({ hasText: notCountedYet }).waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "ada@example.com" }).count(), 0)
        assert.isTrue(await button(/^Actions for/).isDisabled())
        isCounted = true
        await page.getByText("No matching contacts").waitFor()
      })
    })
  )
})

describe.skipIf(!hasChromium)("contacts of the list", () => {
  it.live("are tagged by selection, found by conditions, and kept as a segment", () =>
    Effect.gen(function* () {
      const { page, start, complaints } = yield* shop
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        await page.getByRole("checkbox", { name: "Select ada@example.com" }).check()
        await button("Actions for 1").click()
        await page.getByRole("menuitem", { name: "Add tag…" }).click()
        await page.getByRole("combobox", { name: "Tag" }).fill("vip")
        await button("Add tag").click()
        await page.getByText("Done: 1 contact checked, 1 changed").waitFor()
        await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click()
        await button("Clear selection").click()

        await button("More filters").click()
        await button("Add a condition").click()
        await page.getByLabel("Field", { exact: true }).selectOption({ label: "Tags" })
        await page.getByRole("combobox", { name: "Value", exact: true }).fill("vip")
        await button("Show contacts").click()
        await button("Actions for 1").waitFor()
        await page.getByRole("link", { name: "ada@example.com" }).waitFor()
        await page.reload()
        await button("Actions for 1").waitFor()
        await button("Save as segment").click()
        await page.getByRole("dialog").getByLabel("Name").fill("VIPs")
        await button("Create").click()
        await page.getByRole("heading", { name: "VIPs", level: 1 }).waitFor()
        await page.getByText("1 contact matches now").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})

describe.skipIf(!hasChromium)("a contact's page", () => {
  it.live("leads with the name, shows spending, keeps notes, and corrects addresses and custom fields", () =>
    Effect.gen(function* () {
      const { page, start, complaints } = yield* shop
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        await page.getByRole("link", { name: "ada@example.com" }).click()
        await page.getByRole("heading", { name: "Ada Lovelace", level: 1 }).waitFor()
        const orders = page.getByRole("region", { name: "Orders" })
        await orders.getByText("59.90 USD").first().waitFor()

        await page.getByLabel("New note").fill("Prefers tea.\nCall after six.")
        await button("Add note").click()
        const note = page.getByRole("list", { name: "Notes" }).getByRole("listitem")
        await note.getByText("Prefers tea.").waitFor()
        await note.getByText("owner@example.com").waitFor()

        await button("Edit").click()
        await page.getByLabel("E-mail", { exact: true }).fill("customer178@example.com")
        await button("Save").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByText("Already a contact").first().waitFor()
        await dialog.getByRole("link", { name: "Open the contact" }).waitFor()
        await page.getByLabel("E-mail", { exact: true }).fill("countess@example.com")
        await button("Add field").click()
        await page.getByRole("combobox", { name: "Field name" }).fill("birthday")
        await page.getByRole("combobox", { name: "Value of birthday" }).fill("10 December")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Save").click()
        await dialog.waitFor({ state: "hidden" })
        await page.getByRole("region", { name: "Custom fields" }).getByText("10 December").waitFor()
        await page.getByRole("region", { name: "Contact", exact: true }).getByText("countess@example.com").waitFor()

        await note.getByRole("button", { name: "Delete" }).click()
        await dialog.getByRole("button", { name: "Delete" }).click()
        await note.waitFor({ state: "detached" })
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("merges another contact after a confirmation that says what happens", () =>
    Effect.gen(function* () {
      const { page, start, complaints } = yield* shop
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        await page.getByRole("link", { name: "ada@example.com" }).click()
        await page.getByRole("button", { name: "Merge", exact: true }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByText("This can't be undone").waitFor()
        const merge = dialog.getByRole("button", { name: "Merge", exact: true })
        assert.isTrue(await merge.isDisabled())
        await dialog.getByLabel("Contact to merge").fill("415555")
        await page.getByRole("option", { name: "Ada (+14155552671)" }).click()
        await merge.click()
        await dialog.waitFor({ state: "hidden" })
        await page.getByRole("region", { name: "Contact", exact: true }).getByText("+14155552671").waitFor()
        await page.getByRole("link", { name: "← Contacts" }).click()
        await page.getByText("2 total").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})

describe.skipIf(!hasChromium)("the actions on a list of contacts", () => {
  it.live("ask with a count, show what they did, and export what the filter finds", () =>
    Effect.gen(function* () {
      const { page, start, complaints } = yield* shop
      const dialog = page.getByRole("dialog")
      const menu = async (count: number, item: string) => {
        await page.getByRole("button", { name: `Actions for ${count}` }).click()
        await page.getByRole("menuitem", { name: item }).click()
      }
      const submit = async (name: string) => {
        await dialog.getByRole("button", { name, exact: true }).click()
        await dialog.getByText("Done:").waitFor()
      }
      const close = () => dialog.getByRole("button", { name: "Close", exact: true }).last().click()
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        await page.getByLabel("Search").fill("example.com")
        await menu(2, "Add tag…")
        await dialog.getByText("Add a tag to 2 contacts?").waitFor()
        await dialog.getByRole("combobox", { name: "Tag" }).fill("vip")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await submit("Add tag")
        await dialog.getByText("2 contacts checked, 2 changed").waitFor()
        await close()

        await menu(2, "Unsubscribe from e-mail…")
        await submit("Unsubscribe")
        await dialog.getByText("2 contacts checked, 2 changed").waitFor()
        await close()
        await page.getByRole("row").filter({ hasText: "unsubscribed" }).nth(1).waitFor()

        const download = page.waitForEvent("download")
        await menu(2, "Export (CSV)")
        const file = await (await download).createReadStream()
        const lines = (await file.toArray()).join("").split("\r\n")
        assert.lengthOf(lines, 4)
        assert.include(lines[1], '"vip"')

        await menu(2, "Delete…")
        const remove = dialog.getByRole("button", { name: "Delete", exact: true })
        assert.isTrue(await remove.isDisabled())
        await dialog.getByLabel("Type 2 to confirm").fill("2")
        await submit("Delete")
        await close()
        await page.getByText("No matching contacts").waitFor()
        await page.getByLabel("Search").fill("")
        await page.getByText("1 total").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
