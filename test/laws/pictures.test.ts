import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { mediaDigests, mediaFile, mediaPath } from "../../src/domain/media/mediaAddress.ts"
import { PictureType } from "../../src/domain/media/Media.ts"
import { headerFault, keptType, pictureFormat, type PictureHeader } from "../../src/domain/media/pictureHeader.ts"
import { pictures } from "../support/samples/pictures.ts"

const Digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
const Account = Schema.String.check(Schema.isPattern(/^acc_[0-9a-z]{1,20}$/))
const Side = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20_000 }))

const header = (of: Partial<PictureHeader> = {}): PictureHeader => ({
  format: "png",
  width: 600,
  height: 400,
  frames: 1,
  bytesOfPixel: 4,
  isInterlaced: false,
  isTransparent: false,
  ...of
})

describe("a picture", () => {
  it.prop(
    "is known by its first bytes alone, and nothing shorter or longer before them is one",
    [Schema.Uint8Array.check(Schema.isMaxLength(40))],
    ([bytes]) => {
      const png = pictures.declaredPng(1, 1)
      assert.strictEqual(pictureFormat(Buffer.concat([png, bytes])), "png")
      assert.isUndefined(pictureFormat(Buffer.concat([Buffer.from("<"), png])))
      assert.isUndefined(pictureFormat(png.subarray(0, 7)))
      assert.strictEqual(pictureFormat(Buffer.concat([Buffer.from("GIF89a"), bytes])), "gif")
      assert.isUndefined(pictureFormat(Buffer.concat([Buffer.from("<svg "), bytes])))
    }
  )

  it.prop(
    "that is taken has at most 50 million pixels, and a larger one of the same kind is refused where it is",
    { width: Side, height: Side, isInterlaced: Schema.Boolean },
    ({ width, height, isInterlaced }) => {
      const refused = headerFault(header({ width, height, isInterlaced })) !== undefined
      assert.strictEqual(refused, width * height > (isInterlaced ? (80 * 1024 * 1024) / 4 : 50_000_000))
      if (refused) assert.isDefined(headerFault(header({ width: width + 1, height: height + 1, isInterlaced })))
    }
  )

  it("that moves has at most 20 million pixels in all its frames", () => {
    assert.isUndefined(headerFault(header({ format: "gif", width: 500, height: 400, frames: 100 })))
    assert.isDefined(headerFault(header({ format: "gif", width: 500, height: 400, frames: 101 })))
    assert.isUndefined(headerFault(header({ format: "gif", width: 5_000, height: 5_000 })))
  })

  it("without a size is refused, whatever else its header says", () => {
    for (const none of [{ width: 0 }, { height: Number.NaN }, { frames: 0 }, { width: -1 }])
      assert.isDefined(headerFault(header(none)), JSON.stringify(none))
  })

  it("is kept in its own format, a WebP in one that all mail programs show", () => {
    const types = (["png", "jpeg", "gif"] as const).map((format) => keptType(header({ format })))
    assert.deepStrictEqual(types, ["png", "jpeg", "gif"])
    assert.strictEqual(keptType(header({ format: "webp" })), "jpeg")
    assert.strictEqual(keptType(header({ format: "webp", isTransparent: true })), "png")
    assert.strictEqual(keptType(header({ format: "webp", isTransparent: true, frames: 2 })), "gif")
  })
})

describe("the address of a picture", () => {
  it.prop(
    "is read back from its path, and found in any text of its account alone",
    { account: Account, digest: Digest, type: PictureType, around: Schema.String.check(Schema.isMaxLength(50)) },
    ({ account, digest, type, around }) => {
      const path = mediaPath(account, { digest, type })
      assert.deepStrictEqual(mediaFile(account, path.split("/").at(-1) ?? ""), { account_id: account, digest, type })
      const text = JSON.stringify({ html: `${around}<img src="https://mail.example${path}">`, src: path })
      assert.deepStrictEqual(mediaDigests(account, text), [digest])
      assert.deepStrictEqual(mediaDigests(`${account}x`, text), [])
    }
  )

  it("is none with another ending, digest or account", () => {
    const digest = "a".repeat(64)
    for (const name of [
      "",
      digest,
      `${digest}.svg`,
      `${digest}.png.png`,
      `${digest.slice(1)}.png`,
      `A${digest.slice(1)}.png`
    ])
      assert.isUndefined(mediaFile("acc_1", name), name)
    assert.isUndefined(mediaFile("a b", `${digest}.png`))
  })
})
