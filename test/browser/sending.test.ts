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
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "Set up sending" }).click()
          await page.getByText("E-mails are kept under Messages and reach nobody").waitFor()
          await page.getByLabel("From name").fill("Ada's Shop")
          await page.getByLabel("From address").fill("hello@")
          await page.getByLabel("Logo address").fill("ftp://shop.example/logo.png")
          await page.getByRole("button", { name: "Save sender" }).click()
          await page.getByText("Must be an https address").waitFor()
          await page.getByLabel("Logo address").fill("")
          await page.getByRole("button", { name: "Save sender" }).click()
          await page.getByText("Must be an e-mail address").waitFor()
          await page.getByLabel("From address").fill("hello@shop.example")
          await page.getByLabel("Postal address").fill("1 High Street\nYork")
          await page.getByRole("button", { name: "Save sender" }).click()
          await page.getByText("Saved.").waitFor()
          await page.getByLabel("SMTP address").fill("smtps://ada:s3cret@smtp.example:465")
          await page.getByRole("button", { name: "Save mail server" }).click()
          await page.getByText("E-mails go out by smtp.example.").waitFor()
          await page.getByText("Ready to send").waitFor()
          await page.getByRole("button", { name: "Create signing key" }).click()
          await page.getByLabel("value of the DKIM record", { exact: true }).waitFor()
          assert.deepStrictEqual(await seriousFindings(page), [])
          await page.goto(`${origin}/dashboard${base}/settings/sending`)
          await page.getByText("E-mails go out by smtp.example.").waitFor()
          assert.strictEqual(await page.getByLabel("From name").inputValue(), "Ada's Shop")
          assert.notInclude(await page.content(), "s3cret")
          assert.strictEqual(await page.getByText("Not sending: no mail server set").count(), 0)
          await page.screenshot({ path: "/tmp/sending.png", fullPage: true })
        })
        // The refused form is the only failed call.
        assert.deepStrictEqual(
          complaints.filter((text) => !text.includes("422")),
          []
        )
      })
  )
})
