import type { Page } from "playwright-core"
import type { MailDocument } from "../../src/domain/content/MailDocument.ts"
import { callApi } from "./merchant.ts"

/** Where the mail is written. */
export const contentOf = (page: Page) => page.getByRole("textbox", { name: "Content of the mail" })
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true })
/** The blocks of a kind in the mail. */
export const block = (page: Page, kind: string) => contentOf(page).locator(`[data-kind=${kind}]`)

/** Opens the editor, and waits for the caret: keys that are pressed before it comes go elsewhere. */
export const editMail = async (page: Page) => {
  await button(page, "Edit the mail").click()
  await contentOf(page).and(page.locator(":focus")).waitFor()
}

/** Waits for the frame in which the editor takes the focus after a tool, and hears of what is selected. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Waits until words that were clicked twice or three times are selected, also for the editor. */
export const selected = async (page: Page, words: string) => {
  await page.waitForFunction((text) => getSelection()?.toString() === text, words)
  await nextFrame(page)
}

/** Opens a new campaign with its mail in the editor. */
export const openEditor = async (page: Page, start: string) => {
  await page.goto(`${start}/campaigns`)
  await button(page, "New campaign").first().click()
  await page.getByRole("dialog").getByLabel("Name").fill("Welcome")
  await button(page, "Create").click()
  await page.getByRole("heading", { name: "Welcome", level: 1 }).waitFor()
  await page.getByRole("textbox", { name: "Subject" }).fill("Welcome")
  await editMail(page)
}

/** Opens the mail of a new campaign that is made of these blocks already. */
export const openBlocks = async (page: Page, start: string, account: string, blocks: ReadonlyArray<object>) => {
  const content = { type: "blocks", document: { blocks } }
  const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
    name: "Tea",
    channel: "email",
    variants: [{ subject: "Tea", content }]
  })
  await page.goto(`${start}/campaigns/${String(id)}`)
  await editMail(page)
}

/** A text block of one paragraph. */
export const textBlock = (...runs: ReadonlyArray<{ readonly text: string; readonly color?: string }>) => ({
  type: "text",
  content: [{ type: "paragraph", runs }]
})

/** Saves the draft after the editor, and gives its mail as the server has it. */
export const savedBlocks = async (page: Page, account: string): Promise<unknown> => {
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
  await button(page, "Save draft").click()
  await saved
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  const { variants }: { readonly variants?: ReadonlyArray<{ readonly content: { readonly document: MailDocument } }> } =
    await callApi(page, `/accounts/${account}/campaigns/${id}`)
  return variants?.[0]?.content.document.blocks
}
