import { mediaLimits, type PictureType } from "./Media.ts"

/** A kind of file that is taken. */
export type PictureFormat = "png" | "jpeg" | "gif" | "webp"

/** What the beginning of a file tells before a pixel is decoded. Width and height are those of a frame. */
export interface PictureHeader {
  readonly format: PictureFormat
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Bytes of a decoded pixel. */
  readonly bytesOfPixel: number
  /** The first row is known once the whole file is read: an interlaced PNG, a progressive JPEG. */
  readonly isInterlaced: boolean
  readonly isTransparent: boolean
}

const limits = {
  /** Pixels of a picture: those of the largest camera of a phone. */
  pixels: 50_000_000,
  /** Pixels of all frames of an animation, each of which is encoded again. */
  animatedPixels: 20_000_000,
  /** Bytes in memory of a picture that is not decoded row by row. */
  held: 80 * 1024 * 1024
} as const

const beginsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text).every((character, index) => bytes[at + index] === character.charCodeAt(0))

/** The kind of a file by its first bytes; undefined for all others, such as SVG. Its name and declared type don't count. Pure. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | undefined => {
  if (beginsWith(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png"
  if (beginsWith(bytes, 0, "\xff\xd8\xff")) return "jpeg"
  if (beginsWith(bytes, 0, "GIF87a") || beginsWith(bytes, 0, "GIF89a")) return "gif"
  return beginsWith(bytes, 0, "RIFF") && beginsWith(bytes, 8, "WEBP") ? "webp" : undefined
}

/** Why a picture is not decoded: it would take too much memory or time. Undefined for those that are. Pure. */
export const headerFault = ({ width, height, frames, ...header }: PictureHeader): string | undefined => {
  const pixels = width * height
  // A header without a size, or with one that is no number, fails too.
  if (!(pixels >= 1 && frames >= 1)) return noPicture
  if (pixels > limits.pixels) return `Has ${width} × ${height} pixels; a picture has at most 50 million`
  if (frames > 1 && pixels * frames > limits.animatedPixels)
    return "The frames of an animation have at most 20 million pixels in all; make it smaller or shorter"
  if (header.isInterlaced && pixels * header.bytesOfPixel > limits.held)
    return "Is too large for an interlaced or progressive picture; save it without, or smaller"
  return undefined
}

/** What a picture is kept as: all mail programs show PNG, JPEG and GIF, and not all show WebP. Pure. */
export const keptType = ({ format, frames, isTransparent }: PictureHeader): PictureType => {
  if (format !== "webp") return format
  if (frames > 1) return "gif"
  return isTransparent ? "png" : "jpeg"
}

export const noPicture = "Is no picture that can be read; PNG, JPEG, GIF and WebP are taken"

export const tooLargePicture = `Is larger than ${mediaLimits.bytes / 1024 / 1024} MiB, as it is or after it was made smaller`
