import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { capturedLinks } from "../capturedLinks.ts"
import { assertAccessible, keysOf } from "./keys.ts"

describe.skipIf(!hasChromium)("topics by keyboard", () => {
  it.live("are made, renamed and deleted in the settings, and left on the preference page", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, enter, write, reach } = keysOf(page)
        const dialog = page.getByRole("dialog")
        const make = async (name: string, german: string) => {
          await enter(button(page, "New topic"))
          await hasFocus(dialog.getByLabel("Name in English"))
          await type(name)
          await write(dialog.getByLabel("German"), german)
          await press("Enter")
          await dialog.waitFor({ state: "detached" })
        }
        await page.goto(`${origin}/dashboard${base}/settings/topics`)
        await make("New products", "Neue Produkte")
        await page.getByRole("cell", { name: "new-products", exact: true }).waitFor()
        await make("Sale", "Angebote")
        const sales = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "sale", exact: true }) })
        await hasFocus(button(page, "New topic"))

        const rename = sales.getByRole("button", { name: "Rename" })
        await enter(rename)
        await hasFocus(dialog.getByLabel("Name in English"))
        await assertAccessible(page)
        await press("Escape")
        await hasFocus(rename)
        await press("Enter")
        await write(dialog.getByLabel("Name in English"), "Sales")
        await press("Enter")
        await page.getByRole("cell", { name: "Sales", exact: true }).waitFor()
        await hasFocus(rename)

        await make("Old", "Alt")
        const old = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "old", exact: true }) })
        await enter(old.getByRole("button", { name: "Delete" }))
        await hasFocus(dialog.getByRole("button", { name: "Keep" }))
        await assertAccessible(page)
        await enter(dialog.getByRole("button", { name: "Delete" }))
        await old.waitFor({ state: "detached" })
        await hasFocus(page.locator("#content"))

        await callApi(page, `/accounts/${account}/contacts`, {
          email: "maria@example.com",
          email_consent: "subscribed"
        })
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "May",
          channel: "email",
          variants: [{ subject: "Hi", html: "<p>Hi</p>" }],
          audience: { all: true, include: [], exclude: [] }
        })
        await callApi(page, `/accounts/${account}/campaigns/${String(id)}/schedule`, {})
        const linkTo = await capturedLinks(page, account)
        await page.goto(`${origin}${new URL(linkTo("/p/")).pathname}`)
        await reach(page.getByRole("checkbox", { name: "Sales" }))
        await press("Space")
        await reach(page.getByRole("button", { name: "Save my choice" }))
        await press("Enter")
        await page.getByText("Your choice is saved.").waitFor()
        const kept = ["New products", "Sales"].map((name) => page.getByRole("checkbox", { name }).isChecked())
        assert.deepStrictEqual(await Promise.all(kept), [true, false])
        const topics = await callApi(page, `/accounts/${account}/topics`)
        assert.deepStrictEqual(
          Object.values(topics).map((topic) => Object(topic).names),
          [
            { en: "New products", de: "Neue Produkte" },
            { en: "Sales", de: "Angebote" }
          ]
        )
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
