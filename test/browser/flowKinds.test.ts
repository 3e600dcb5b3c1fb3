import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"
import { newFlow } from "./newFlow.ts"

describe.skipIf(!hasChromium)("the kinds of triggers and steps", () => {
  it.live("takes every kind of trigger, waits for a morning, splits at random and changes the contact", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        const add = async (name: string) => {
          await button("Add a step").last().click()
          await page.getByRole("menuitem", { name, exact: true }).click()
        }
        const big = [[{ field: "contact.order_count", op: "gte", value: 5 }]]
        await callApi(page, `/accounts/${account}/segments`, { name: "Big spenders", conditions: big })
        await newFlow(page, `${origin}/dashboard${base}`)
        await button("Edit trigger").click()
        await page.getByLabel("Starts when").selectOption({ label: "a contact subscribes" })
        await page.getByLabel("Channel").selectOption({ label: "SMS" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByText("a contact subscribes to SMS").waitFor()
        await button("Edit trigger").click()
        await page.getByLabel("Starts when").selectOption({ label: "a contact gets a tag" })
        await page.getByRole("combobox", { name: "Tag", exact: true }).fill("wholesale")
        await button("Done").click()
        await page.getByText("a contact gets the tag wholesale").waitFor()
        await button("Edit trigger").click()
        await page.getByLabel("Starts when").selectOption({ label: "a date of the contact comes" })
        await page.getByRole("combobox", { name: "Custom field", exact: true }).fill("renewal")
        await page.getByLabel("Before or after").selectOption({ label: "before the date" })
        await page.getByLabel("Days", { exact: true }).fill("7")
        await page.getByLabel("Time zone").selectOption({ label: "The contact's" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page
          .getByText("it is 7 days before the date in renewal, each year, at 09:00 in the contact's time zone")
          .waitFor()
        await button("Edit trigger").click()
        await page.getByLabel("Starts when").selectOption({ label: "a contact enters a segment" })
        await page.getByLabel("Segment", { exact: true }).selectOption({ label: "Big spenders" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByText("a contact enters the segment Big spenders").waitFor()
        await button("Edit trigger").click()
        await page.getByLabel("Starts when").selectOption({ label: "a contact has not ordered for a while" })
        await page.getByLabel("No order for").fill("90")
        await button("Done").click()
        await page.getByText("a contact has not ordered for 90 days").waitFor()

        await add("Wait until")
        await page.getByLabel("Time of day").fill("")
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByText(/^Must have a time of day, days of the week, or both$/).waitFor()
        await page.getByRole("button", { name: /^Edit Wait until/ }).click()
        await page.getByLabel("Time of day").fill("09:30")
        await page.getByRole("combobox", { name: "Days of the week" }).click()
        await page.getByRole("option", { name: "Friday" }).click()
        await page.keyboard.press("Tab")
        await page.getByLabel("Time zone").selectOption({ label: "The contact's" })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByText(/^Wait until Friday at 09:30 in the contact's time zone$/).waitFor()

        await add("Wait for an order or event")
        await page.getByLabel("Wait for", { exact: true }).selectOption({ label: "a custom event" })
        await page.getByRole("combobox", { name: "Event type" }).fill("")
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByRole("button", { name: /^Edit Wait for the event/ }).click()
        await page.getByRole("combobox", { name: "Event type" }).fill("reviewed")
        await page.getByLabel("At most", { exact: true }).fill("5")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByText("Wait for the event reviewed, at most 5 days", { exact: true }).waitFor()
        const timedOut = page.getByRole("group", { name: "If it timed out" })
        await timedOut.getByRole("button", { name: "Add a step" }).click()
        await page.getByRole("menuitem", { name: "End here", exact: true }).click()
        await add("Remove a tag")
        await page.getByRole("combobox", { name: "Tag", exact: true }).fill("lead")
        await button("Done").click()
        await add("Set a custom field")
        await page.getByRole("combobox", { name: "Custom field", exact: true }).fill("level")
        await page.getByLabel("Kind of value").selectOption({ label: "Number" })
        await page.getByLabel("Value", { exact: true }).fill("2")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()

        await add("Random split")
        await button("Add a branch").click()
        await page.getByText("The shares must add up to 100%; they add up to 101%.").waitFor()
        await page.getByLabel("Share of Branch A").fill("49")
        await page.getByText("The shares add up to 100%.").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await button("Done").click()
        await page.getByRole("group", { name: "Branch B" }).getByRole("button", { name: "Add a step" }).click()
        await page.getByRole("menuitem", { name: "Wait", exact: true }).click()
        await button("Done").click()
        await button("Save as a new version").click()
        await page.getByText("Saved.").waitFor()
        const screenshot = process.env["SCREENSHOT"]
        if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true })
        const data = JSON.parse(JSON.stringify(await callApi(page, `/accounts/${account}/flows`)))
        const { definition } = data.find((flow: { name: string }) => flow.name === "Thanks")
        assert.deepStrictEqual(definition.trigger, { type: "no_order_for", duration: "90 days" })
        const [, wait, waitFor, remove, set, split] = definition.steps
        assert.deepInclude(wait, { type: "wait_until", time: "09:30", weekdays: ["friday"], zone: "contact" })
        assert.deepInclude(waitFor, {
          type: "wait_for",
          for: { type: "event", event_type: "reviewed" },
          timeout: "5 days",
          happened: []
        })
        assert.strictEqual(waitFor.timed_out[0].type, "exit")
        assert.deepInclude(remove, { type: "remove_tag", tag: "lead" })
        assert.deepInclude(set, { type: "set_field", field: "level", value: 2 })
        const shares = split.branches.map((branch: { percent: number; steps: ReadonlyArray<unknown> }) => [
          branch.percent,
          branch.steps.length
        ])
        assert.deepStrictEqual(shares, [
          [49, 0],
          [50, 1],
          [1, 0]
        ])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
