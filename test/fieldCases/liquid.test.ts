import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { makeRenderBudget } from "../../src/outbound/templates/RenderBudget.ts"
import { checkTemplate, render } from "../../src/outbound/templates/Template.ts"
import { localeOf } from "../../src/outbound/templates/TemplateLocale.ts"

interface Case {
  readonly template: string
  readonly data?: Readonly<Record<string, unknown>>
  /** What Liquid for Ruby makes of it. */
  readonly ruby: string
  /** What differs here, and why. */
  readonly ours?: string
  readonly why?: string
}

const { cases }: { readonly cases: ReadonlyArray<Case> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "liquidCases.json"), "utf8")
)

const shown = (template: string, data: Readonly<Record<string, unknown>> = {}, timezone = "UTC") =>
  Effect.map(
    render("sms", template, data, makeRenderBudget(), localeOf({ timezone, country: "US", content: null })),
    ({ text }) => text
  )

describe("a template", () => {
  it.effect("shows what Liquid for Ruby shows", () =>
    Effect.gen(function* () {
      assert.isAbove(cases.length, 300)
      for (const { template, data, ruby, ours } of cases)
        // A text is trimmed at both ends.
        assert.strictEqual(yield* shown(template, data), ours ?? ruby.trim(), template)
    })
  )

  it.effect("keeps a date without a time on its day, in every zone of the account and of the process", () =>
    Effect.gen(function* () {
      const before = process.env["TZ"]
      for (const TZ of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"]) {
        process.env["TZ"] = TZ
        for (const timezone of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
          for (const [value, expected] of [
            ["1990-05-03", "03 May 1990 00:00"],
            ["03/05/1990", "03 May 1990 00:00"],
            ["05.03.1990", "05 March 1990 00:00"],
            ["May 3, 1990", "03 May 1990 00:00"],
            ["3 May 1990", "03 May 1990 00:00"],
            ["1990-05-03 09:30", "03 May 1990 09:30"],
            ["Table 5", "Table 5"]
          ] as const)
            assert.strictEqual(
              yield* shown("{{ value | date: '%d %B %Y %H:%M' }}", { value }, timezone),
              expected,
              `${timezone} ${TZ}`
            )
      }
      if (before === undefined) delete process.env["TZ"]
      else process.env["TZ"] = before
    })
  )

  it.effect("shows a time with an offset on the clocks of the account, or of a zone that it names", () =>
    Effect.gen(function* () {
      const at = { at: "2026-05-03T09:07:05Z" }
      assert.strictEqual(yield* shown("{{ at | date: '%F %R %z' }}", at, "Asia/Kathmandu"), "2026-05-03 14:52 +0545")
      assert.strictEqual(yield* shown("{{ at | date: '%R', 'America/New_York' }}", at), "05:07")
      assert.strictEqual(yield* shown("{{ at | date_to_xmlschema }}", at, "Europe/Berlin"), "2026-05-03T11:07:05+02:00")
      assert.strictEqual(yield* shown("{{ at | date_to_string: 'ordinal', 'US' }}", at), "May 3rd, 2026")
    })
  )

  it("is refused with what a date cannot show, and the form to write", () => {
    const issues = (template: string) => checkTemplate("html", template, { at: true })
    assert.match(issues("{{ at | date: '%H:%M %Z' }}")[0] ?? "", /%Z.* Write %z/)
    for (const zone of ["BST", "IST", "SystemV/EST5EDT", "Mars/Base"])
      assert.match(issues(`{{ at | date: "%H:%M", "${zone}" }}`)[0] ?? "", /IANA time zone.*Europe\/Berlin/, zone)
    assert.deepStrictEqual(issues(`{{ at | date: "%H:%M", "Europe/London" }}`), [])
  })
})
