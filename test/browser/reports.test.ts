import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { definitionOf } from "../support/flows/definitions.ts"
import { mailReports } from "../support/samples/mailReports.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const shop = "https://shop.example/sale"

describe.skipIf(!hasChromium)("reports of providers", () => {
  it.live("show in the timeline of a message, with clicks of machines, and as a notice at the flow", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await callApi(page, `/accounts/${account}/integrations`, { store_name: "S", store_url: "https://shop.example" })
        const { id } = await callApi(page, `/accounts/${account}/flows`, {
          name: "Thanks",
          definition: definitionOf([
            { id: "mail", type: "send_email", subject: "Thanks", html: `<p><a href="${shop}">Sale</a></p>` }
          ])
        })
        await callApi(page, `/accounts/${account}/flows/${String(id)}/activate`, {})
        await report(origin, token, "/orders/placed", {
          order_id: 1,
          email: "ada@example.com",
          total: 1,
          currency: "USD",
          order_date: new Date().toISOString(),
          accepts_email_marketing: true,
          shipment_status: "delivered"
        })
        await page.goto(`${origin}/dashboard${base}/messages`)
        await page
          .getByRole("row")
          .filter({ hasText: "not sent (no mail server)" })
          .getByRole("link", { name: "Thanks" })
          .first()
          .click()
        await page.getByRole("heading", { name: "Thanks", level: 1 }).waitFor()
        const message_id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const { body } = await callApi(page, `/accounts/${account}/messages/${message_id}`)
        const [link = ""] = /http:\/\/[^"]*\/c\/[\w.-]+/.exec(String(body)) ?? []
        await fetch(link, { method: "HEAD", redirect: "manual" })
        const { email_url } = await callApi(page, `/accounts/${account}/hooks`)
        const { delivered, policy } = mailReports("ada@example.com", message_id).brevo
        for (const sent of [delivered, policy]) {
          const { status } = await fetch(String(email_url), {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(sent)
          })
          assert.strictEqual(status, 200)
        }
        await page.reload()
        const timeline = page.getByRole("region", { name: "Timeline" })
        for (const text of ["Queued", "Delivered", "Refused", "Clicked by a machine, not counted", shop]) {
          await timeline.getByText(text, { exact: true }).waitFor()
        }
        await timeline.getByText("The server answered 550 5.7.26").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.goto(`${origin}/dashboard${base}/flows/${String(id)}`)
        await page.getByText("Stopped: mail was refused").waitFor()
        await page.getByRole("link", { name: "Show the message" }).waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Activate", exact: true }).click()
        await page.getByText("Stopped: mail was refused").waitFor({ state: "detached" })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
