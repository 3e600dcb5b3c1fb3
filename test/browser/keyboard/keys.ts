import { assert } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { seriousFindings, showDark } from "../browser.ts"

const maxPresses = 120

// In milliseconds. Less than a test may take, so that a lost focus is told as such.
const maxWait = 60_000

/** What a person without a mouse does: each way is bounded, and the focus on it must be seen. */
export const keysOf = (page: Page) => {
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  /** Waits until the target has the focus by itself. */
  const hasFocus = (target: Locator) => target.and(page.locator(":focus")).waitFor({ timeout: maxWait })
  /** Goes on with a key until the target has the focus, which must be seen. */
  const reach = async (target: Locator, key = "Tab") => {
    await target.waitFor({ state: "attached" })
    for (let pressed = 0; pressed < maxPresses; pressed++) {
      if (await isFocused(target)) {
        const isSeen = await target.evaluate((element) => {
          // Switches and some choices show it beside an input that is not seen.
          const shows = [element, element.nextElementSibling].some((one) => {
            if (one === null) return false
            const { outlineStyle, boxShadow } = getComputedStyle(one)
            return outlineStyle !== "none" || boxShadow !== "none"
          })
          const isText = element.matches(
            "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable=true]"
          )
          return element.matches(":focus-visible") && (isText || shows)
        })
        assert.isTrue(isSeen, `The focus on ${String(target)} is not seen`)
        return
      }
      await press(key)
    }
    assert.fail(`${key} does not reach ${String(target)}`)
  }
  /** Goes on with arrows until an item of an open menu or list has the focus, and takes it. */
  const choose = async (item: Locator, key = "ArrowDown") => {
    await item.waitFor()
    for (let pressed = 0; pressed < 15 && !(await isFocused(item)); pressed++) await press(key)
    assert.isTrue(await isFocused(item), `${key} does not reach ${String(item)}`)
    await press("Enter")
  }
  const enter = async (target: Locator, key = "Tab") => {
    await reach(target, key)
    await press("Enter")
  }
  /** Writes over what a field holds. */
  const write = async (target: Locator, text: string, key = "Tab") => {
    await reach(target, key)
    await press("ControlOrMeta+a")
    await type(text)
  }
  /** Types into a field with suggestions, and takes one of them by arrows. */
  const pick = async (target: Locator, text: string, option: Locator, key = "Tab") => {
    await write(target, text, key)
    await option.waitFor()
    const isChosen = () => option.evaluate((element) => element.hasAttribute("data-combobox-selected"))
    for (let pressed = 0; pressed < 15 && !(await isChosen()); pressed++) await press("ArrowDown")
    assert.isTrue(await isChosen(), `ArrowDown does not reach ${String(option)}`)
    await press("Enter")
  }
  /** Takes an option of a list of the browser by arrows. */
  const select = async (target: Locator, label: string, key = "Tab") => {
    await reach(target, key)
    const [shown, wanted] = await target.evaluate(
      (element, sought) => [
        (element as HTMLSelectElement).selectedIndex,
        [...(element as HTMLSelectElement).options].findIndex(({ text }) => text === sought)
      ],
      label
    )
    assert.isAtLeast(wanted ?? -1, 0, `${String(target)} has no ${label}`)
    const steps = (wanted ?? 0) - (shown ?? 0)
    for (let step = 0; step < Math.abs(steps); step++) await press(steps < 0 ? "ArrowUp" : "ArrowDown")
    assert.strictEqual(await target.locator("option:checked").innerText(), label)
  }
  return { press, type, hasFocus, reach, choose, enter, write, pick, select }
}

/** Asserts that axe has no serious finding on the page, in light colours and in dark ones. */
export const assertAccessible = async (page: Page): Promise<void> => {
  const light = await seriousFindings(page)
  await showDark(page)
  const dark = await seriousFindings(page, "color-contrast")
  await page.emulateMedia({ colorScheme: "light" })
  await page.waitForFunction(() => document.documentElement.getAttribute("data-mantine-color-scheme") === "light")
  assert.deepStrictEqual({ light, dark }, { light: [], dark: [] })
}
