import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

// A directory for pictures of what the test looked at; none without it.
const pictures = process.env["SCREENSHOTS"]

describe.skipIf(!hasChromium)("topics", () => {
  it.live("are made in the settings, chosen for a campaign, and left one by one on the preference page", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const picture = async (name: string) => {
        if (pictures === undefined) return
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
      }
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/topics`)
        await page.getByText("No topics yet").waitFor()
        await picture("settings-empty")
        await page.getByRole("button", { name: "New topic" }).click()
        await page.getByLabel("Name in English").fill("New products")
        assert.strictEqual(await page.getByLabel("Key").inputValue(), "new-products")
        await page.getByLabel("German").fill("Neue Produkte")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await picture("settings-new")
        await page.getByRole("button", { name: "Create", exact: true }).click()
        await page.getByRole("cell", { name: "English, German" }).waitFor()
        await page.getByRole("button", { name: "Rename" }).click()
        await page.getByRole("dialog").getByLabel("Name in English").fill("Newest products")
        await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
        await page.getByRole("cell", { name: "Newest products" }).waitFor()
        await page.getByRole("button", { name: "Delete" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByText("No topics yet").waitFor()
        const names = { en: "New products", de: "Neue Produkte" }
        await callApi(page, `/accounts/${account}/topics`, { key: "new-products", names })
        await callApi(page, `/accounts/${account}/topics`, { key: "sales", names: { en: "Sales" } })
        await callApi(page, `/accounts/${account}/contacts`, {
          email: "maria@example.com",
          email_consent: "subscribed"
        })
        await page.request.put(`${origin}/dashboard/api/accounts/${account}/sender`, {
          headers: { "content-type": "application/json" },
          data: JSON.stringify({ from_name: "Tea", from_email: "hello@tea.example", postal_address: "1 Tea Street" })
        })
        const campaign = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "May",
          channel: "email",
          variants: [{ subject: "Hi", html: "<p>Hi</p>" }],
          audience: { all: true, include: [], exclude: [] }
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(campaign["id"])}`)
        await page.getByLabel("Topic", { exact: true }).selectOption("New products")
        await picture("campaign")
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await page.getByRole("button", { name: "Save draft" }).click()
        await saved
        const [contact] = Object.values(await callApi(page, `/accounts/${account}/contacts`))
        const { id } = Object(contact)
        assert.strictEqual(typeof id, "string")
        await callApi(page, `/accounts/${account}/campaigns/${String(campaign["id"])}/schedule`, {})
        let link: string | undefined
        while (link === undefined) {
          const sent = Object.values(await callApi(page, `/accounts/${account}/messages?status=captured`))
          const [message] = sent
          if (message === undefined) continue
          const { body } = await callApi(page, `/accounts/${account}/messages/${String(Object(message).id)}`)
          link = /https?:\/\/[^"]*(\/p\/[^"<]+)/.exec(String(body))?.[1]
          assert.isDefined(link)
        }
        await page.setViewportSize({ width: 360, height: 760 })
        await page.goto(`${origin}${link}`)
        await page.getByRole("group", { name: "What we write about" }).waitFor()
        await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await picture("page-light")
        await page.emulateMedia({ colorScheme: "dark" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await picture("page-dark")
        await page.getByRole("checkbox", { name: "Sales" }).focus()
        await page.keyboard.press("Space")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.getByText("Your choice is saved.").waitFor()
        assert.deepStrictEqual(
          [
            await page.getByRole("checkbox", { name: "New products" }).isChecked(),
            await page.getByRole("checkbox", { name: "Sales" }).isChecked()
          ],
          [true, false]
        )
        await picture("page-saved")
        await page.emulateMedia({ colorScheme: "light" })
        await page.setViewportSize({ width: 1200, height: 800 })
        await page.goto(`${origin}/dashboard${base}/contacts/${String(id)}`)
        await page.getByRole("tab", { name: "Consent" }).click()
        await page.getByRole("cell", { name: "Topic sales" }).waitFor()
        await picture("contact")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
