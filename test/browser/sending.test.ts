import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { embedded } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { mailServer } from "../support/messages/providers.ts"
import { hasChromium, seriousFindings, visit } from "./browser.ts"
import { owner, signIn } from "./merchant.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const shots = process.env["SCREENSHOTS"]

const shot = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

describe.skipIf(!hasChromium)("settings of sending", () => {
  it.live("take a merchant from captured mail to signed mail through a server of their own", () =>
    Effect.gen(function* () {
      const [dns, mail, settings] = [yield* dnsServer, yield* mailServer(), yield* embedded]
      const { origin } = yield* startServer({
        ...settings,
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        DNS_SERVERS: dns.address,
        SMTP_ALLOW_PRIVATE: "true"
      })
      const { page, complaints } = yield* visit()
      yield* Effect.promise(async () => {
        const base = await signIn(page, origin)
        const banner = page.getByText("Not sending: no mail server set")
        await banner.waitFor()
        await page.goto(`${origin}/dashboard${base}/flows`)
        const row = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Activate" }) })
        await row.first().getByRole("button", { name: "Activate" }).click()
        const alert = page.getByRole("alert").filter({ hasText: "Complete your sender first" })
        await alert.getByText("The sender's postal address is missing").waitFor()
        await shot(page, "activation")
        await alert.getByRole("link", { name: "Settings → Sending" }).click()

        await page.getByLabel("Sender name").fill("Ada's Shop")
        await page.getByLabel("Sender e-mail").fill("ada")
        await page.getByLabel("Postal address").fill("1 Tea Street\nLondon")
        await page.getByLabel("Logo").fill("http://ada.example/logo.png")
        await press(page, "Save sender")
        await page.getByText("Must be an e-mail address").waitFor()
        await page.getByText("Must be an https address").waitFor()
        await shot(page, "faults")
        await page.getByLabel("Sender e-mail").fill("hello@ada.example")
        await page.getByLabel("Logo").fill("")
        await page.getByLabel("Parameters of links").fill("utm_source=shop&utm_campaign={name}")
        await press(page, "Save sender")
        await page.getByText("Saved.", { exact: true }).waitFor()
        assert.strictEqual(
          await page.getByLabel("Parameters of links").inputValue(),
          "utm_source=shop&utm_campaign={name}"
        )

        const { hostname, port } = new URL(mail.url)
        await page.getByLabel("Host").fill("not a host")
        await press(page, "Use this server")
        await page.getByText(/^Must be smtp:/).waitFor()
        await page.getByLabel("Host").fill(hostname)
        await page.getByRole("textbox", { name: "Port" }).fill(port)
        await press(page, "Use this server")
        await page.getByText("Your e-mail goes out through your own mail server, 127.0.0.1.").waitFor()
        await banner.waitFor({ state: "detached" })
        await page.reload()
        await page.locator(`input[value="${hostname}"]`).waitFor()
        assert.strictEqual(await page.getByRole("textbox", { name: "Port" }).inputValue(), port)

        await press(page, "Create DKIM key")
        const name = await page.getByLabel("DKIM record name", { exact: true }).innerText()
        const value = await page.getByLabel("DKIM record value", { exact: true }).innerText()
        await press(page, "Check domain")
        await page.getByRole("region", { name: "DMARC check" }).getByText("Missing").waitFor()
        await shot(page, "missing")
        dns.records.set(name, [value])
        dns.records.set("_dmarc.ada.example", [await page.getByLabel("DMARC value", { exact: true }).innerText()])
        dns.records.set("ada.example", ["v=spf1 mx +all"])
        await press(page, "Check domain")
        await page.getByText("Your mail is signed with the DKIM key of this record.").waitFor()
        await page.getByRole("region", { name: "SPF check" }).getByText("Needs a change").waitFor()

        await page.getByRole("textbox", { name: "To", exact: true }).fill("ada@example.com")
        await press(page, "Send test e-mail")
        await page.getByText(/^Sent\. Look in that inbox/).waitFor()

        await page.getByText("E-mails: no limit.").waitFor()
        await page.getByLabel("Marketing messages a day").fill("2")
        await page.getByLabel("Warm-up: e-mails an hour").fill("50")
        await press(page, "Save limits")
        await page.getByText("Set this too, or clear the other").waitFor()
        await shot(page, "limits-incomplete")
        await page.getByLabel("Warm-up: growth a day").fill("50")
        await press(page, "Save limits")
        await page.getByText("Limits saved.").waitFor()
        await page.getByText("E-mails: 50 of 50 left this hour.").waitFor()

        for (const scheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: scheme })
          assert.deepStrictEqual(await seriousFindings(page), [], scheme)
          await shot(page, `sending-${scheme}`)
        }
        await page.setViewportSize({ width: 390, height: 800 })
        await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth)
        await shot(page, "sending-phone")
        await page.setViewportSize({ width: 1200, height: 800 })

        await page.goto(`${origin}/dashboard${base}/flows`)
        const flow = row.first().getByRole("link").first()
        await flow.click()
        const warning = page.getByRole("alert").filter({ hasText: "Records of ada.example are not complete" })
        await warning.getByText("SPF: needs a change").waitFor()
        await shot(page, "flow-check")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.goto(`${origin}/dashboard${base}/flows`)
        await row.first().getByRole("button", { name: "Activate" }).click()
        await page.getByRole("button", { name: "Pause" }).waitFor()
      })
      assert.match(mail.received[0]?.raw ?? "", /^From: "?Ada's Shop"? <hello@ada\.example>/m)
      assert.match(mail.received[0]?.raw ?? "", /^DKIM-Signature: [^]*d=ada\.example/m)
      assert.deepStrictEqual(complaints, [])
    })
  )
})
