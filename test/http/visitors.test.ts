import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { openFormIssue } from "../../src/outbound/templates/Links.ts"
import { links } from "../support/http/links.ts"
import { shownForm } from "../support/http/signUpForm.ts"
import { shopOrigin, site, viewed, visitor } from "../support/http/site.ts"

onEitherOverSocket("the cart of a visitor", (it) => {
  const cart = (members: Record<string, unknown> = {}) => ({
    type: "cart",
    cart: { currency: "EUR", total: 12.5, line_items: [{ sku: "TEA", quantity: 1, price: 12.5 }], ...members }
  })

  it.effect("is one of its browser, belongs to nobody until it is known, and then to the contact", () =>
    Effect.gen(function* () {
      const { report, person, api } = yield* site
      yield* report("a", [cart(), cart({ total: 25 })])
      const listed = Effect.map(api("GET", "/carts"), ({ json }) => json.data)
      const [before] = yield* listed
      assert.deepInclude(before, { contact_id: null, source: "site", total_amount: "25.00", status: "open" })
      const ada = yield* person("ada@example.com")
      yield* report("a", [], ada.mark)
      assert.deepInclude((yield* listed)[0], { contact_id: ada.contact_id })
      yield* report("a", [cart({ total: 30, stage: "checkout" })])
      const after = yield* listed
      assert.strictEqual(after.length, 1)
      assert.deepInclude(after[0], { contact_id: ada.contact_id, total_amount: "30.00", stage: "checkout" })
      yield* report("a", [cart({ line_items: [] })])
      assert.deepStrictEqual(yield* listed, [])
    })
  )

  it.effect("that a store reports with a person joins the visitor's past to the contact", () =>
    Effect.gen(function* () {
      const { report, api, viewsOf } = yield* site
      yield* report("a", [viewed("tea")])
      const body = { currency: "EUR", total: 1, line_items: [{ sku: "A" }], visitor_id: visitor("a") }
      const { json } = yield* api("PUT", "/carts/c-1", { ...body, email: "ada@example.com" })
      const { contact_id } = json.data
      assert.deepStrictEqual(yield* viewsOf(contact_id), ["tea"])
      const unnamed = yield* api("PUT", "/carts/c-2", body)
      assert.strictEqual(unnamed.json.data.contact_id, contact_id)
    })
  )
})

onEitherOverSocket("a sign-up form on the site", (it) => {
  const page = `${shopOrigin}/`

  it.effect("makes the visitor of its page known once the sign-up takes effect, with the last 30 days", () =>
    Effect.gen(function* () {
      const { account_id, report, viewsOf, sql } = yield* site
      const form = yield* shownForm({}, account_id)
      const shown = yield* send(`${form.url}/embed?visitor=${visitor("a")}`, { headers: { referer: page } })
      const issue = openFormIssue(links, /name="issued" value="([^"]+)"/.exec(shown.text)?.[1] ?? "")
      assert.deepInclude(issue, { page, visitor_id: visitor("a") })
      yield* report("a", [viewed("old"), viewed("tea")])
      yield* sql`UPDATE product_views SET viewed_at = viewed_at - interval '31 days' WHERE account_id = ${account_id} AND product_id = 'old'`
      yield* form.submit({ email: "ada@example.com", issued: form.issue({ page, visitor_id: visitor("a") }) })
      const contact_id = String((yield* form.contacts)[0]?.["contact_id"])
      assert.deepStrictEqual(yield* viewsOf(contact_id), [])
      const [link = ""] = yield* form.confirmLinks
      for (let call = 0; call < 2; call++) yield* send(link, { method: "POST" })
      yield* report("a", [viewed("cup")])
      assert.deepStrictEqual(yield* viewsOf(contact_id), ["tea", "cup"])
      assert.deepStrictEqual(yield* viewsOf(null), ["old"])
    })
  )

  it.effect("without a confirmation does so at once, but for no address that is subscribed already", () =>
    Effect.gen(function* () {
      const { account_id, report, viewsOf } = yield* site
      const form = yield* shownForm({ double_opt_in: false }, account_id)
      const signUp = (email: string, name: string) =>
        form.submit({ email, issued: form.issue({ page, visitor_id: visitor(name) }) })
      yield* report("a", [viewed("tea")])
      yield* report("b", [viewed("cup")])
      yield* signUp("ada@example.com", "a")
      const contact_id = String((yield* form.contacts)[0]?.["contact_id"])
      yield* signUp("ada@example.com", "b")
      assert.deepStrictEqual(yield* viewsOf(contact_id), ["tea"])
      assert.deepStrictEqual(yield* viewsOf(null), ["cup"])
    })
  )

  it.effect("names no visitor on the page of another site, nor without a visitor's id", () =>
    Effect.gen(function* () {
      const { account_id, report, viewsOf } = yield* site
      const form = yield* shownForm({ double_opt_in: false }, account_id)
      yield* report("a", [viewed("tea")])
      const other = form.issue({ page: "https://other.example/", visitor_id: visitor("a") })
      yield* form.submit({ email: "ada@example.com", issued: other })
      assert.deepStrictEqual(yield* viewsOf(null), ["tea"])
      const shown = yield* send(`${form.url}/embed?visitor=a"b`, { headers: { referer: page } })
      const issue = openFormIssue(links, /name="issued" value="([^"]+)"/.exec(shown.text)?.[1] ?? "")
      assert.deepInclude(issue, { visitor_id: null })
    })
  )
})

onEitherOverSocket("the visits of a contact", (it) => {
  it.effect("are in its timeline and export, move with a merge and go with an erasure", () =>
    Effect.gen(function* () {
      const { report, person, api, sql, account_id } = yield* site
      const [ada, ben] = [yield* person("ada@example.com"), yield* person("ben@example.com")]
      yield* report("a", [viewed("tea")], ada.mark)
      const timeline = yield* api("GET", `/contacts/${ada.contact_id}/timeline`)
      const view = timeline.json.data.find(
        ({ happening }: { happening: { type: string } }) => happening.type === "view"
      )
      assert.deepStrictEqual(view.happening, {
        type: "view",
        product_id: "tea",
        title: "Product tea",
        url: `${shopOrigin}/p/tea`
      })
      const exported = yield* api("GET", `/contacts/${ada.contact_id}/export`)
      assert.include(exported.text, "Product tea")
      assert.strictEqual(
        (yield* api("POST", `/contacts/${ben.contact_id}/merge`, { from: ada.contact_id })).status,
        200
      )
      const owners = sql`SELECT contact_id FROM product_views WHERE account_id = ${account_id}
        UNION ALL SELECT contact_id FROM visitors WHERE account_id = ${account_id}`
      assert.deepStrictEqual(yield* owners, [{ contact_id: ben.contact_id }, { contact_id: ben.contact_id }])
      assert.strictEqual((yield* api("DELETE", `/contacts/${ben.contact_id}`)).status, 200)
      assert.deepStrictEqual(yield* owners, [])
    })
  )
})

onEitherOverSocket("the link of a message", (it) => {
  it.effect("carries the mark to the account's own site alone, and the page that it leads to names the person", () =>
    Effect.gen(function* () {
      const { account_id, person, report, viewsOf, sql } = yield* site
      const origin = yield* Origin
      const ada = yield* person("ada@example.com")
      yield* sql`UPDATE messages SET status = 'sent', sent_at = now() - interval '1 hour' WHERE account_id = ${account_id}`
      const click = Effect.fnUntraced(function* (url: string) {
        const link = new URL(links.sign("click", [account_id, ada.message_id, url]))
        return (yield* send(`${origin}${link.pathname}`, { redirect: "manual" })).headers.get("location") ?? ""
      })
      assert.strictEqual(yield* click("https://other.example/a?b=1"), "https://other.example/a?b=1")
      const marked = yield* click(`${shopOrigin}/a?b=%20c#d`)
      assert.match(marked, /^https:\/\/shop\.example\/a\?b=%20c&tally-mark=[\w.-]+#d$/)
      yield* report("a", [viewed("tea")], new URL(marked).searchParams.get("tally-mark") ?? "")
      assert.deepStrictEqual(yield* viewsOf(ada.contact_id), ["tea"])
    })
  )
})
