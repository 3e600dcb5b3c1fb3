import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

type Rgb = readonly [red: number, green: number, blue: number]

const plain = (width: number, height: number, [r, g, b]: Rgb = [40, 120, 90], alpha?: number) =>
  sharp({
    create:
      alpha === undefined
        ? { width, height, channels: 3, background: { r, g, b } }
        : { width, height, channels: 4, background: { r, g, b, alpha } }
  })

/** Pixels without a pattern, which no format makes small. Always the same ones. */
const noise = (width: number, height: number) => {
  const pixels = new Uint8Array(width * height * 3)
  let state = 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Frames of one height, each of another colour. */
const frames = (width: number, height: number, count: number) => {
  const pixels = Buffer.alloc(width * height * count * 3)
  for (let frame = 0; frame < count; frame++)
    pixels.fill(frame * 20, frame * width * height * 3, (frame + 1) * width * height * 3)
  return sharp(pixels, { raw: { width, height: height * count, channels: 3, pageHeight: height } })
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A small PNG that declares these measures. */
const declaredPng = (width: number, height: number, { interlaced = false, depth = 8 } = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 6, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0))
  ])
}

const position = {
  IFD0: { Copyright: "Ada Lovelace", Make: "Camera of Ada" },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "51/1 30/1 3230/100",
    GPSLongitudeRef: "W",
    GPSLongitude: "0/1 7/1 4366/100"
  }
}

export const pictures = {
  jpeg: (width = 60, height = 40, color?: Rgb) => plain(width, height, color).jpeg().toBuffer(),
  png: (width = 60, height = 40, color?: Rgb) => plain(width, height, color, 0.5).png().toBuffer(),
  webp: (alpha?: number) => plain(60, 40, [9, 99, 9], alpha).webp().toBuffer(),
  gif: () => frames(30, 20, 3).gif().toBuffer(),
  animatedWebp: () => frames(30, 20, 3).webp().toBuffer(),
  tiff: () => plain(60, 40).tiff().toBuffer(),
  /** Lies on its side, with a position, names and a comment behind its end. */
  withPosition: async () =>
    Buffer.concat([
      await plain(60, 40).withMetadata({ orientation: 6 }).withExifMerge(position).jpeg().toBuffer(),
      Buffer.from("Comment of Ada")
    ]),
  noise: (width: number, height: number) => noise(width, height).png({ compressionLevel: 0 }).toBuffer(),
  declaredPng
}

/** A GIF of one pixel, of another colour for each number. */
export const pictureOf = (n: number): Uint8Array =>
  Buffer.from(
    `474946383961010001008000${`00${(n % 0xffffff).toString(16).padStart(6, "0")}`}ffffff2c00000000010001000002024401003b`,
    "hex"
  )
