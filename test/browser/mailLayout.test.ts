import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { emptyProfile } from "../../src/domain/senders/SenderProfile.ts"
import { composeMail } from "../../src/outbound/email/composeMail.ts"
import { documentOf, mailOf } from "../support/content.ts"
import { links } from "../support/http/links.ts"
import { dueMessage } from "../support/messages/messages.ts"
import { hasChromium, seriousFindings, visit } from "./browser.ts"

const content = `<h1>Your order is on its way</h1><p>Thank you for <a href="https://shop.example/orders/1">order 1</a>.</p>
  <p>${"a".repeat(200)}</p><img alt="Tea" width="1200" height="80" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
  <table width="100%"><tr><td>Green tea</td><td align="right">£30.00</td></tr></table>`

const coloredMail = (color: string) =>
  composeMail(links, {
    ...dueMessage({ sender: { ...emptyProfile, postal_address: "1 High Street\nYork YO1 7HH", color } }),
    to: "ada@example.com",
    subject: "Your order",
    html: { text: content, data: [] }
  }).html

const pair = documentOf({
  blocks: [
    {
      type: "columns",
      columns: ["First", "Second"].map((text) => ({
        blocks: [{ type: "text", content: [{ type: "heading", level: 2, runs: [{ text }] }] }]
      }))
    }
  ]
})

describe.skipIf(!hasChromium)("the mail layout in a browser", () => {
  it.live("has columns beside each other unless the screen is a phone's", () =>
    Effect.gen(function* () {
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        await page.setContent(mailOf(pair).html)
        const top = async (name: string) => (await page.getByRole("heading", { name }).boundingBox())?.y ?? 0
        for (const [width, isBeside] of [
          [800, true],
          [640, true],
          [520, true],
          [360, false]
        ] as const) {
          await page.setViewportSize({ width, height: 700 })
          assert.strictEqual((await top("First")) === (await top("Second")), isBeside, `${width} px`)
        }
      })
    })
  )

  for (const width of [640, 360])
    for (const colorScheme of ["light", "dark"] as const)
      it.live(`fits ${width} px and is readable in the ${colorScheme} scheme`, () =>
        Effect.gen(function* () {
          const { page } = yield* visit({ viewport: { width, height: 700 }, colorScheme })
          yield* Effect.promise(async () => {
            for (const color of ["#ffd43b", "#0b6e4f"]) {
              await page.setContent(coloredMail(color))
              assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width)
              const unsubscribe = page.getByRole("link", { name: "Unsubscribe" })
              assert.isTrue(await unsubscribe.isVisible())
              // A mail names no language: its content may be in any.
              const findings = (await seriousFindings(page)).filter((finding) => !finding.startsWith("html-has-lang"))
              assert.deepStrictEqual(findings, [], color)
              const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
              assert.strictEqual(body, colorScheme === "dark" ? "rgb(17, 17, 19)" : "rgb(244, 244, 245)")
            }
          })
        })
      )
})
