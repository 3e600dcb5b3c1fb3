import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Schema } from "effect"
import { readBounce } from "../../src/domain/mailReports/readBounce.ts"
import { bounceAddresses } from "../../src/outbound/bounces/bounceAddresses.ts"
import { parseBounce } from "../../src/outbound/bounces/parseBounce.ts"
import { Links } from "../../src/outbound/templates/Links.ts"
import { links } from "../support/http/links.ts"
import { returnedMail } from "../support/samples/returnedMail.ts"

const read = (raw: string) =>
  Effect.map(parseBounce(Buffer.from(raw)), (mail) => {
    const bounce = mail === undefined ? undefined : readBounce(mail)
    if (bounce === undefined) return undefined
    const { outcome, code } = bounce
    return [outcome.kind, ...(outcome.refusal === undefined ? [] : [outcome.refusal]), code].join(" ")
  })

describe("mail that comes back", () => {
  it.effect("is read for the failure that it reports, and else for nothing", () =>
    Effect.gen(function* () {
      for (const [name, raw, expected] of returnedMail) {
        assert.strictEqual(yield* read(raw), expected, name)
        assert.strictEqual(yield* read(raw.replaceAll("\n", "\r\n")), expected, `${name}, CRLF`)
      }
    })
  )

  const Text = Schema.String
  it.effect.prop("is read without failing, whatever its parts hold", [Text, Text, Text], ([type, words, status]) =>
    Effect.gen(function* () {
      readBounce({ contentType: `multipart/report; report-type=delivery-status; ${type}`, text: words, status })
      yield* parseBounce(
        Buffer.from(`Content-Type: multipart/report; boundary=${type}\n\n--${type}\n${words}\n--${type}\n${status}`)
      )
    })
  )

  it.effect("has an address that names its message, in any case of letters, and that nobody can make up", () =>
    Effect.gen(function* () {
      const { open, sign } = yield* bounceAddresses
      const message = { account_id: `acc_${"8b".repeat(13)}`, message_id: `msg_${"0k".repeat(13)}` }
      const address = sign(message) ?? ""
      assert.match(address, /^[0-9a-z]{64}@bounces\.example$/)
      assert.deepStrictEqual(open(address), message)
      assert.deepStrictEqual(open(address.toUpperCase()), message)
      const other = sign({ ...message, message_id: `msg_${"1k".repeat(13)}` }) ?? ""
      const local = (text: string) => text.split("@")[0] ?? ""
      for (const forged of [
        `${local(address).slice(0, 53)}${local(other).slice(53)}@bounces.example`,
        `${local(address).slice(0, 53)}${"0".repeat(11)}@bounces.example`,
        `${local(address)}@elsewhere.example`,
        `${local(address)}@bounces.example@elsewhere.example`,
        `${local(address)}x@bounces.example`,
        "",
        "@bounces.example"
      ]) {
        assert.isUndefined(open(forged), forged)
      }
    }).pipe(
      Effect.provide(Layer.succeed(Links, links)),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ BOUNCE_DOMAIN: "Bounces.example" })))
    )
  )
})
