import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedded } from "../support/database/databases.ts"
import { freePort } from "../support/database/postgres.ts"
import { startServer } from "../support/faults/processes.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { hasChromium, seriousFindings, showDark, visit } from "./browser.ts"
import { owner, signIn } from "./merchant.ts"

const service = "localhost"
const links = "links.tea.example"

describe.skipIf(!hasChromium)("the tracking domain in the settings", () => {
  it.live("is set, tells why it does not work, is found, and is removed", () =>
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
        const base = await signIn(page, origin)
        await page.goto(`${origin}/dashboard${base}/settings/sending`)
        const section = page.getByRole("region", { name: "Tracking domain" })
        const input = section.getByRole("textbox", { name: "Domain for links" })
        const press = (name: string) => section.getByRole("button", { name, exact: true }).click()

        await input.fill(service)
        await press("Save domain")
        await section.getByText(/Must be a host name/).waitFor()
        await input.fill(links.toUpperCase())
        await press("Save domain")
        await section.getByText("Not checked yet").waitFor()
        assert.strictEqual(await input.inputValue(), links)

        await press("Check tracking domain")
        await section.getByText("Waiting for DNS").waitFor()
        dns.addresses.set(links, ["127.0.0.9"])
        await press("Check tracking domain")
        await section.getByText(/leads elsewhere/).waitFor()
        const light = await seriousFindings(page)
        await showDark(page)
        const dark = await seriousFindings(page)
        assert.deepStrictEqual({ light, dark }, { light: [], dark: [] })

        dns.addresses.set(links, ["127.0.0.1"])
        await press("Check tracking domain")
        await section.getByText(`Links of your e-mail begin with ${links}.`).waitFor()
        await input.fill("")
        await press("Save domain")
        await section.getByRole("button", { name: "Check tracking domain" }).waitFor({ state: "detached" })
        await page.reload()
        await input.waitFor()
        assert.strictEqual(await input.inputValue(), "")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
