import { readFileSync } from "node:fs"

const [most, tries] = [0.04, 5]
const counted = { again: 0, inSpite: 0 }

// Clock ticks of all processors since the start: those that the host of this virtual machine gave to others, and all.
const ticks = (): { readonly stolen: number; readonly all: number } => {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n")
    const states = line.split(/\s+/).slice(1, 9).map(Number)
    return { stolen: states[7] ?? 0, all: states.reduce((sum, of) => sum + of, 0) }
  } catch {
    return { stolen: 0, all: 1 }
  }
}

/**
 * Measures anew, five times at most, when the machine's host gave more than 4 % of it to others meanwhile: such a stretch says
 * nothing of who was measured. The same for every subject.
 */
export const undisturbed = async <A>(measure: () => Promise<A>): Promise<A> => {
  for (let left = tries; ; left--) {
    const before = ticks()
    const figures = await measure()
    const after = ticks()
    const isDisturbed = after.stolen - before.stolen > most * (after.all - before.all)
    if (isDisturbed && left > 1) counted.again++
    else {
      if (isDisturbed) counted.inSpite++
      return figures
    }
  }
}

/** What was measured again, and what counts although it was disturbed. */
export const disturbances = (): string =>
  `${counted.again} stretches were measured again, as the host had given more than ${most * 100} % of the machine to others; ` +
  `${counted.inSpite} count in spite of it`
