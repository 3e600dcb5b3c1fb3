import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings, visit } from "./browser.ts"
import { callApi, merchant, owner } from "./merchant.ts"

const member = { email: "colleague@example.com", password: "the first password" }

describe.skipIf(!hasChromium)("passwords", () => {
  it.live("are changed by their user, and reset by a link", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const guest = yield* visit()
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/password`)
        const change = async (current: string) => {
          await page.getByLabel("Current password").fill(current)
          await page.getByLabel("New password").fill("a new long password")
          await page.getByRole("button", { name: "Change password" }).click()
        }
        await change("a guess")
        await page.getByText("This is not your password").waitFor()
        await change(owner.password)
        await page.getByText("Your password is changed").waitFor()

        await guest.page.goto(`${origin}/dashboard/sign-in`)
        await guest.page.getByLabel("E-mail").fill(member.email)
        await guest.page.getByRole("link", { name: "Forgot password?" }).click()
        await guest.page.getByRole("heading", { name: "Forgot your password?" }).waitFor()
        assert.strictEqual(await guest.page.getByLabel("E-mail").inputValue(), member.email)
        assert.deepStrictEqual(await seriousFindings(guest.page), [])
        await guest.page.getByRole("button", { name: "Send the link" }).click()
        await guest.page.getByText("Ask an owner of your account").waitFor()

        const invited = await callApi(page, `/accounts/${account}/users`, { email: member.email, role: "member" })
        const secret = new URL(String(invited["link"])).hash.slice(1)
        await callApi(guest.page, "/setup", { ...member, secret })
        await page.goto(`${origin}/dashboard${base}/settings/users`)
        const row = page.getByRole("row", { name: /colleague/ })
        await row.getByRole("button", { name: "Reset password" }).click()
        await page.getByRole("button", { name: "Create link" }).click()
        const link = await page.getByLabel(`link for ${member.email}`, { exact: true }).innerText()
        assert.deepStrictEqual(await seriousFindings(page), [])

        await guest.page.goto(`${origin}/dashboard/reset${new URL(link).hash}`)
        await guest.page.getByLabel("E-mail").fill(member.email)
        await guest.page.locator("input[type=password]").fill("the second password")
        assert.deepStrictEqual(await seriousFindings(guest.page), [])
        await guest.page.getByRole("button", { name: "Set password" }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
      })
      assert.deepStrictEqual([...complaints, ...guest.complaints], [])
    })
  )
})
