import type { Page } from "playwright-core"
import { callApi } from "./merchant.ts"

/** The links in the first mail that was recorded, once it is captured. */
export const capturedLinks = async (page: Page, account: string): Promise<(path: string) => string> => {
  for (;;) {
    const response = await page.request.get(
      `${new URL(page.url()).origin}/dashboard/api/accounts/${account}/messages?status=captured`
    )
    const { data }: { readonly data: ReadonlyArray<{ readonly id: string }> } = await response.json()
    const [first] = data
    if (first === undefined) continue
    const { body } = await callApi(page, `/accounts/${account}/messages/${first.id}`)
    const html = String(body)
    return (path) => new RegExp(`https?://[^"]*${path}[^"<]+`).exec(html)?.[0] ?? ""
  }
}
