import { assert, describe, it } from "@effect/vitest"
import { judgeLink, linksToCheck, maxCheckedLinks } from "../../src/domain/campaigns/LinkCheck.ts"
import { templateLinks } from "../../src/outbound/email/mailFacts.ts"

const judged = (status: number) => {
  const { passed, detail } = judgeLink("https://shop.example/", { status, reason: null })
  return [passed, detail]
}

describe("the check of links", () => {
  it("calls pages of the web alone, each once, at the usual ports and without data of the contact, and counts the rest", () => {
    const html = [
      "https://shop.example/a",
      "https://shop.example/a",
      "https://shop.example/{{ contact.id }}",
      "https://shop.example:8443/",
      "mailto:a@shop.example",
      "tel:1",
      "#top",
      "{{ cart.url }}",
      "http://shop.example/b?x=1&amp;y=2",
      "javascript:alert(1)",
      `https://shop.example/${"a".repeat(3_000)}`
    ]
      .map((href) => `<a href="${href}">x</a>`)
      .join("")
    assert.deepStrictEqual(linksToCheck(templateLinks(html)), {
      links: ["https://shop.example/a", "http://shop.example/b?x=1&y=2"],
      unchecked: 0
    })
    const many = Array.from({ length: maxCheckedLinks + 3 }, (_, at) => `https://shop.example/${at}`)
    assert.deepStrictEqual(linksToCheck(many), { links: many.slice(0, maxCheckedLinks), unchecked: 3 })
  })

  it("passes what answers, leads on or keeps programs out, and nothing else", () => {
    for (const status of [200, 204, 301, 308]) assert.isTrue(judged(status)[0], String(status))
    for (const status of [401, 403, 429])
      assert.deepStrictEqual(judged(status), [true, `Answers, but not to programs (${status}): open it yourself`])
    for (const status of [404, 410])
      assert.deepStrictEqual(judged(status), [false, `There is no such page (${status})`])
    assert.deepStrictEqual(judged(400), [false, "Is refused (400)"])
    assert.deepStrictEqual(judged(503), [false, "Does not work now (503)"])
    const silent = judgeLink("https://shop.example/", { status: null, reason: "there was no answer within 5 seconds" })
    assert.deepStrictEqual(
      [silent.passed, silent.detail],
      [false, "Can't be opened: there was no answer within 5 seconds"]
    )
  })
})
