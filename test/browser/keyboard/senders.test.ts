import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedded } from "../../support/database/databases.ts"
import { freePort } from "../../support/database/postgres.ts"
import { startServer } from "../../support/faults/processes.ts"
import { dnsServer } from "../../support/messages/dnsServer.ts"
import { hasChromium, visit } from "../browser.ts"
import { button } from "../mailEditor.ts"
import { callApi, owner, signIn } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const service = "localhost"
const links = "links.tea.example"

describe.skipIf(!hasChromium)("senders and links by keyboard", () => {
  it.live(
    "get parameters and a tracking domain, which is checked and removed, and another sender, which is changed",
    () =>
      Effect.gen(function* () {
        const [dns, settings, port] = [yield* dnsServer, yield* embedded, yield* Effect.promise(freePort)]
        dns.addresses.set(service, ["127.0.0.1"])
        const origin = `http://${service}:${port}`
        yield* startServer({
          ...settings,
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          DNS_SERVERS: dns.address,
          PORT: String(port),
          PUBLIC_URL: origin,
          WEBHOOK_ALLOW_PRIVATE: "true"
        })
        const { page, complaints } = yield* visit()
        yield* Effect.promise(async () => {
          const { press, type, hasFocus, enter, write, reach } = keysOf(page)
          const base = await signIn(page, origin)
          const account = base.split("/").at(-1) ?? ""
          await page.goto(`${origin}/dashboard${base}/settings/sending`)
          await write(page.getByLabel("Parameters of links"), "utm_source=shop&utm_campaign={name}")
          await press("Enter")
          await page.getByText("Saved.", { exact: true }).waitFor()
          const sender = () => callApi(page, `/accounts/${account}/sender`)
          assert.deepInclude(await sender(), { link_parameters: "utm_source=shop&utm_campaign={name}" })

          const section = page.getByRole("region", { name: "Tracking domain" })
          const input = section.getByRole("textbox", { name: "Domain for links" })
          const check = section.getByRole("button", { name: "Check tracking domain" })
          await reach(input)
          await type(links)
          await press("Enter")
          await section.getByText("Not checked yet").waitFor()
          await hasFocus(input)
          await enter(check, "Shift+Tab")
          await section.getByText("Waiting for DNS").waitFor()
          await hasFocus(check)
          dns.addresses.set(links, ["127.0.0.1"])
          await press("Enter")
          await section.getByText(`Links of your e-mail begin with ${links}.`).waitFor()
          await hasFocus(check)
          await reach(input)
          await press("ControlOrMeta+a")
          await press("Delete")
          await enter(section.getByRole("button", { name: "Save domain" }))
          await check.waitFor({ state: "detached" })
          assert.deepInclude(await sender(), { tracking_domain: null })

          await page.goto(`${origin}/dashboard${base}/settings/senders`)
          const dialog = page.getByRole("dialog")
          await enter(button(page, "New sender"))
          await hasFocus(dialog.getByLabel("Sender name"))
          await type("Tea for offices")
          await write(dialog.getByLabel("Sender e-mail"), "offices@tea.example")
          await press("Enter")
          await page.getByRole("cell", { name: "Tea for offices <offices@tea.example>" }).waitFor()
          await enter(button(page, "Edit"))
          await write(dialog.getByLabel("Reply-to e-mail"), "replies@tea.example")
          await assertAccessible(page)
          await press("Enter")
          await page.getByRole("cell", { name: "replies@tea.example" }).waitFor()
          await hasFocus(button(page, "Edit"))
          await enter(button(page, "Domain and test"), "Shift+Tab")
          await button(page, "Check domain").waitFor()
          await assertAccessible(page)
          await press("Escape")
          await hasFocus(button(page, "Domain and test"))
          await enter(button(page, "Delete"))
          await hasFocus(dialog.getByRole("button", { name: "Keep" }))
          await assertAccessible(page)
          await enter(dialog.getByRole("button", { name: "Delete" }))
          await page.getByText("No other senders yet").waitFor()
          await hasFocus(page.locator("#content"))
        })
        assert.deepStrictEqual(complaints, [])
      })
  )
})
