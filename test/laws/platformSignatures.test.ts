import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { isSignedByPlatform } from "../../src/http/public/platformSignatures.ts"

const now = Date.parse("2026-11-28T12:00:00Z")
const body = Buffer.from('{"scope":"store/order/created"}')
const time = String(now / 1_000)

/** Whether BigCommerce's check with `secret` accepts what is signed with `key`. */
const accepts = (secret: string, key: string | Buffer): boolean => {
  const signature = createHmac("sha256", key).update(`id.${time}.`).update(body).digest("base64")
  const headers = { "webhook-id": "id", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` }
  return isSignedByPlatform("bigcommerce", { secret }, headers, body, now)
}

describe("the signature of a BigCommerce webhook", () => {
  it("is never valid by an empty or short key, whatever the secret reads as in base64", () => {
    for (const secret of [
      "........",
      "----------------",
      "....abcd....",
      "!!!!!!!!AAAA",
      "========",
      "AAAAAAAA",
      "a".repeat(20)
    ]) {
      assert.isFalse(accepts(secret, ""), secret)
      assert.isFalse(accepts(secret, Buffer.from(secret, "base64")), secret)
      assert.isTrue(accepts(secret, secret), secret)
    }
  })

  it("is valid by the client secret, as it is or read as base64", () => {
    for (const secret of ["0123456789abcdef".repeat(4), Buffer.alloc(31, 7).toString("base64")]) {
      assert.isTrue(accepts(secret, secret), secret)
      assert.isTrue(accepts(secret, Buffer.from(secret, "base64")), secret)
      assert.isFalse(accepts(secret, `${secret}0`), secret)
    }
  })
})
