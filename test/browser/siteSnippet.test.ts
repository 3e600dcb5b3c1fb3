import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { gzipSync } from "node:zlib"
import { hasChromium, visit, visitKeepingPages } from "./browser.ts"
import { firefoxPage, hasFirefox } from "./firefox.ts"
import { isKeptAt, shop, type ShopPage } from "./shop.ts"

it("the script of the site weighs at most 5 kB compressed, and reads neither cookies nor the clock of the browser", () => {
  const script = readFileSync(join(import.meta.dirname, "../../dist/site/site.js"))
  assert.isAtMost(gzipSync(script).length, 5_000)
  assert.notMatch(script.toString(), /\beval\b|new Function|document\.cookie|\bDate\b/)
})

interface Browser {
  readonly open: (options?: { readonly privacy?: boolean }) => Effect.Effect<ShopPage, never, Scope.Scope>
  /** A page whose browser keeps pages that are left. */
  readonly openKeeping: Effect.Effect<ShopPage, never, Scope.Scope>
}

const ofChromium = (page: Page): ShopPage => ({
  goto: async (url) => void (await page.goto(url)),
  run: (expression) => page.evaluate(expression),
  close: () => page.close()
})

const chromium: Browser = {
  open: ({ privacy = false } = {}) =>
    Effect.gen(function* () {
      const { page } = yield* visit()
      if (privacy)
        yield* Effect.promise(() =>
          page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }))
        )
      return ofChromium(page)
    }),
  openKeeping: Effect.map(visitKeepingPages, ofChromium)
}

const firefox: Browser = { open: firefoxPage, openKeeping: firefoxPage() }

const loaded = (page: ShopPage) =>
  page.run(`new Promise((resolve) => {
    const look = () => window.tally !== undefined && !Array.isArray(window.tally) ? resolve(true) : setTimeout(look, 20)
    look()
  })`)
// Longer than the script waits for anything.
const settled = (page: ShopPage) => page.run("new Promise((resolve) => setTimeout(() => resolve(true), 2_500))")
const stored = (page: ShopPage) => page.run("[localStorage.length, sessionStorage.length, document.cookie.length]")
const tell = (page: ShopPage, ...call: ReadonlyArray<unknown>) =>
  page.run(`void window.tally.push(${JSON.stringify(call)})`)
const kept = async (page: ShopPage): Promise<Record<string, unknown>> =>
  JSON.parse(String(await page.run("localStorage.getItem(localStorage.key(0))")))

const suite = (name: string, isThere: boolean, { open, openKeeping }: Browser) =>
  describe.skipIf(!isThere)(`a page with the snippet in ${name}`, () => {
    it.live("under a strict policy stores and sends nothing before consent, then each view once", () =>
      Effect.gen(function* () {
        const { origin, calls, products, reported, violations } = yield* shop
        const page = yield* open()
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/tea`)
          await loaded(page)
          await settled(page)
          assert.deepStrictEqual([calls.length, await stored(page)], [0, [0, 0, 0]])
          await tell(page, "consent", "granted")
          await reported(1)
          await settled(page)
          // Two scripts on the page, and one view.
          assert.deepStrictEqual([products(), await stored(page)], [["tea"], [1, 0, 0]])
          // A shop of one page: the address changes without loading.
          await page.run('history.pushState({}, "", "/cup")')
          await tell(page, "viewed", { id: "cup", price: 3 })
          await tell(page, "viewed", { id: "cup" })
          await settled(page)
          assert.deepStrictEqual(products(), ["tea", "cup"])
          await page.run("history.back()")
          assert.deepStrictEqual(await reported(3), ["tea", "cup", "tea"])
          assert.strictEqual(new Set(calls.map(({ visitor }) => visitor)).size, 1)
          assert.isTrue(calls.every(({ status, type }) => status === 204 && type?.startsWith("text/plain")))
        })
        assert.deepStrictEqual(violations, [])
      })
    )

    it.live(
      "of a person who sends Global Privacy Control records nothing, and sends a wish that the person makes",
      () =>
        Effect.gen(function* () {
          const { origin, calls } = yield* shop
          const page = yield* open({ privacy: true })
          yield* Effect.promise(async () => {
            await page.goto(`${origin}/tea?tally-mark=WyJhIiwibSIsIjEiLCJwIl0.c2ln`)
            await loaded(page)
            await tell(page, "consent", "granted")
            await settled(page)
            assert.deepStrictEqual([calls.length, await stored(page)], [0, [0, 0, 0]])
            assert.strictEqual(await page.run("location.search"), "")
            await tell(page, "notify", { product_id: "tea", email: "ada@example.com" })
            await settled(page)
            assert.deepStrictEqual(
              calls.map(({ events, visitor }) => [events, visitor]),
              [[[{ type: "restock", product_id: "tea", email: "ada@example.com" }], undefined]]
            )
          })
        })
    )

    it.live("tells the visitor to the sign-up forms on it, as long as consent lasts", () =>
      Effect.gen(function* () {
        const { origin } = yield* shop
        const page = yield* open()
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/form`)
          await loaded(page)
          const asked = () => page.run("new URL(document.querySelector('iframe').src).search")
          assert.strictEqual(await asked(), "")
          const steps = await page.run("history.length")
          await tell(page, "consent", "granted")
          assert.strictEqual(await asked(), `?visitor=${String(await page.run("window.tally.visitor()"))}`)
          await tell(page, "consent", "denied")
          assert.strictEqual(await asked(), "")
          assert.strictEqual(await page.run("history.length"), steps)
        })
      })
    )

    it.live("that is left at once reports what was seen on it, also when it is closed", () =>
      Effect.gen(function* () {
        const { origin, calls, reported } = yield* shop
        const page = yield* open()
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/other`)
          await loaded(page)
          await tell(page, "consent", "granted")
          await tell(page, "viewed", { id: "cup" })
          await page.goto(`${origin}/other`)
          assert.deepStrictEqual(await reported(1), ["cup"])
          await loaded(page)
          await tell(page, "viewed", { id: "pot" })
          await page.close()
          assert.deepStrictEqual(await reported(2), ["cup", "pot"])
          assert.isTrue(calls.every(({ status, type }) => status === 204 && type?.startsWith("text/plain")))
        })
      })
    )

    it.live("that the browser kept whole and shows again is seen anew, with the consent of meanwhile", () =>
      Effect.gen(function* () {
        const { origin, calls, products, reported } = yield* shop
        const page = yield* openKeeping
        const isKept = yield* Effect.promise(async () => {
          await page.goto(`${origin}/tea`)
          await loaded(page)
          await settled(page)
          await page.run("void (window.marked = true)")
          await page.run('void addEventListener("pageshow", ({ persisted }) => window.tally.cart({ persisted }))')
          await page.goto(`${origin}/other`)
          await loaded(page)
          await tell(page, "consent", "granted")
          assert.deepStrictEqual(products(), [])
          return isKeptAt(page, "/tea")
        })
        if (!isKept) return false
        // The view before consent waited, and the page was viewed again.
        assert.deepStrictEqual(yield* Effect.promise(() => reported(2)), ["tea", "tea"])
        const told = calls.flatMap(({ events }) => events.flatMap(({ cart }) => (cart === undefined ? [] : [cart])))
        assert.deepStrictEqual(told, [{ persisted: true }])
        return true
      }).pipe(
        Effect.scoped,
        // A busy browser may keep no page.
        Effect.repeat({ until: (isKept) => isKept, times: 4 }),
        Effect.map((isKept) => assert.isTrue(isKept))
      )
    )

    it.live("reports 25 views in calls of at most 20, and how long ago each was whatever the clock says", () =>
      Effect.gen(function* () {
        const { origin, calls, reported } = yield* shop
        const page = yield* open()
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/other`)
          await loaded(page)
          await tell(page, "consent", "granted")
          await page.run("void (Date.now = () => 0)")
          const ids = Array.from({ length: 25 }, (_, at) => `p${at}`)
          await page.run(`void ${JSON.stringify(ids)}.forEach((id) => window.tally.viewed({ id }))`)
          assert.deepStrictEqual(await reported(25), ids)
          const sent = calls.flatMap(({ events }) => (events.length === 0 ? [] : [events.length]))
          assert.deepStrictEqual(sent, [20, 5])
          for (const { age } of calls.flatMap(({ events }) => events)) {
            assert.isAtLeast(age ?? -1, 0)
            assert.isBelow(age ?? -1, 60_000)
          }
        })
      })
    )

    it.live(
      "gives a person who is named after another a new visitor, who inherits nothing, also from another tab",
      () =>
        Effect.gen(function* () {
          const { origin, calls, products, reported } = yield* shop
          const page = yield* open()
          yield* Effect.promise(async () => {
            await page.goto(`${origin}/other`)
            await loaded(page)
            await tell(page, "consent", "granted")
            const before = await kept(page)
            const mark = (person: string) => `${btoa(JSON.stringify(["a", "m", "1", person]))}.c2ln`
            await tell(page, "identify", mark("ada"))
            assert.deepStrictEqual(await kept(page), { ...before, person: "ada" })
            await tell(page, "identify", "ada@example.com")
            assert.deepStrictEqual(await kept(page), { ...before, person: "ada" })
            await settled(page)
            await tell(page, "viewed", { id: "cup" })
            await tell(page, "identify", mark("ben"))
            const after = await kept(page)
            assert.isObject(after)
            assert.propertyVal(after, "person", "ben")
            assert.notStrictEqual(Reflect.get(after, "visitor"), Reflect.get(before, "visitor"))
            // Another tab names a third person while this one still holds a view.
            await tell(page, "viewed", { id: "pot" })
            await page.run(
              `void localStorage.setItem(localStorage.key(0), ${JSON.stringify(JSON.stringify({ visitor: "c".repeat(32), person: "cy" }))})`
            )
            await settled(page)
            await tell(page, "viewed", { id: "jar" })
            await reported(1)
            assert.deepStrictEqual(products(), ["jar"])
            assert.strictEqual(calls.findLast(({ events }) => events.length > 0)?.visitor, "c".repeat(32))
          })
        })
    )
  })

suite("Chromium", hasChromium, chromium)
suite("Firefox", hasFirefox, firefox)
