import { assert, describe, it } from "@effect/vitest"
import { decideVisits, type VisitSnapshot } from "../../src/domain/visits/decideVisits.ts"
import { joinedPast, type ProductView, type SiteCall, visitLimits } from "../../src/domain/visits/ProductView.ts"
import { readSiteCall } from "../../src/domain/visits/readSiteCall.ts"
import { noSite } from "../../src/domain/visits/Site.ts"
import { openVisitMark, visitMark } from "../../src/outbound/templates/siteLinks.ts"
import { links } from "../support/http/links.ts"
import { quickOrFull, seededRandom } from "../support/runner/runs.ts"

const origin = "https://shop.example"
const site = { ...noSite("acc"), origins: [origin] }
const start = Date.parse("2026-03-01T00:00:00Z")

const callOf = (members: Partial<SiteCall>): SiteCall => ({
  account_id: "acc",
  origin,
  visitor_id: "v",
  message_id: null,
  contact_id: null,
  views: [],
  ...members
})

let ids = 0
const view = (age = 0) => ({
  view_id: `v${ids++}`,
  age,
  product_id: "tea",
  title: null,
  url: null,
  image_url: null,
  price: null,
  currency: null
})

/** Applies calls one by one to a store in memory. */
const shop = () => {
  let state: VisitSnapshot = { sites: [site], visitors: [], contacts: [], clocks: new Map() }
  let views: ReadonlyArray<ProductView> = []
  return {
    call: (now: number, call: SiteCall) => {
      const contact_id = call.message_id
      const contacts = contact_id === null ? [] : [{ account_id: "acc", contact_id, message_id: contact_id }]
      const batch = decideVisits(now, [call], { ...state, contacts })
      const [visitor] = batch.visitors
      state = {
        ...state,
        sites: batch.sites.length > 0 ? batch.sites : state.sites,
        visitors: [...state.visitors.filter((other) => other.visitor_id !== visitor?.visitor_id), ...batch.visitors]
      }
      views = [...views, ...batch.views].map((each) => {
        const joined = batch.joins.find(({ visitor_id }) => visitor_id === each.visitor_id)
        return joined !== undefined && each.contact_id === null && each.viewed_at > joined.at - joinedPast
          ? { ...each, contact_id: joined.contact_id }
          : each
      })
      return batch
    },
    views: () => views
  }
}

describe("a visitor", () => {
  it("gives each view to who used the browser then: the next person known after it, while none was before", () => {
    for (let seed = 0; seed < quickOrFull(300, 5_000); seed++) {
      const random = seededRandom(seed)
      const { call, views } = shop()
      const seen: Array<{
        readonly visitor: string
        readonly view: string
        readonly at: number
        readonly step: number
      }> = []
      const known: Array<{
        readonly visitor: string
        readonly contact: string
        readonly at: number
        readonly step: number
      }> = []
      let now = start
      for (let step = 0; step < 20; step++) {
        now += Math.floor(random() * 12) * 86_400_000
        const visitor_id = random() < 0.5 ? "a" : "b"
        const message_id = random() < 0.3 ? `con${Math.floor(random() * 2)}` : null
        const shown = random() < 0.7 ? [view()] : []
        if (message_id !== null) known.push({ visitor: visitor_id, contact: message_id, at: now, step })
        for (const { view_id } of shown) seen.push({ visitor: visitor_id, view: view_id, at: now, step })
        call(now, callOf({ visitor_id, message_id, views: shown }))
      }
      for (const { visitor, view: id, at, step } of seen) {
        const ofBrowser = known.filter((each) => each.visitor === visitor)
        const before = ofBrowser.findLast((each) => each.step <= step)
        const first = ofBrowser[0]
        const inherited = first !== undefined && at > first.at - joinedPast ? first.contact : null
        const expected = before?.contact ?? inherited
        assert.strictEqual(views().find(({ view_id }) => view_id === id)?.contact_id, expected, `seed ${seed}, ${id}`)
      }
    }
  })

  it("has the time of the service: the clock of the browser counts as a difference alone", () => {
    const { call } = shop()
    const [kept] = call(start, callOf({ views: [view(5_000)] })).views
    assert.strictEqual(kept?.viewed_at, start - 5_000)
    for (const [age, expected] of [
      [-1e12, 0],
      [1e15, 12 * 3_600_000],
      ["5", 0],
      [null, 0],
      [1.6, 2]
    ] as const) {
      const body = { visitor: "v".repeat(16), events: [{ type: "viewed", id: "12345678", age, product: { id: 7 } }] }
      const read = readSiteCall(new TextEncoder().encode(JSON.stringify(body)), origin)
      assert.deepInclude(read?.views[0], { age: expected, product_id: "7" })
    }
  })

  it("is kept with at most 200 views of a day, and an account with a bounded number of new visitors of a day", () => {
    const { call } = shop()
    const many = Array.from({ length: 150 }, () => view())
    assert.strictEqual(call(start, callOf({ views: many })).views.length, 150)
    assert.strictEqual(call(start + 1, callOf({ views: many })).views.length, 50)
    assert.strictEqual(call(start + 86_400_000, callOf({ views: many })).views.length, 150)
    const full = { ...site, visitors_day: start, visitors: visitLimits.visitorsADay }
    const snapshot = { sites: [full], visitors: [], contacts: [], clocks: new Map<string, number>() }
    const refused = decideVisits(start + 1, [callOf({ views: many })], snapshot)
    assert.deepStrictEqual([refused.visitors, refused.views, refused.results[0]?.kept], [[], [], false])
    assert.strictEqual(decideVisits(start + 86_400_000, [callOf({})], snapshot).visitors.length, 1)
  })

  it("of another origin changes nothing but the note of it, once a minute", () => {
    const { call } = shop()
    const foreign = callOf({ origin: "https://evil.example", views: [view()], message_id: "con" })
    const first = call(start, foreign)
    assert.deepStrictEqual([first.visitors, first.views, first.joins], [[], [], []])
    assert.strictEqual(first.sites[0]?.refused_origin, "https://evil.example")
    assert.deepStrictEqual(call(start + 59_999, foreign).sites, [])
    assert.strictEqual(call(start + 60_000, foreign).sites.length, 1)
  })
})

describe("the mark of a link", () => {
  it("names its message for half an hour, and only as it was made", () => {
    const ref = { account_id: "acc", message_id: "msg" }
    const mark = visitMark(links, { ...ref, contact_id: "con" }, start)
    assert.deepStrictEqual(openVisitMark(links, mark, start + 1_799_999), ref)
    assert.isUndefined(openVisitMark(links, mark, start + 1_800_000))
    for (const other of [`${mark}A`, mark.slice(1), links.sign("click", ["acc", "msg", "9"]).split("/").at(-1) ?? ""])
      assert.isUndefined(openVisitMark(links, other, start))
  })
})
