import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { databases } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { mailServer } from "../support/messages/providers.ts"
import { startServer } from "../support/faults/processes.ts"
import { definitionOf } from "../support/flows/definitions.ts"

const owner = { OWNER_EMAIL: "owner@example.com", OWNER_PASSWORD: "correct horse battery" }

const order = {
  order_id: 536365,
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString(),
  shipment_status: "delivered",
  accepts_email_marketing: true,
  shipping_address: { first_name: "Ada" }
}

describe("the worked example", () => {
  for (const [name, database] of Object.entries(databases)) {
    it.live(`a delivered order sends the buyer one mail of each flow, with working links, on ${name}`, () =>
      Effect.gen(function* () {
        const mail = yield* mailServer()
        const settings = yield* database
        const { origin } = yield* startServer({ ...settings, ...owner, SMTP_URL: mail.url })
        let cookie = ""
        const call = (method: string, path: string, body: object = {}) =>
          send(`${origin}/dashboard/api${path}`, {
            method,
            headers: { origin, cookie, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
        const signedIn = yield* call("POST", "/session", { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD })
        cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""
        const account = `/accounts/${signedIn.json.data.accounts[0].id}`
        const sender = { from_name: "Tea", postal_address: "1 Tea Street, London" }
        yield* call("PUT", `${account}/sender`, sender)
        yield* call("POST", `${account}/integrations`, { store_name: "Tea", store_url: "https://tea.example" })
        const made = yield* call("POST", `${account}/tokens`, { name: "t", scopes: ["orders_write"], expires_in: null })
        const step = { id: "s1", type: "send_email", subject: "Thank you", html: "<p>Hi {{ contact.first_name }}</p>" }
        const flow = yield* call("POST", `${account}/flows`, {
          name: "Thanks",
          definition: definitionOf([step])
        })
        const receipt = yield* call("POST", `${account}/flows`, {
          name: "Receipt",
          definition: definitionOf([
            {
              ...step,
              class: "transactional",
              layout: "none",
              subject: "Receipt",
              html: "<p>{{ order.total | money }}</p>"
            }
          ])
        })
        yield* call("POST", `${account}/flows/${receipt.json.data.id}/activate`)
        const active = yield* call("POST", `${account}/flows/${flow.json.data.id}/activate`)
        assert.strictEqual(active.status, 200, active.text)
        const placed = yield* post(`${origin}/v1/orders/placed`, made.json.data.token, order)
        assert.strictEqual(placed.status, 201, placed.text)
        yield* post(`${origin}/v1/orders/placed`, made.json.data.token, order)
        yield* mail.arrived(2)
        const mailed = (subject: string) =>
          mail.received.find(({ raw }) => raw.includes(`Subject: ${subject}`))?.raw ?? ""
        assert.match(mailed("Thank you"), /<p>Hi Ada<\/p>/)
        assert.match(mailed("Receipt"), /^<p>\$59\.90<\/p>\s*$/m)
        assert.notMatch(mailed("Receipt"), /Unsubscribe|<table/)
        const link = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(mailed("Thank you"))?.[1] ?? ""
        assert.match(link, /^http:\/\/localhost:\d+\/u\//)
        assert.strictEqual((yield* send(link.replace(/^http:\/\/[^/]+/, origin), { method: "POST" })).status, 200)
        assert.strictEqual(mail.received.length, 2)
      })
    )
  }
})
