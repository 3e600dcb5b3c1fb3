import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pictures } from "../support/samples/pictures.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { block, button, field, openEditor, savedBlocks } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the media library", () => {
  it.live("takes a picture, which is chosen in a mail by keyboard, shown there, and kept while the mail shows it", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/media`)
        const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer })
        await page
          .locator("input[type=file]")
          .setInputFiles([
            file("tea.png", await pictures.png()),
            file("cup.png", await pictures.png(12, 8)),
            file("text.png", Buffer.from("<svg/>"))
          ])
        await page.getByRole("alert").getByText("text.png: Is no picture").waitFor()
        await button(page, "Delete tea.png").waitFor()
        await button(page, "Delete cup.png").click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await button(page, "Delete cup.png").waitFor({ state: "detached" })
        assert.deepStrictEqual(await seriousFindings(page), [])

        await openEditor(page, `${origin}/dashboard${base}`)
        await button(page, "Add block").click()
        await page.getByRole("menuitem", { name: "Image", exact: true }).click()
        await field(page, "Description").fill("A pot of tea")
        await button(page, "Choose or upload").press("Enter")
        await page.getByRole("button", { name: /^Choose tea\.png/ }).press("Enter")
        await block(page, "image").getByRole("img", { name: "A pot of tea" }).waitFor()
        assert.match(await field(page, "Address of the image").inputValue(), /\/m\/[^/]+\/[0-9a-f]{64}\.png$/)
        await button(page, "Done").click()
        const [, image] = Array.from(Object.values((await savedBlocks(page, account)) ?? {}))
        assert.match(JSON.stringify(image), /"type":"image","src":"[^"]+\.png"/)

        // The frame of the preview has no origin, and this server no https.
        await callApi(page, `/accounts/${account}/contacts`, { email: "ada@example.com", email_consent: "subscribed" })
        const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        await page.request.patch(`${origin}/dashboard/api/accounts/${account}/campaigns/${id}`, {
          data: { audience: { all: true, include: [], exclude: [] } }
        })
        await button(page, "Review").click()
        const shown = page.frameLocator("iframe").getByRole("img", { name: "A pot of tea" })
        await page.locator("iframe").scrollIntoViewIfNeeded()
        const width = await shown.evaluate(async (image: HTMLImageElement) => {
          await image.decode()
          return image.naturalWidth
        })
        assert.isAbove(width, 0)

        await page.goto(`${origin}/dashboard${base}/media`)
        await button(page, "Delete tea.png").click()
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByRole("dialog").getByText("It is shown by: campaign Welcome.").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
