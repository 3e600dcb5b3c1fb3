import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant } from "./merchant.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** Opens a dialog from a row and submits it. */
const actOn = async (page: Page, row: RegExp, action: string, submit = action) => {
  await page.getByRole("row", { name: row }).getByRole("button", { name: action, exact: true }).click()
  await page.getByRole("dialog").getByRole("button", { name: submit, exact: true }).click()
}

describe.skipIf(!hasChromium)("settings", () => {
  it.live("create a token that is shown once, renew it, and revoke it", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/tokens`)
        await press(page, "New token")
        await page.getByLabel("Name").fill("My shop")
        await page.getByLabel("Expires").selectOption("30d")
        await page.getByLabel("orders_write").uncheck()
        await press(page, "Create")
        await page.getByText("Choose at least one").first().waitFor()
        await page.getByLabel("orders_write").check()
        await press(page, "Create")
        const secret = await page.getByLabel("token My shop", { exact: true }).innerText()
        assert.match(secret, /^service_[0-9a-f]{40}$/)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await press(page, "Done")
        await page.reload()
        const row = page.getByRole("row", { name: /My shop/ })
        const before = await row.innerText()
        assert.notInclude(await page.content(), secret)
        await actOn(page, /My shop/, "Renew")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        assert.notStrictEqual(await row.innerText(), before)
        await actOn(page, /My shop/, "Revoke")
        await row.getByText("revoked").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("create an application, choose its scopes, renew its secret, revoke its tokens and delete it", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/apps`)
        await press(page, "New app")
        await page.getByLabel("Name").fill("My app")
        await press(page, "Create")
        const id = await page.getByLabel("client ID", { exact: true }).innerText()
        const first = await page.getByLabel("client secret", { exact: true }).innerText()
        await press(page, "Done")
        const row = page.getByRole("row", { name: /My app/ })
        await row.getByRole("button", { name: "Scopes" }).click()
        await page.getByLabel("orders_write").check()
        await press(page, "Save")
        await row.getByText("orders_write").waitFor()
        await actOn(page, /My app/, "New secret", "Regenerate")
        const second = await page.getByLabel("client secret", { exact: true }).innerText()
        await press(page, "Done")

        const signIn = (secret: string) =>
          fetch(`${origin}/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret })
          })
        assert.strictEqual((await signIn(first)).status, 401)
        const { access_token }: { readonly access_token: string } = await (await signIn(second)).json()
        const ask = () => fetch(`${origin}/v1/account`, { headers: { authorization: `Bearer ${access_token}` } })
        assert.strictEqual((await ask()).status, 200)
        await actOn(page, /My app/, "Revoke all")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        assert.strictEqual((await ask()).status, 401)
        await actOn(page, /My app/, "Delete")
        await page.getByText("No apps yet").waitFor()
        assert.strictEqual((await signIn(second)).status, 401)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("rotate the hook addresses and the signing secret separately", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const shown = async () => {
          await page.goto(`${origin}/dashboard${base}/settings/sending`)
          const sms = await page.getByLabel("address for text messages", { exact: true }).innerText()
          const email = await page.getByLabel("address for e-mail reports", { exact: true }).innerText()
          assert.deepStrictEqual(await seriousFindings(page), [])
          await page.goto(`${origin}/dashboard${base}/settings/webhooks`)
          return { sms, email, secret: await page.getByLabel("signing secret", { exact: true }).innerText() }
        }
        const first = await shown()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const confirm = async (name: string) => {
          await press(page, name)
          await page.getByRole("dialog").getByRole("button", { name, exact: true }).click()
          await page.getByRole("dialog").waitFor({ state: "detached" })
        }
        await page.goto(`${origin}/dashboard${base}/settings/sending`)
        await confirm("Rotate addresses")
        const second = await shown()
        assert.notStrictEqual(second.sms, first.sms)
        assert.notStrictEqual(second.email, first.email)
        assert.strictEqual(second.secret, first.secret)
        await confirm("Rotate secret")
        const third = await shown()
        assert.deepStrictEqual([third.sms, third.secret === first.secret], [second.sms, false])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("show what to click at each mail provider, and take the key of its signatures", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/sending`)
        const hooks = page.getByRole("region", { name: "Hooks" })
        await hooks.getByRole("button", { name: "Amazon SES" }).click()
        await hooks.getByText("No topic is connected yet.").waitFor()
        await hooks.getByRole("button", { name: "Mailgun" }).click()
        const mailgun = hooks.getByRole("region", { name: "Mailgun" })
        await mailgun.getByText("Reports are not checked.").waitFor()
        const key = mailgun.getByLabel("HTTP webhook signing key")
        await key.fill("short")
        await mailgun.getByRole("button", { name: "Save key" }).click()
        await mailgun.getByText("Must be Mailgun's HTTP webhook signing key").waitFor()
        await key.fill("key-of-mailgun")
        await mailgun.getByRole("button", { name: "Save key" }).click()
        await mailgun.getByText("Only reports with a valid signature are taken.").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await mailgun.getByRole("button", { name: "Remove key" }).click()
        await page
          .getByRole("dialog", { name: "Remove the HTTP webhook signing key?" })
          .getByRole("button", { name: "Remove key" })
          .click()
        await mailgun.getByText("Reports are not checked.").waitFor()
      })
      // The refused key is a response with status 422.
      assert.deepStrictEqual(
        complaints.filter((text) => !text.includes("422")),
        []
      )
    })
  )

  it.live("keep what is entered and not saved while other pages are open, but no password", () =>
    Effect.gen(function* () {
      const { page, origin, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/sending`)
        await page.getByLabel("Reply-to e-mail").fill("owner@tea.example")
        await page.getByLabel("Host").fill("mail.tea.example")
        await page.getByLabel("Password", { exact: true }).fill("secret of the server")
        const settings = page.getByRole("navigation", { name: "Settings" })
        await settings.getByRole("link", { name: "API tokens" }).click()
        await press(page, "New token")
        await page.getByLabel("Name").fill("My shop")
        await page.keyboard.press("Escape")
        await settings.getByRole("link", { name: "Sending" }).click()
        const sender = page.getByRole("region", { name: "Sender", exact: true })
        await sender.getByText("Your unsaved changes are still here").waitFor()
        assert.strictEqual(await page.getByLabel("Reply-to e-mail").inputValue(), "owner@tea.example")
        assert.strictEqual(await page.getByLabel("Host").inputValue(), "mail.tea.example")
        assert.strictEqual(await page.getByLabel("Password", { exact: true }).inputValue(), "")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await sender.getByRole("button", { name: "Discard them" }).click()
        assert.strictEqual(await page.getByLabel("Reply-to e-mail").inputValue(), "")
        await settings.getByRole("link", { name: "API tokens" }).click()
        await press(page, "New token")
        assert.strictEqual(await page.getByLabel("Name").inputValue(), "My shop")
        await press(page, "Create")
        await page.getByLabel("token My shop", { exact: true }).waitFor()
        await press(page, "Done")
        await press(page, "New token")
        assert.strictEqual(await page.getByLabel("Name").inputValue(), "")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("create a subaccount and open it", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/subaccounts`)
        await press(page, "New subaccount")
        await page.getByLabel("Name").fill("Second brand")
        await press(page, "Create")
        await page
          .getByRole("row", { name: /Second brand/ })
          .getByRole("link", { name: "Open" })
          .click()
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
        await page.getByRole("button", { name: "Second brand" }).waitFor()
        assert.notInclude(page.url(), account)
      })
    })
  )
})
