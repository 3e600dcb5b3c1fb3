import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { keywordOf, smsRequestOf } from "../../src/domain/messages/SmsKeyword.ts"

describe("keywords", () => {
  const Stop = Schema.Literals(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"])
  const Start = Schema.Literals(["START", "UNSTOP", "YES", "Y"])
  const Noise = Schema.Literals(["", " ", "!", "\n", ". ", "?! "])

  it.prop("ignore case, space and punctuation", [Stop, Start, Noise, Noise], ([stop, start, before, after]) => {
    assert.strictEqual(keywordOf(`${before}${stop.toLowerCase()}${after}`), "stop")
    assert.strictEqual(keywordOf(`${before}${start}${after}`), "start")
  })
  it.prop("a leading stop word unsubscribes", [Stop, Noise], ([word, noise]) => {
    for (const rest of ["please", "texting me", "👍"]) assert.strictEqual(keywordOf(`${noise}${word} ${rest}`), "stop")
  })
  it.prop(
    "a stop word after other words, or a start word beside others, does nothing",
    [Stop, Start],
    ([stop, start]) => {
      for (const other of ["please", "no", "the"]) assert.isUndefined(keywordOf(`${other} ${stop}`))
      assert.isUndefined(keywordOf(`${start} please`))
    }
  )
  it.each([
    ["ARRET", "stop"],
    ["Arrêt svp", "stop"],
    ["alto", "stop"],
    ["ＳＴＯＰ", "stop"],
    ["🛑 Stop! 🛑", "stop"],
    ["S\u200bTOP", "stop"],
    ["opt-out", "stop"],
    ["стоп", "stop"],
    ["توقف", "stop"],
    ["停止してください", "stop"],
    ["stopped by your shop", undefined],
    ["Yes", "start"],
    ["yes, when does it come?", undefined],
    ["🛑", undefined]
  ])("%s asks for %s", (words, keyword) => {
    assert.strictEqual(keywordOf(words), keyword)
  })
  it("the provider's OptOutType wins over the words and is confirmed by the provider", () => {
    assert.deepStrictEqual(smsRequestOf("Basta", "STOP"), { keyword: "stop", answeredByProvider: true })
    assert.deepStrictEqual(smsRequestOf("stop", "START"), { keyword: "start", answeredByProvider: true })
    assert.isUndefined(smsRequestOf("stop", "HELP"))
    assert.deepStrictEqual(smsRequestOf("stop", null), { keyword: "stop", answeredByProvider: false })
  })
})
