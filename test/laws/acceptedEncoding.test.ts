import { assert, describe, it } from "@effect/vitest"
import { acceptedEncoding } from "../../src/http/pages/acceptedEncoding.ts"

describe("the encoding of static content", () => {
  for (const [header, encoding] of [
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP;Q=0.5", "gzip"],
    ["br;q=0, gzip;q=0.001", "gzip"],
    ["br; q=0, gzip; q=0", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["br;q=x, gzip;q=", undefined]
  ] as const) {
    it(`is ${encoding ?? "none"} for ${header ?? "no header"}`, () =>
      assert.strictEqual(acceptedEncoding(header), encoding))
  }
})
