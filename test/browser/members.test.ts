import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings, visit } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("users of an account", () => {
  it.live("are invited by a link shown once, sign in through it, and lose access when removed", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const guest = yield* visit()
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/users`)
        await page.getByRole("button", { name: "Invite" }).click()
        await page.getByLabel("E-mail").fill("colleague@example.com")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Create invitation" }).click()
        const link = await page.getByLabel("link for colleague@example.com", { exact: true }).innerText()
        await page.getByRole("button", { name: "Done" }).click()
        await page.getByText("invited").waitFor()

        await guest.page.goto(`${origin}/dashboard/setup${new URL(link).hash}`)
        await guest.page.getByLabel("E-mail").fill("colleague@example.com")
        await guest.page.locator("input[type=password]").fill("a long password")
        await guest.page.getByRole("button", { name: "Start" }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()

        await guest.page.goto(`${origin}/dashboard${base}/settings/users`)
        await guest.page.getByRole("cell", { name: "colleague@example.com" }).waitFor()
        for (const name of ["Invite", "Change role", "Remove"]) {
          assert.strictEqual(await guest.page.getByRole("button", { name }).count(), 0, name)
        }

        // What only owners may do is disabled with the reason, or not there.
        const onlyOwners = "Only owners of the account can change this."
        for (const [section, label] of [
          ["account", "Name"],
          ["site", "Addresses"],
          ["sending", "Sender name"]
        ] as const) {
          await guest.page.goto(`${origin}/dashboard${base}/settings/${section}`)
          await guest.page.getByText(onlyOwners).first().waitFor()
          assert.isTrue(await guest.page.getByRole("textbox", { name: label }).first().isDisabled(), section)
          assert.deepStrictEqual(await seriousFindings(guest.page), [])
        }
        for (const [section, button] of [
          ["tokens", "New token"],
          ["apps", "New app"],
          ["integrations", "Connect a store"],
          ["subaccounts", "New subaccount"]
        ] as const) {
          await guest.page.goto(`${origin}/dashboard${base}/settings/${section}`)
          await guest.page.getByText(onlyOwners).waitFor()
          assert.strictEqual(await guest.page.getByRole("button", { name: button }).count(), 0, section)
        }
        await guest.page.goto(`${origin}/dashboard${base}/settings/webhooks`)
        await guest.page.getByText("Only owners of the account can see and change this.").waitFor()

        await page.reload()
        await page
          .getByRole("row", { name: /colleague/ })
          .getByRole("button", { name: "Change role" })
          .click()
        await page.getByRole("dialog").getByLabel("Role").selectOption("owner")
        await page.getByRole("dialog").getByRole("button", { name: "Change" }).click()
        await page.getByRole("dialog").waitFor({ state: "detached" })
        const made = await callApi(guest.page, `/accounts/${account}/tokens`, { name: "Theirs", scopes: [] })
        await page.goto(`${origin}/dashboard${base}/settings/tokens`)
        await page
          .getByRole("row", { name: /Theirs/ })
          .getByText("colleague@example.com")
          .waitFor()

        await page.goto(`${origin}/dashboard${base}/settings/users`)
        const row = page.getByRole("row", { name: /colleague/ })
        await row.getByText("active").waitFor()
        await row.getByRole("button", { name: "Remove" }).click()
        assert.isTrue(await page.getByLabel("API token Theirs").isChecked())
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
        await row.waitFor({ state: "detached" })
        await guest.page.goto(`${origin}/dashboard/`)
        await guest.page.getByText("No account").waitFor()
        const authorization = `Bearer ${String(made["token"])}`
        assert.strictEqual((await fetch(`${origin}/v1/account`, { headers: { authorization } })).status, 401)
      })
      assert.deepStrictEqual([...complaints, ...guest.complaints], [])
    })
  )

  it.live("accept another invitation while signed in, or with a new password when theirs is unproven", () =>
    Effect.gen(function* () {
      const { page, origin, account, complaints } = yield* merchant
      const guest = yield* visit()
      yield* Effect.promise(async () => {
        const email = "both@example.com"
        const business = async (name: string) => {
          const opened = await callApi(page, "/accounts", { name, owner: { email } })
          return new URL(String(opened["setup_link"])).hash
        }
        await guest.page.goto(`${origin}/dashboard/setup${await business("First business")}`)
        await guest.page.getByLabel("E-mail").fill(email)
        await guest.page.locator("input[type=password]").fill("a long password")
        await guest.page.getByRole("button", { name: "Start" }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()

        // An owner's address is proven, so being signed in suffices.
        const second = await business("Second business")
        await guest.page.goto("about:blank")
        await guest.page.goto(`${origin}/dashboard/setup${second}`)
        await guest.page.getByRole("button", { name: `Accept as ${email}` }).waitFor()
        assert.deepStrictEqual(await seriousFindings(guest.page), [])
        await guest.page.getByRole("button", { name: `Accept as ${email}` }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
        await guest.page.getByRole("button", { name: "Second business" }).waitFor()

        // An address whose password was set through a link shown to an owner is not proven.
        const member = { email: "member@example.com", password: "the first password" }
        const owner = new URL(guest.page.url()).pathname.split("/")[3] ?? ""
        const own = await callApi(guest.page, `/accounts/${owner}/users`, { email: member.email, role: "member" })
        await callApi(guest.page, "/setup", { ...member, secret: new URL(String(own["link"])).hash.slice(1) })
        const invited = await callApi(page, `/accounts/${account}/users`, { email: member.email, role: "member" })
        await guest.page.goto("about:blank")
        await guest.page.goto(`${origin}/dashboard/setup${new URL(String(invited["link"])).hash}`)
        await guest.page.getByLabel("E-mail").fill(member.email)
        await guest.page.locator("input[type=password]").first().fill(member.password)
        await guest.page.getByRole("button", { name: "Start" }).click()
        await guest.page.locator("input[type=password]").nth(1).fill("the second password")
        assert.deepStrictEqual(await seriousFindings(guest.page), [])
        await guest.page.getByRole("button", { name: "Start" }).click()
        await guest.page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
