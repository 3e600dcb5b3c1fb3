#!/usr/bin/env bash
# sharp 0.35.5 makes ten times as long a frame of 10 ms, and of 0 ms, when it turns an animated GIF into a WebP; a frame of 20 ms keeps its time,
# and so does each when it writes a GIF again. One would expect the times of the frames to be kept, or all of a picture to be changed alike: a
# picture with frames of 10 and 20 ms moves in another rhythm.
# Seen, of delays 10, 20, 50, 1000 ms: as GIF 10, 20, 50, 1000, as WebP 100, 20, 50, 1000.
# Needs Node from 20.9 on, and npm. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sharp@0.35.5

cat > seen.mjs << 'JAVASCRIPT'
import sharp from "sharp"

const given = [0, 10, 20, 50, 1000]
const size = 8
const pixels = Buffer.alloc(size * size * given.length * 3, 0)
given.forEach((_, frame) => pixels.fill(frame * 50, frame * size * size * 3, (frame + 1) * size * size * 3))
const raw = { width: size, height: size * given.length, channels: 3, pageHeight: size }
const gif = await sharp(pixels, { raw }).gif({ delay: given }).toBuffer()
const delays = async (bytes) => (await sharp(bytes, { animated: true }).metadata()).delay.join()
const seen = {
  "a GIF": await delays(gif),
  "the GIF as GIF": await delays(await sharp(gif, { animated: true }).resize(4).gif().toBuffer()),
  "the GIF as WebP": await delays(await sharp(gif, { animated: true }).webp().toBuffer())
}
const expected = { "a GIF": "0,10,20,50,1000", "the GIF as GIF": "0,10,20,50,1000", "the GIF as WebP": "100,100,20,50,1000" }
for (const [name, text] of Object.entries(seen)) {
  console.log(`${name}: ${text} ms`)
  if (text !== expected[name]) {
    console.log(`CHANGED: it was ${expected[name]}`)
    process.exitCode = 1
  }
}
JAVASCRIPT
node seen.mjs
