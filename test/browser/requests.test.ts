import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant, newToken, report } from "./merchant.ts"

describe.skipIf(!hasChromium)("the request log", () => {
  it.live("finds a call by its request id with its issues, and lists callers of deprecated endpoints", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/requests`)
        await page.getByText("No requests yet").waitFor()
        const token = await newToken(page, account)
        await report(origin, token, "/events", { event_type: "seen", email: "ada@example.com" })
        await report(origin, token, "/contacts/none/unsubscribe", {})
        const refused = await report(origin, token, "/orders/placed", { order_id: "x", total: -1 })
        const id = refused.headers.get("x-request-id") ?? ""

        // The request log is written within a second.
        const row = page.getByRole("row", { name: /orders\/placed/ })
        for (let tries = 0; tries < 120 && (await row.count()) === 0; tries++) {
          await page.getByRole("button", { name: "Refresh" }).click()
          await row.waitFor({ timeout: 1_000 }).catch(() => undefined)
        }
        await page.getByText("3 total").waitFor()
        await page.getByLabel("Status").selectOption("2xx")
        await page.getByText("1 total").waitFor()
        await page.getByLabel("Status").selectOption("")
        await page.getByLabel("Request ID").fill(id)
        await page.getByText("1 total").waitFor()
        await row.getByText("422").waitFor()
        await page.getByRole("button", { name: `Details of ${id}` }).click()
        await page
          .getByRole("dialog")
          .getByText(/(order_id|total|currency), /)
          .waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.keyboard.press("Escape")

        await page.reload()
        const deprecated = page.getByRole("region", { name: "Deprecated calls" })
        await deprecated.getByRole("cell", { name: "PATCH /v1/contacts/:id" }).waitFor()
        await deprecated.getByRole("cell", { name: "Token Test" }).waitFor()
        await page.goto(`${origin}/dashboard${base}/settings/usage`)
        await page.getByText("3 in the last 30 days").waitFor()
        await page.getByText("0 in the last 30 days").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
