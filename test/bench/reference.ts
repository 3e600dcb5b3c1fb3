import { createHash } from "node:crypto"
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

/** The speed of the machine without any subject: rounds of a loop a second on one core, and writes that reach the disk a second. */
export interface Reference {
  readonly loops: number
  readonly syncs: number
}

const value = { id: 1, items: Array.from({ length: 20 }, (_, at) => ({ title: `Item ${at}`, price: at * 1.25 })) }

const perSecond = (seconds: number, work: () => void): number => {
  const from = performance.now()
  let count = 0
  for (; performance.now() - from < seconds * 1000; count++) work()
  return (count * 1000) / (performance.now() - from)
}

/** Runs the reference loop (JSON of 20 items there and back, and its SHA-256) and 8 KiB writes with fsync, each for a second. */
export const reference = (directory: string): Reference => {
  const loops = perSecond(1, () =>
    createHash("sha256")
      .update(JSON.stringify(JSON.parse(JSON.stringify(value))))
      .digest()
  )
  const path = join(directory, "reference")
  const file = openSync(path, "w")
  const block = Buffer.alloc(8192, 1)
  const syncs = perSecond(1, () => {
    writeSync(file, block)
    fsyncSync(file)
  })
  closeSync(file)
  rmSync(path)
  return { loops, syncs }
}
