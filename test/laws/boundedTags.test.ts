import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { render } from "../../src/outbound/templates/Template.ts"

describe("templates", () => {
  it.effect("a loop over a range beyond the limit is refused before it starts, whatever its limit parameter", () =>
    Effect.gen(function* () {
      const over = (to: number) => [
        `{% for i in (1..${to}) limit: 2 %}{{ i }}{% endfor %}`,
        `{% tablerow i in (1..${to}) limit: 2 %}{{ i }}{% endtablerow %}`
      ]
      const results = yield* Effect.forEach(over(50_000), (source) => render("html", source, {}))
      assert.deepStrictEqual(
        results.map(({ text }) => text.replace(/<[^>]*>|\s/g, "")),
        ["12", "12"]
      )
      for (const source of [...over(50_001), ...over(400_000)])
        assert.match((yield* Effect.flip(render("html", source, {}))).reason, /a range of more than 50000/)
    })
  )
})
