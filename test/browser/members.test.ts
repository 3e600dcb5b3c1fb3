import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings, visit } from "./browser.ts"
import { merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("users of an account", () => {
  it.live("are invited by a link that is shown once, sign in through it, and go when removed", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      const guest = yield* visit()
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/users`)
        await page.getByRole("button", { name: "Invite" }).click()
        await page.getByLabel("E-mail").fill("colleague@example.com")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Make the link" }).click()
        const link = await page.getByLabel("link for colleague@example.com", { exact: true }).innerText()
        await page.getByRole("button", { name: "Done" }).click()
        await page.getByText("invited").waitFor()

        await guest.page.goto(`${origin}/dashboard/setup${new URL(link).hash}`)
        await guest.page.getByLabel("E-mail").fill("colleague@example.com")
        await guest.page.locator("input[type=password]").fill("a long password")
        await guest.page.getByRole("button", { name: "Start" }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()

        await page.reload()
        const row = page.getByRole("row", { name: /colleague/ })
        await row.getByText("active").waitFor()
        await row.getByRole("button", { name: "Remove" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
        await row.waitFor({ state: "detached" })
        await guest.page.goto(`${origin}/dashboard/`)
        await guest.page.getByText("No account").waitFor()
      })
      assert.deepStrictEqual([...complaints, ...guest.complaints], [])
    })
  )
})
