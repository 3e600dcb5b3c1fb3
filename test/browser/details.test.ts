import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { definitionOf } from "../support/flows/definitions.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const order = {
  order_id: 77,
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  accepts_email_marketing: true,
  shipment_status: "delivered",
  shipping_address: { name: "Ada Lovelace", address1: "10 Harbour Street", country_code: "US" },
  line_items: [{ title: "Teapot", sku: "POT-8", quantity: 1, price: 59.9 }]
}

/** An account with a delivered order, and a flow that sends a mail and a text for it. */
const delivered = Effect.gen(function* () {
  const session = yield* merchant
  const { page, origin, account } = session
  const token = yield* Effect.promise(async () => {
    const made = await newToken(page, account)
    await callApi(page, `/accounts/${account}/integrations`, { store_name: "Shop", store_url: "https://shop.example" })
    const { id } = await callApi(page, `/accounts/${account}/flows`, {
      name: "Thanks",
      definition: definitionOf([
        { id: "mail", type: "send_email", subject: "Thanks for {{ order.order_id }}", html: "<p>Thank you!</p>" },
        { id: "text", type: "send_sms", text: "Thanks!" },
        { id: "wait", type: "delay", duration: "2 days" }
      ])
    })
    await callApi(page, `/accounts/${account}/flows/${String(id)}/activate`, {})
    assert.strictEqual((await report(origin, made, "/orders/placed", order)).status, 201)
    return made
  })
  const link = (name: string) => page.getByRole("link", { name, exact: true })
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  return { ...session, token, link, button, start: `${origin}/dashboard${session.base}` }
})

describe.skipIf(!hasChromium)("a contact's page", () => {
  it.live("shows the whole history, edits fields, and confirms before it deletes", () =>
    Effect.gen(function* () {
      const { page, start, link, button, complaints } = yield* delivered
      yield* Effect.promise(async () => {
        await page.goto(`${start}/contacts`)
        await link("ada@example.com").click()
        const timeline = page.getByRole("list", { name: "Timeline" })
        await timeline.getByRole("link", { name: "order 77" }).waitFor()
        await timeline.getByText("An order placed within the last six months").waitFor()
        await button("Edit").click()
        await page.getByLabel("Last name").fill("Byron")
        await button("Save").click()
        await page.getByText("Ada Byron").first().waitFor()
        await button("Unsubscribe").click()
        await page.getByRole("dialog").getByText("No marketing e-mail").waitFor()
        await page.getByRole("dialog").getByRole("button", { name: "Unsubscribe" }).click()
        await timeline.getByText("The consent of the contact was set").waitFor()
        await button("Suppress").click()
        await page.getByLabel("Reason").fill("asked by letter")
        await page.getByRole("dialog").getByRole("button", { name: "Suppress" }).click()
        await page.getByRole("dialog").waitFor({ state: "hidden" })
        await timeline.getByText("Set in the dashboard (dashboard asked by letter)").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("tab", { name: "Consent" }).click()
        const suppression = page.getByRole("row").filter({ hasText: "compliance suppressed" })
        assert.isAtMost((await suppression.boundingBox())?.height ?? Infinity, 41)
        await suppression.getByRole("button", { name: /^Details of E-mail/ }).press("Enter")
        await page.getByRole("dialog").getByText("asked by letter").waitFor()
        await page.getByRole("dialog").getByText("owner@example.com").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "hidden" })
        await page.getByRole("tab", { name: "Orders" }).click()
        await link("77").waitFor()
        await button("Lift suppression").click()
        await page.getByRole("dialog").getByRole("button", { name: "Lift suppression" }).click()
        await page.getByRole("dialog").waitFor({ state: "hidden" })
        await button("Suppress").waitFor()
        await button("Delete").click()
        await page.getByRole("dialog").getByText("also from the order of this contact").waitFor()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByRole("heading", { name: "Contacts", level: 1 }).waitFor()
        await page.getByText("No contacts yet").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})

describe.skipIf(!hasChromium)("what an order and an event led to", () => {
  it.live("links the order, its run and the rendered message, or the reason for none", () =>
    Effect.gen(function* () {
      const { page, start, link, token, origin, complaints } = yield* delivered
      yield* Effect.promise(async () => {
        await page.goto(`${start}/messages`)
        await page.getByRole("row").filter({ hasText: "not sent (no mail server)" }).waitFor()
        await page.getByText("The contact has no phone number").waitFor()
        await page.getByLabel("Status").selectOption("skipped")
        await page.getByRole("row").filter({ hasText: "not sent (no mail server)" }).waitFor({ state: "detached" })

        await page.goto(`${start}/flows`)
        const flow = page.getByRole("row").filter({ has: link("Thanks") })
        await flow.waitFor()
        assert.deepStrictEqual((await flow.getByRole("cell").allInnerTexts()).slice(3, 6), ["1", "0", "0 (1 not sent)"])

        await page.goto(`${start}/orders`)
        await link("77").click()
        await page.getByRole("cell", { name: "Teapot" }).waitFor()
        await page.getByText("10 Harbour Street").waitFor()
        const triggered = page.getByRole("region", { name: "Triggered flows" })
        await triggered.getByText("skipped: The contact has no phone number").waitFor()
        await triggered.getByRole("link", { name: "E-mail" }).click()
        await page.getByRole("heading", { name: "Thanks for 77", level: 1 }).waitFor()
        await page.frameLocator("iframe").getByText("Thank you!").waitFor()
        await link("Thanks").click()
        await page.getByRole("tab", { name: "Runs" }).click()
        await page.getByRole("row").filter({ hasText: "Wait 2 days" }).getByText("not sent").waitFor()

        const event = {
          event_type: "looked",
          email: "ada@example.com",
          event_data: { note: "<b>x</b>", price: 1.5 },
          idempotency_key: "look-1"
        }
        assert.strictEqual((await report(origin, token, "/events", event)).status, 200)
        await page.goto(`${start}/events`)
        await link("looked").click()
        await page.getByText("look-1").waitFor()
        await page.getByText("No active flow had this event as its trigger").waitFor()
        const data = await page.getByLabel("event data").innerText()
        assert.strictEqual(data, '{\n  "note": "<b>x</b>",\n  "price": 1.5\n}')
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
