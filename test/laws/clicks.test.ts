import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Click, clickedBy, isMachineRequest, machineWindow } from "../../src/domain/messages/Click.ts"

const Time = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
const Clicks = Schema.Array(
  Schema.Struct({ at: Time, link: Schema.Literals(["a", "b", "c"]), by: Schema.Literals(["person", "machine"]) })
)
const Deliveries = Schema.Array(Time)

const isMachines = (click: Click, clicks: ReadonlyArray<Click>, deliveries: ReadonlyArray<number>): boolean =>
  click.by === "machine" ||
  clicks.some(({ at, link }) => link !== click.link && Math.abs(at - click.at) <= machineWindow) ||
  deliveries.some((time) => Math.abs(time - click.at) <= machineWindow) ||
  (deliveries.length > 0 && deliveries.every((time) => click.at < time))

describe("clicks", () => {
  it.prop(
    "are a machine's when recorded so, around or before a delivery, or within two seconds of another link",
    [Clicks, Deliveries],
    ([clicks, deliveries]) => {
      assert.deepStrictEqual(
        clickedBy(clicks, deliveries),
        clicks.map((click) => (isMachines(click, clicks, deliveries) ? "machine" : "person"))
      )
    }
  )

  it("on one link, or far apart, are a person's", () => {
    const click = (at: number, link: string): Click => ({ at, link, by: "person" })
    assert.deepStrictEqual(clickedBy([click(5_000, "a"), click(5_500, "a")], [0]), ["person", "person"])
    assert.deepStrictEqual(clickedBy([click(5_000, "a"), click(7_001, "b")], [0]), ["person", "person"])
    assert.deepStrictEqual(clickedBy([click(5_000, "a"), click(7_000, "b")], [0]), ["machine", "machine"])
    assert.deepStrictEqual(clickedBy([click(5_000, "a")], []), ["person"])
  })

  it("of HEAD, without an agent, or of a known scanner or preview are a machine's", () => {
    const phone =
      "Mozilla/5.0 (Linux; Android 8.1.0; CUBOT_X18 Plus) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36"
    const desktop = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15"
    const outlook =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0"
    for (const agent of [phone, desktop, outlook]) assert.isFalse(isMachineRequest("GET", agent), agent)
    for (const agent of [
      undefined,
      "",
      " ",
      "Barracuda Sentinel (EE)",
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "Mozilla/5.0 (compatible; bingbot/2.0)",
      "facebookexternalhit/1.1 Facebot Twitterbot/1.0",
      "WhatsApp/2.23.20.0",
      "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0",
      "python-requests/2.31.0",
      "curl/8.5.0",
      "Go-http-client/2.0"
    ]) {
      assert.isTrue(isMachineRequest("GET", agent), agent)
    }
    assert.isTrue(isMachineRequest("HEAD", desktop))
  })
})
