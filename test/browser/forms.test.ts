import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, endSession, merchant, owner } from "./merchant.ts"

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const signInAgain = async (page: Page) => {
  const dialog = page.getByRole("dialog", { name: "Your session has ended" })
  await dialog.waitFor()
  await page.keyboard.press("Escape")
  await dialog.getByLabel("E-mail").fill(owner.email)
  await dialog.locator("input[type=password]").fill(owner.password)
  await dialog.getByRole("button", { name: "Sign in" }).click()
  await dialog.waitFor({ state: "hidden" })
}

describe.skipIf(!hasChromium)("forms", () => {
  it.live("show each problem at its field, and link the contact that has an address", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const start = `${origin}/dashboard${base}`
        await page.goto(`${start}/settings/account`)
        for (const name of ["   ", "x".repeat(300)]) {
          await page.getByLabel("Name").fill(name)
          await button(page, "Save").click()
          await page.getByText("Fix 1 problem before saving").waitFor()
          await page.getByLabel("Name").and(page.locator('[aria-invalid="true"]')).waitFor()
        }
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByLabel("Name").fill("Ada's shop")
        await page.getByRole("combobox", { name: "Country" }).fill("germ")
        await page.getByRole("option", { name: "Germany" }).click()
        await page.getByRole("combobox", { name: "Time zone" }).fill("berlin")
        await page.getByRole("option", { name: "Europe/Berlin" }).click()
        await button(page, "Save").click()
        await page.getByText("Saved.").waitFor()
        const saved = await callApi(page, `/accounts/${account}`)
        assert.deepInclude(saved, { name: "Ada's shop", default_country: "DE", timezone: "Europe/Berlin" })

        await page.goto(`${start}/settings/integrations`)
        await button(page, "Connect a store").click()
        await page.getByLabel("Store name").fill("My store")
        await page.getByLabel("Store URL").fill("ftp://shop.example")
        await button(page, "Connect").click()
        await page.getByText("Fix 1 problem before saving").waitFor()
        assert.strictEqual(await page.getByLabel("Store URL").getAttribute("aria-invalid"), "true")

        const existing = await callApi(page, `/accounts/${account}/contacts`, { email: "ada@example.com" })
        await page.goto(`${start}/contacts`)
        const create = async (email: string, first_name: string) => {
          await page.getByRole("dialog").getByLabel("E-mail").fill(email)
          await page.getByRole("dialog").getByLabel("First name").fill(first_name)
          await button(page, "Create").click()
        }
        await button(page, "New contact").click()
        await create("not an address", "x".repeat(300))
        await page.getByText("Fix 2 problems before saving").waitFor()
        for (const name of ["E-mail", "First name"]) {
          assert.strictEqual(await page.getByRole("dialog").getByLabel(name).getAttribute("aria-invalid"), "true")
        }
        await create("ada@example.com", "Ada")
        await page.getByRole("link", { name: "Open the contact" }).click()
        await page.waitForURL(`${start}/contacts/${String(existing["id"])}`)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("keep their input in a dialog and a drawer when the session ends, with the sign-in on top", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const start = `${origin}/dashboard${base}`
        await page.goto(`${start}/contacts`)
        await button(page, "New contact").click()
        await page.getByRole("dialog").getByLabel("E-mail").fill("typed@example.com")
        await endSession(page)
        await button(page, "Create").click()
        await signInAgain(page)
        assert.strictEqual(await page.getByRole("dialog").getByLabel("E-mail").inputValue(), "typed@example.com")
        await button(page, "Create").click()
        await page.getByRole("link", { name: "typed@example.com" }).waitFor()

        await callApi(page, `/accounts/${account}/flows`)
        await page.goto(`${start}/flows`)
        await page.getByRole("link", { name: /thank/i }).first().click()
        await button(page, "Add a step").last().click()
        await page.getByRole("menuitem", { name: "Send an e-mail", exact: true }).click()
        await page.getByRole("textbox", { name: "Subject" }).fill("A subject that took long to find")
        await endSession(page)
        await page.getByRole("tab", { name: "Preview" }).click()
        await signInAgain(page)
        await page.getByRole("tab", { name: "Write" }).click()
        assert.strictEqual(
          await page.getByRole("textbox", { name: "Subject" }).inputValue(),
          "A subject that took long to find"
        )
      })
    })
  )

  it.live("keep what is typed while a save is not answered yet, as input that is not saved", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const settings = page.getByRole("navigation", { name: "Settings" })
        for (const [section, title, label, sent, typed] of [
          ["account", "Store details", "Name", "Tea", "Tea for offices"],
          ["site", "Site", "Addresses", "https://tea.example", "https://tea.example\nhttps://cups.example"]
        ] as const) {
          const held = Promise.withResolvers<void>()
          await page.route("**/dashboard/api/accounts/**", (route) =>
            route.request().method() === "GET" ? route.continue() : held.promise.then(() => route.continue())
          )
          await page.goto(`${origin}/dashboard${base}/settings/${section}`)
          const input = page.getByRole("textbox", { name: label, exact: true })
          await input.fill(sent)
          const isSaved = page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok())
          await button(page, "Save").click()
          await button(page, "Save").and(page.locator("[data-loading]")).waitFor()
          await input.fill(typed)
          held.resolve()
          await isSaved
          await button(page, "Save").and(page.locator(":not([data-loading])")).waitFor()
          assert.strictEqual(await input.inputValue(), typed)
          assert.strictEqual(await page.getByText("Saved.").count(), 0)
          await settings.getByRole("link", { name: "API tokens" }).click()
          await page.getByRole("heading", { name: "API tokens", level: 1 }).waitFor()
          await settings.getByRole("link", { name: title, exact: true }).click()
          await page.getByText("Your unsaved changes are still here").waitFor()
          assert.strictEqual(await input.inputValue(), typed)
          await button(page, "Discard them").click()
          assert.strictEqual(await input.inputValue(), sent)
          await page.unroute("**/dashboard/api/accounts/**")
        }
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("do not ask for the password again when an older response comes after the sign-in", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByText("No contacts yet").waitFor()
        await endSession(page)
        const held = Promise.withResolvers<void>()
        const isHeld = ({ pathname, search }: URL) => pathname.endsWith("/contacts") && search.includes("search=held")
        await page.route(isHeld, async (route) => {
          const response = await route.fetch()
          if (response.status() === 401) await held.promise
          await route.fulfill({ response })
        })
        const sent = page.waitForRequest((request) => isHeld(new URL(request.url())))
        await page.getByLabel("Search").fill("held")
        await sent
        await page.getByLabel("Search").fill("nobody")
        await signInAgain(page)
        await page.getByText("No matching contacts").waitFor()
        const again = page.waitForResponse((response) => isHeld(new URL(response.url())) && response.status() === 200)
        held.resolve()
        await again
        assert.strictEqual(await page.getByRole("dialog").count(), 0)
      })
    })
  )

  it.live("show an invitation's link and its copy button at every width", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        for (const width of [390, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(`${origin}/dashboard${base}/settings/users`)
          await button(page, "Invite").click()
          await page.getByLabel("E-mail").fill(`colleague${width}@example.com`)
          await button(page, "Create invitation").click()
          const dialog = page.getByRole("dialog")
          const name = `link for colleague${width}@example.com`
          const link = dialog.getByLabel(name, { exact: true })
          const frame = await dialog.boundingBox()
          const copy = await dialog.getByRole("button", { name: `Copy ${name}` }).boundingBox()
          assert.isTrue(frame !== null && copy !== null && copy.x + copy.width <= frame.x + frame.width, `at ${width}`)
          assert.isTrue(await link.evaluate((shown) => shown.scrollWidth <= shown.clientWidth), `link at ${width}`)
        }
      })
    })
  )
})
