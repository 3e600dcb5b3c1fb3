import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readSpamScore, spamCheck } from "../../src/domain/content/SpamScore.ts"

const reply = (members: object) => JSON.stringify({ score: 1, required_score: 15, action: "no action", ...members })

const textOf = (body: string) => spamCheck(readSpamScore(body))

const rules = {
  SUBJ_ALL_CAPS: { name: "SUBJ_ALL_CAPS", score: 2.4, metric_score: 3, description: "All capital letters in subject" },
  URI_COUNT_ODD: { name: "URI_COUNT_ODD", score: 1, metric_score: 1, options: ["3"] },
  MANY_INVISIBLE_PARTS: { name: "MANY_INVISIBLE_PARTS", score: 0.05 },
  MIME_GOOD: { name: "MIME_GOOD", score: -0.1, description: "Known content-type" }
}

const unreadable = {
  passed: false,
  detail: "The spam filter could not be asked: its answer can't be read. Try again later"
}

describe("what a spam filter says of a mail", () => {
  it("is told with its points and the rules that add to them, the heaviest first", () => {
    assert.deepStrictEqual(textOf(reply({ score: 8.55, action: "add header", symbols: rules })), {
      passed: false,
      detail:
        "The spam filter would put it into the spam folder (8.6 points; from 15.0 on it refuses mail). Points are added by SUBJ_ALL_CAPS 2.4 (All capital letters in subject), URI_COUNT_ODD 1.0"
    })
    assert.deepStrictEqual(textOf(reply({ score: -0.1, symbols: { MIME_GOOD: rules.MIME_GOOD } })), {
      passed: true,
      detail: "The spam filter lets it pass (-0.1 points; from 15.0 on it refuses mail)"
    })
    assert.isFalse(textOf(reply({ action: "a new one", symbols: {} })).passed)
  })

  it("is unreadable unless it has the members of Rspamd's reply, with numbers that a filter gives", () => {
    const wrong = [
      "",
      "null",
      "[".repeat(200_000),
      reply({ symbols: [] }).replace('"action":"no action",', ""),
      reply({ symbols: { A: { score: "1" } } }),
      reply({ symbols: {}, score: 1e300 }),
      reply({ symbols: { A: { score: -1e9 } } })
    ]
    for (const body of wrong) assert.deepStrictEqual(textOf(body), unreadable, body.slice(0, 80))
  })

  it.prop(
    "takes one line of bounded length, whatever its rules are called and described",
    [
      Schema.Array(
        Schema.Struct({ name: Schema.String, description: Schema.String, score: Schema.Finite, repeated: Schema.Int })
      ),
      Schema.String
    ],
    ([drawn, action]) => {
      const symbols = Object.fromEntries(
        drawn.map(({ name, description, score, repeated }) => [
          name,
          { score: score % 100, description: `${description}\n\u202e`.repeat(Math.abs(repeated % 200)) }
        ])
      )
      const hostile = { ...symbols, "<b>": { score: 50 }, ["A".repeat(1_000)]: { score: 50 } }
      const { detail } = textOf(reply({ action, symbols: hostile }))
      assert.isAtMost(detail.length, 1_500)
      assert.notMatch(detail, /[\p{Cc}\u202e]|A{65}|<b>/u)
      assert.isTrue(detail.isWellFormed())
    }
  )
})
