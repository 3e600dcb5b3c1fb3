import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { fillWithHostile } from "./hostile.ts"
import { merchant } from "./merchant.ts"

const lists = [
  "/",
  "/contacts",
  "/orders",
  "/carts",
  "/products",
  "/coupons",
  "/media",
  "/flows",
  "/messages",
  "/events",
  "/segments",
  "/campaigns",
  "/forms",
  "/forms/new",
  "/imports",
  "/changes",
  "/settings/tokens",
  "/settings/apps",
  "/settings/integrations",
  "/settings/site",
  "/settings/sending",
  "/settings/topics",
  "/settings/subaccounts",
  "/settings/users",
  "/settings/account",
  "/settings/usage",
  "/settings/requests",
  "/settings/webhooks",
  "/settings/limits",
  "/settings/test-clock",
  "/settings/businesses",
  "/settings/password"
]

describe.skipIf(!hasChromium)("the dashboard's pages", () => {
  it.live("show caller input as text, fit a phone, are accessible and keep to their Content-Security-Policy", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const made = yield* Effect.promise(() => fillWithHostile(page, origin, account))
      const findings: Array<string> = []
      for (const path of [...lists, ...made]) {
        yield* Effect.promise(async () => {
          await page.setViewportSize({ width: 1200, height: 800 })
          await page.emulateMedia({ colorScheme: "light" })
          await page.goto(`${origin}/dashboard${base}${path}`)
          await page.getByRole("heading", { level: 1 }).waitFor()
          await page.waitForFunction(() => document.querySelector("[role=status][aria-label=Loading]") === null)
          findings.push(...(await seriousFindings(page)).map((finding) => `light ${path} ${finding}`))
          // Only colors differ.
          await page.emulateMedia({ colorScheme: "dark" })
          await page.waitForFunction(
            () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark"
          )
          findings.push(...(await seriousFindings(page, "color-contrast")).map((finding) => `dark ${path} ${finding}`))
          if ((await page.evaluate(() => Reflect.get(window, "hit"))) !== undefined)
            findings.push(`${path} ran a script`)
          await page.setViewportSize({ width: 390, height: 800 })
          // The layout adapts to the window with a delay.
          await page
            .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth)
            .catch(() => findings.push(`${path} is wider than a phone`))
        })
      }
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("answer unknown records, pages and sections with a not-found page", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        const missing = page.getByRole("alert").filter({ hasText: "Not found" })
        for (const path of [
          "/orders/99",
          "/contacts/con_none",
          "/flows/flo_none",
          "/messages/msg_none",
          "/coupons/cou_none",
          "/imports/imp_none"
        ]) {
          await page.goto(`${origin}/dashboard${base}${path}`)
          await missing.waitFor()
          if (!path.startsWith("/flows")) await page.getByRole("heading", { name: "Not found", level: 1 }).waitFor()
          assert.strictEqual(await missing.getByRole("button").count(), 0, path)
        }
        await page.goto(`${origin}/dashboard${base}/nothing`)
        await page.getByText("Page not found").waitFor()
        await page.getByRole("link", { name: "Go to Home" }).click()
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
        await page.goto(`${origin}/dashboard${base}/settings/nothing`)
        await page.getByRole("heading", { name: "Store details", level: 1 }).waitFor()
      })
    })
  )
})
