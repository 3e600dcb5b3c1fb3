import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("Settings → Sending", () => {
  it.live(
    "says that nothing is sent, shows faults at their fields, keeps a sender and never shows a password again",
    () =>
      Effect.gen(function* () {
        const { page, origin, base, complaints } = yield* merchant
        const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
        yield* Effect.promise(async () => {
          await page.getByText("Not sending: no mail server set").waitFor()
          await page.getByRole("link", { name: "Settings → Sending" }).click()
          await page.getByLabel("Sender name").fill("Ada's Shop")
          await page.getByLabel("Sender e-mail").fill("hello@")
          await page.getByLabel("Logo").fill("ftp://shop.example/logo.png")
          await press("Save sender")
          await page.getByText("Must be an https address").waitFor()
          await page.getByLabel("Logo").fill("")
          await press("Save sender")
          await page.getByText("Must be an e-mail address").waitFor()
          await page.getByLabel("Sender e-mail").fill("hello@shop.example")
          await page.getByLabel("Postal address").fill("1 High Street\nYork")
          await press("Save sender")
          await page.getByText("Saved.", { exact: true }).waitFor()
          await page.getByLabel("Host").fill("smtp.example")
          await page.getByLabel("User name").fill("ada")
          await page.locator("input[type=password]").fill("s3cret!")
          await press("Use this server")
          await page.getByText("Saved. Send a test mail to try it.").waitFor()
          await press("Create DKIM key")
          await page.getByText("Your mail is not signed yet").waitFor()
          assert.deepStrictEqual(await seriousFindings(page), [])
          await page.goto(`${origin}/dashboard${base}/settings/sending`)
          await page.getByText("smtp.example").first().waitFor()
          assert.strictEqual(await page.getByLabel("Sender name").inputValue(), "Ada's Shop")
          assert.notInclude(await page.content(), "s3cret")
          assert.strictEqual(await page.getByText("Not sending: no mail server set").count(), 0)
          if (process.env["SCREENSHOT"] !== undefined)
            await page.screenshot({ path: process.env["SCREENSHOT"], fullPage: true })
        })
        // The rejected form is the only failed call.
        assert.deepStrictEqual(
          complaints.filter((text) => !text.includes("422")),
          []
        )
      })
  )
})
