import { readFileSync } from "node:fs"
import { table } from "./figures.ts"

const [most, tries] = [0.04, 5]
const counted: Record<string, { again: number; inSpite: number }> = {}

// Clock ticks of all processors since boot: stolen by the host, and total.
const ticks = (): { readonly stolen: number; readonly all: number } => {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n")
    const states = line.split(/\s+/).slice(1, 9).map(Number)
    return { stolen: states[7] ?? 0, all: states.reduce((sum, of) => sum + of, 0) }
  } catch {
    return { stolen: 0, all: 1 }
  }
}

/** Repeats a measurement, up to five times, when the host stole more than 4 % of the CPU meanwhile. */
export const undisturbed = async <A>(subject: string, measure: () => Promise<A>): Promise<A> => {
  const count = (counted[subject] ??= { again: 0, inSpite: 0 })
  for (let left = tries; ; left--) {
    const before = ticks()
    const figures = await measure()
    const after = ticks()
    const isDisturbed = after.stolen - before.stolen > most * (after.all - before.all)
    if (isDisturbed && left > 1) count.again++
    else {
      if (isDisturbed) count.inSpite++
      return figures
    }
  }
}

/** The number of repeated measurements of each server, and of disturbed ones that count. */
export const disturbances = (): typeof counted => counted

export const printDisturbances = (): void => {
  console.log(`\nStretches of which the host gave more than ${most * 100} % to others`)
  table(
    ["subject", "measured again", "count in spite of it"],
    Object.entries(counted).map(([subject, { again, inSpite }]) => [subject, String(again), String(inSpite)])
  )
}
