import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import PostalMime from "postal-mime"
import { operator, operatorBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { mailServer } from "../support/messages/providers.ts"
import { seedContact } from "../support/messages/messages.ts"
import { seedSelling, seedSold } from "../support/samples/soldOrders.ts"

const html = `{% for product in products.new limit: 3 %}<p>{{ product.title }}</p>{% endfor %}`

const titlesIn = (page: string) => [...page.matchAll(/<p>Product (\w+)/g)].map(([, id]) => id)

it.live("a test mail shows the products of its preview, and none that the contact just bought", () =>
  Effect.gen(function* () {
    const server = yield* mailServer()
    yield* Effect.gen(function* () {
      const { call, account } = yield* operatorBrowser
      yield* seedSelling(account, ["1", "2", "4", "5"])
      yield* seedSelling(account, ["3"], { in_stock: false })
      const { contact_id } = yield* seedContact(account)
      yield* seedSold(account, Date.now(), 1, [{ products: [5], daysAgo: 2, contact_id }])
      const body = { trigger: "campaign", step: { id: "s", type: "send_email", subject: "New", html }, contact_id }
      const preview = yield* call("POST", `/accounts/${account}/flows/preview`, body)
      const shown = titlesIn(preview.json.data.html)
      assert.sameMembers(shown, ["1", "2", "4"])
      const sent = yield* call("POST", `/accounts/${account}/flows/preview/send`, { ...body, to: operator.email })
      assert.deepStrictEqual(sent.json.data, { status: "sent" }, sent.text)
      const read = yield* Effect.promise(() => PostalMime.parse(server.received[0]?.raw ?? ""))
      assert.deepStrictEqual(titlesIn(read.html ?? ""), shown)
    }).pipe(
      Effect.provide(
        originLayer({ SMTP_URL: server.url, SMTP_ALLOW_PRIVATE: "true", EMAIL_FROM: "Tally <service@tally.example>" })
      )
    )
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
