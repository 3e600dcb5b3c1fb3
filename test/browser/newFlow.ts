import type { Page } from "playwright-core"

/** Makes a flow from the page of flows, and opens it. */
export const newFlow = async (page: Page, start: string) => {
  await page.goto(`${start}/flows`)
  await page.getByRole("button", { name: "New flow" }).click()
  await page.getByRole("dialog").getByLabel("Name").fill("Thanks")
  await page.getByRole("button", { name: "Create", exact: true }).click()
  await page.getByRole("heading", { name: "Thanks", level: 1 }).waitFor()
}
