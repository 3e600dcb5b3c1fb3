import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { checkDkim, dkimRecord } from "../../src/domain/senders/dns/dkim.ts"
import { checkDmarc, dmarcNames } from "../../src/domain/senders/dns/dmarc.ts"
import { checkSpf, mechanismOf, spfMechanisms, spfTargets } from "../../src/domain/senders/dns/spf.ts"

const domain = "shop.example"
const host = "smtp.sendgrid.net"

/** The check of a domain whose own record alone was looked up. */
const spf = (texts: ReadonlyArray<string> | undefined, server: string | null = host) =>
  checkSpf(domain, texts, new Set((texts ?? []).flatMap(spfMechanisms)), server)

const term = Schema.Literals([
  "include:a.example",
  "a",
  "mx",
  "ip4:192.0.2.0/24",
  "-ip4:198.51.100.1",
  "?exists:x.example"
])
const end = Schema.Literals(["", " ~all", " -all", " ?all", " redirect=b.example", " +all", " all"])

describe("the check of SPF", () => {
  it.prop("is satisfied by the record that it proposes", [Schema.Array(term), end], ([terms, last]) => {
    const record = `v=spf1 ${terms.slice(0, 8).join(" ")}${last}`.replace(/ +/g, " ")
    const proposed = spf([record]).record?.value
    assert.strictEqual(spf(proposed === undefined ? [record] : [proposed]).status, "ok", proposed)
  })

  it.prop(
    "reads any texts without an error, and shows at most five of 500 characters",
    [Schema.Array(Schema.String)],
    ([texts]) => {
      const { found } = spf([...texts, "v=spf1 -all"])
      assert.isAtMost(found.length, 5)
      assert.isTrue(found.every(({ length }) => length <= 500))
      for (const text of texts) {
        assert.isTrue(spfTargets(text).every((name) => /^[a-z0-9._-]{1,253}$/.test(name)))
        assert.isTrue(["ok", "missing", "wrong", "unknown"].includes(checkDmarc(domain, [[text]]).status))
      }
    }
  )

  it("names the record to add, or the one to replace it by", () => {
    const cases = [
      [spf([]), "missing", "v=spf1 include:sendgrid.net ~all"],
      [spf(["google-site-verification=1"]), "missing", "v=spf1 include:sendgrid.net ~all"],
      [spf(["v=spf1 include:sendgrid.net ~all"]), "ok", undefined],
      [spf(["v=spf1 mx -all"]), "wrong", "v=spf1 mx include:sendgrid.net -all"],
      [spf(["v=spf1 mx +all"]), "wrong", "v=spf1 mx include:sendgrid.net ~all"],
      [spf(["v=spf1 -include:sendgrid.net ~all"]), "wrong", "v=spf1 -include:sendgrid.net include:sendgrid.net ~all"],
      [spf(["v=spf1 mx -all", "v=spf1 a -all"]), "wrong", undefined],
      [spf(["v=spf10 mx -all"]), "missing", "v=spf1 include:sendgrid.net ~all"],
      [spf(undefined), "unknown", "v=spf1 include:sendgrid.net ~all"],
      [spf([], "mail.shop.example"), "missing", "v=spf1 a:mail.shop.example ~all"],
      [spf(["v=spf1 mx -all"], "mail.shop.example"), "unknown", "v=spf1 mx a:mail.shop.example -all"],
      [spf([], null), "missing", undefined],
      [spf(["v=spf1 mx -all"], null), "ok", undefined],
      [spf([], "127.0.0.1"), "missing", undefined]
    ] as const
    for (const [check, status, value] of cases)
      assert.deepStrictEqual([check.status, check.record?.value], [status, value])
  })

  it("accepts what an included record contains", () => {
    const reached = new Set(["include:all.shop.example", "include:sendgrid.net"])
    assert.strictEqual(checkSpf(domain, ["v=spf1 include:all.shop.example -all"], reached, host).status, "ok")
    assert.deepStrictEqual(spfTargets("v=spf1 include:A.example -include:b.example redirect=c.example"), [
      "a.example",
      "c.example"
    ])
  })

  it("takes no part of a name for a mail service", () => {
    assert.strictEqual(mechanismOf("email-smtp.eu-west-1.amazonaws.com"), "include:amazonses.com")
    assert.strictEqual(mechanismOf("notsendgrid.net"), "a:notsendgrid.net")
    assert.isUndefined(mechanismOf("localhost"))
  })
})

describe("the check of DKIM", () => {
  const key = { domain, selector: "tally-1", public_key: "MIIB" }
  const { name, value } = dkimRecord(key)

  it("accepts the record that it proposes, however DNS splits or orders it, and nothing else", () => {
    assert.deepStrictEqual([name, value], ["tally-1._domainkey.shop.example", "v=DKIM1; k=rsa; p=MIIB"])
    for (const text of [value, "p=MIIB", "v=DKIM1;p=MI IB;k=rsa;t=y"])
      assert.strictEqual(checkDkim(key, [text]).status, "ok")
    const others = [
      [["v=DKIM1; p=MIIC"], "wrong"],
      [["v=DKIM1; p="], "wrong"],
      [["v=DKIM1; p=MII"], "wrong"],
      [[value, "v=DKIM1; p=MIIC"], "wrong"],
      [["other text"], "missing"],
      [[], "missing"],
      [undefined, "unknown"]
    ] as const
    for (const [texts, status] of others) assert.strictEqual(checkDkim(key, texts).status, status, String(texts))
    assert.deepStrictEqual(checkDkim(key, []).record, { type: "TXT", name, value })
    assert.strictEqual(checkDkim(undefined, []).record, null)
  })
})

describe("the check of DMARC", () => {
  it("looks at the domain and the parents nearest to the top, at most five names", () => {
    assert.deepStrictEqual(dmarcNames(domain), ["_dmarc.shop.example"])
    assert.deepStrictEqual(dmarcNames("mail.shop.example"), ["_dmarc.mail.shop.example", "_dmarc.shop.example"])
    const deep = dmarcNames("a.b.c.d.e.f.g.shop.example")
    assert.strictEqual(deep.length, 5)
    assert.deepStrictEqual([deep[0], deep[4]], ["_dmarc.a.b.c.d.e.f.g.shop.example", "_dmarc.shop.example"])
  })

  it("takes the nearest record, and accepts any valid policy", () => {
    const cases = [
      [[[], []], "missing"],
      [[["v=DMARC1; p=none"]], "ok"],
      [[["v=DMARC1;p=REJECT;rua=mailto:a@b.example"]], "ok"],
      [[["v=DMARC1; rua=mailto:a@b.example"]], "wrong"],
      [[["v=DMARC1; p=maybe"]], "wrong"],
      [[["v=DMARC1; p=none", "v=DMARC1; p=none"]], "wrong"],
      [[["v=spf1 -all"], ["v=DMARC1; p=quarantine"]], "ok"],
      [[undefined, ["v=DMARC1; p=quarantine"]], "unknown"]
    ] as const
    for (const [found, status] of cases)
      assert.strictEqual(checkDmarc(domain, found).status, status, JSON.stringify(found))
    const { record } = checkDmarc(domain, [[]])
    assert.strictEqual(checkDmarc(domain, [[record?.value ?? ""]]).status, "ok")
  })
})
