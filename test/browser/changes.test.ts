import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the list of bulk changes", () => {
  it.live("shows what an undo would do, and undoes a change by keyboard", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/changes`)
        await page.getByText("No bulk changes yet").waitFor()
        const call = (path: string, body: object) => callApi(page, `/accounts/${account}${path}`, body)
        await call("/contacts", { email: "ada@example.com", email_consent: "subscribed" })
        await call("/contacts", { email: "bob@example.com", email_consent: "subscribed" })
        await call("/contact-actions", { action: "unsubscribe_email", filter: {} })
        await page.reload()
        const row = page.getByRole("row", { name: /Unsubscribed from e-mail/ })
        await row.getByText("In effect").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const shots = process.env["SCREENSHOTS"]
        if (shots !== undefined) await page.screenshot({ path: `${shots}/changes-list.png` })
        await row.getByRole("button", { name: "Undo" }).press("Enter")
        const dialog = page.getByRole("dialog")
        await dialog.getByText(/2 contacts would be as before/).waitFor()
        if (shots !== undefined) await page.screenshot({ path: `${shots}/changes-dialog.png` })
        await dialog.getByRole("button", { name: "Undo" }).press("Enter")
        await row.getByText("Undone").waitFor()
        await row.getByRole("link").click()
        await page.getByText("Everything was taken back").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByText(/^Messages that were sent stay sent/).waitFor()
        await call("/contact-actions", { action: "delete", filter: {} })
        await page.goto(`${origin}/dashboard${base}/changes`)
        await page
          .getByRole("row", { name: /Deleted contacts/ })
          .getByText("Can't be undone")
          .waitFor()
        if (shots !== undefined) {
          await page.screenshot({ path: `${shots}/changes-page.png` })
          await page.emulateMedia({ colorScheme: "dark" })
          await page.setViewportSize({ width: 360, height: 740 })
          await page.goto(`${origin}/dashboard${base}/changes`)
          await page.getByText("Undone").first().waitFor()
          await page.screenshot({ path: `${shots}/changes-phone.png` })
        }
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
