import type { Locator, Page } from "playwright-core"

/** The clicks, keys and seconds of one job. */
export interface JobFigures {
  readonly job: string
  readonly clicks: number
  /** Characters that were typed, and keys that were pressed. */
  readonly keys: number
  readonly seconds: number
}

/** A hand on a page that counts its clicks and keys. */
export class Walker {
  readonly page: Page
  readonly figures: Array<JobFigures> = []
  #clicks = 0
  #keys = 0

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(20_000)
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.#clicks++
  }

  /** Clicks the button of this name. */
  async press(name: string, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole("button", { name, exact: true }).first())
  }

  /** Clicks the link of this name in the navigation. */
  async open(name: string): Promise<void> {
    await this.click(this.page.getByRole("navigation").getByRole("link", { name, exact: true }))
  }

  /** Clicks a field and types. */
  async type(target: Locator, text: string): Promise<void> {
    await this.click(target)
    await target.fill(text)
    this.#keys += text.length
  }

  /** Types where the cursor is; `\n` is the Enter key. */
  async write(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.#keys += text.length
  }

  /** Chooses an option: a click on the list, and one on the option. */
  async choose(target: Locator, label: string): Promise<void> {
    await target.selectOption({ label })
    this.#clicks += 2
  }

  /** Chooses a file: a click on the button, and two in the dialog of the browser. */
  async upload(target: Locator, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }) {
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), target.click()])
    await chooser.setFiles(file)
    this.#clicks += 3
  }

  /** Does a job, and keeps what it took. */
  async job(name: string, walk: () => Promise<void>): Promise<void> {
    const before = { clicks: this.#clicks, keys: this.#keys, at: performance.now() }
    await walk()
    this.figures.push({
      job: name,
      clicks: this.#clicks - before.clicks,
      keys: this.#keys - before.keys,
      seconds: (performance.now() - before.at) / 1_000
    })
  }
}
