import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { Metadata, Sharp } from "sharp"
import { mediaLimits, type Picture, type PictureType } from "../../domain/media/Media.ts"
import {
  headerFault,
  keptType,
  noPicture,
  type PictureFormat,
  pictureFormat,
  type PictureHeader,
  tooLargePicture
} from "../../domain/media/pictureHeader.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"

/** Seconds for one picture; a decoder that is not done by then stops. */
const seconds = 10

const decoders = {
  png: "VipsForeignLoadPng",
  jpeg: "VipsForeignLoadJpeg",
  gif: "VipsForeignLoadNsgif",
  webp: "VipsForeignLoadWebp"
} as const

// Loaded with the first picture: most processes decode none. One thread a picture, no cache, and no decoder but these.
const library = Effect.promise(async () => {
  const { default: sharp } = await import("sharp")
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({ operation: Object.values(decoders) })
  return sharp
})

const headerOf = (format: PictureFormat, found: Metadata): PictureHeader => ({
  format,
  width: found.width,
  height: found.pageHeight ?? found.height,
  frames: found.pages ?? 1,
  bytesOfPixel: found.channels * (found.depth === "uchar" ? 1 : 2),
  isInterlaced: found.isProgressive,
  isTransparent: found.hasAlpha
})

const encoders: Readonly<Record<PictureType, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpeg: (picture) => picture.jpeg({ quality: 85 }),
  gif: (picture) => picture.gif({ effort: 3 })
}

/** Decodes pictures that anybody may have made, and encodes them again. */
export class Pictures extends Context.Service<
  Pictures,
  {
    /**
     * The pixels of a PNG, JPEG, GIF or WebP as a new file, upright, at most 2,400 on the longer side: nothing else of the file stays, such as EXIF with a
     * position. Fails for what is no picture, and for one that would take too much memory or time. Works outside the main thread; is not
     * interrupted, since the decoder is not.
     */
    readonly clean: (bytes: Uint8Array) => Effect.Effect<Picture, ValidationFailed>
  }
>()("tally/outbound/media/Pictures") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const loaded = yield* Effect.cached(library)
      const attempt = <A>(work: () => Promise<A>) =>
        Effect.tryPromise({ try: work, catch: () => invalid("", noPicture) })
      return Pictures.of({
        clean: Effect.fn("Pictures.clean")(function* (bytes) {
          const format = pictureFormat(bytes)
          if (format === undefined) return yield* invalid("", noPicture)
          const sharp = yield* loaded
          const found = yield* attempt(() => sharp(bytes, { animated: true }).metadata())
          if (found.format !== format) return yield* invalid("", noPicture)
          const header = headerOf(format, found)
          const fault = headerFault(header)
          if (fault !== undefined) return yield* invalid("", fault)
          const type = keptType(header)
          const source = sharp(bytes, {
            animated: type === "gif",
            sequentialRead: true,
            limitInputPixels: header.width * header.height * header.frames,
            failOn: "error"
          })
          const size = {
            width: mediaLimits.side,
            height: mediaLimits.side,
            fit: "inside",
            withoutEnlargement: true
          } as const
          const made = encoders[type](source.autoOrient().resize(size)).timeout({ seconds })
          const { data, info } = yield* attempt(() => made.toBuffer({ resolveWithObject: true }))
          if (data.byteLength > mediaLimits.bytes) return yield* invalid("", tooLargePicture)
          return {
            type,
            width: info.width,
            height: info.pageHeight ?? info.height,
            bytes: data,
            digest: createHash("sha256").update(data).digest("hex")
          }
        }, Effect.uninterruptible)
      })
    })
  )
}
