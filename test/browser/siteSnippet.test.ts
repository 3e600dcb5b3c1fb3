import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { gzipSync } from "node:zlib"
import { hasChromium, visit } from "./browser.ts"
import { signIn, startOwned } from "./merchant.ts"

it("the script of the site weighs at most 5 kB compressed", () => {
  const script = readFileSync(join(import.meta.dirname, "../../dist/site/site.js"))
  assert.isAtMost(gzipSync(script).length, 5_000)
  assert.notMatch(script.toString(), /\beval\b|new Function|document\.cookie/)
})

const structured = JSON.stringify({
  "@graph": [{ "@type": "Product", sku: "tea", name: "Tea", offers: { price: "12.50", priceCurrency: "EUR" } }]
})

/** A shop whose policy allows the script and the calls alone; each page has the snippet twice, and the structured data of a product. */
const shop = Effect.acquireRelease(
  Effect.promise(async () => {
    let snippet = ""
    let policy = ""
    const server = createServer((request, response) => {
      const isProduct = request.url?.startsWith("/tea") === true
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy })
      response.end(
        `<!doctype html><title>Shop</title>${snippet}${snippet}${isProduct ? `<script type="application/ld+json">${structured}</script>` : ""}<a href="/other">Other</a>`
      )
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return {
      origin: `http://127.0.0.1:${port}`,
      use: (tally: string, given: string) => {
        snippet = given.replace(/https?:\/\/[^"]+\/site\.js/, `${tally}/site.js`)
        policy = `default-src 'none'; script-src ${tally}; connect-src ${tally}`
      },
      close: () => server.close()
    }
  }),
  ({ close }) => Effect.sync(close)
)

/** The calls that a page sends, with the events of each. */
const callsOf = (page: Page) => {
  const calls: Array<{ readonly visitor?: string; readonly events: ReadonlyArray<Record<string, unknown>> }> = []
  page.on("request", (request) => {
    if (request.url().includes("/site/")) calls.push(JSON.parse(request.postData() ?? "{}"))
  })
  return {
    calls,
    products: () =>
      calls.flatMap(({ events }) =>
        events.flatMap(({ product }) =>
          typeof product === "object" && product !== null && "id" in product ? [product.id] : []
        )
      )
  }
}

const loaded = (page: Page) => page.waitForFunction(() => "tally" in window && !Array.isArray(window.tally))
const settled = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_500)))
const stored = (page: Page) => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie.length])
const tell = (page: Page, ...call: ReadonlyArray<unknown>) =>
  page.evaluate((given) => {
    if (window.tally !== undefined) window.tally.push(given)
  }, call)

const start = Effect.gen(function* () {
  const { origin } = yield* startOwned
  const pages = yield* shop
  const { page: own } = yield* visit()
  yield* Effect.promise(async () => {
    const account = (await signIn(own, origin)).split("/")[2] ?? ""
    const answer = await own.request.put(`${origin}/dashboard/api/accounts/${account}/site`, {
      headers: { origin },
      data: { origins: [pages.origin], consent_elsewhere: false }
    })
    const { data } = await answer.json()
    pages.use(origin, data.snippet)
  })
  return pages.origin
})

describe.skipIf(!hasChromium)("a page with the snippet", () => {
  it.live(
    "under a strict policy stores and sends nothing before consent, then each view once, also in a shop of one page",
    () =>
      Effect.gen(function* () {
        const shopOrigin = yield* start
        const { page, complaints } = yield* visit()
        const { calls, products } = callsOf(page)
        yield* Effect.promise(async () => {
          await page.goto(`${shopOrigin}/tea`)
          await loaded(page)
          await settled(page)
          assert.deepStrictEqual([calls.length, await stored(page)], [0, [0, 0, 0]])
          const answered = page.waitForResponse((response) => response.url().includes("/site/"))
          await tell(page, "consent", "granted")
          assert.strictEqual((await answered).status(), 204)
          await settled(page)
          // Two scripts on the page, and one view.
          assert.deepStrictEqual([products(), await stored(page)], [["tea"], [1, 0, 0]])
          // A shop of one page: the address changes without loading.
          await page.evaluate(() => history.pushState({}, "", "/cup"))
          await tell(page, "viewed", { id: "cup", price: 3 })
          await tell(page, "viewed", { id: "cup" })
          await settled(page)
          assert.deepStrictEqual(products(), ["tea", "cup"])
          await page.evaluate(() => history.back())
          await settled(page)
          assert.deepStrictEqual(products(), ["tea", "cup", "tea"])
          assert.strictEqual(new Set(calls.map(({ visitor }) => visitor)).size, 1)
        })
        assert.deepStrictEqual(complaints, [])
      })
  )

  it.live(
    "of a browser that sends Global Privacy Control records nothing, and sends a wish that the person makes",
    () =>
      Effect.gen(function* () {
        const shopOrigin = yield* start
        const { page } = yield* visit()
        const { calls } = callsOf(page)
        yield* Effect.promise(async () => {
          await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }))
          await page.goto(`${shopOrigin}/tea?tally-mark=WyJhIiwibSIsIjEiLCJwIl0.c2ln`)
          await loaded(page)
          await tell(page, "consent", "granted")
          await settled(page)
          assert.deepStrictEqual([calls.length, await stored(page)], [0, [0, 0, 0]])
          assert.strictEqual(new URL(page.url()).search, "")
          await tell(page, "notify", { product_id: "tea", email: "ada@example.com" })
          await settled(page)
          assert.deepStrictEqual(calls, [
            { events: [{ type: "restock", product_id: "tea", email: "ada@example.com" }] }
          ])
        })
      })
  )

  it.live("gives a person who is named after another a new visitor", () =>
    Effect.gen(function* () {
      const shopOrigin = yield* start
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await page.goto(`${shopOrigin}/other`)
        await loaded(page)
        await tell(page, "consent", "granted")
        const visitor = () => page.evaluate(() => localStorage.getItem(localStorage.key(0) ?? "") ?? "")
        const before: { visitor: string } = JSON.parse(await visitor())
        const mark = (person: string) => `${btoa(JSON.stringify(["a", "m", "1", person]))}.c2ln`
        await tell(page, "identify", mark("ada"))
        assert.deepStrictEqual(JSON.parse(await visitor()), { ...before, person: "ada" })
        await tell(page, "identify", "ada@example.com")
        assert.deepStrictEqual(JSON.parse(await visitor()), { ...before, person: "ada" })
        await tell(page, "identify", mark("ben"))
        const after: { visitor: string; person: string } = JSON.parse(await visitor())
        assert.strictEqual(after.person, "ben")
        assert.notStrictEqual(after.visitor, before.visitor)
      })
    })
  )
})
