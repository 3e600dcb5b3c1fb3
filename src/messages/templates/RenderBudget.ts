/** Text that the templates of one message may emit and capture, in bytes of UTF-8. */
export const maxOutput = 1_000_000

/** Processor time of the templates of one message, in milliseconds. */
const maxProcessorTime = 500

/** Pieces (texts, outputs and tags) that the templates of one message may render, counted in each pass of a loop. */
const maxPieces = 50_000

/** Characters and list members of the arguments and results of all filters of one message. */
const maxFiltered = 1_000_000

/** Limits on rendering one message. A member throws an `Error` that names the limit once it is exceeded. */
export interface RenderBudget {
  /** Counts a text, an output or a tag, and checks the processor time. */
  readonly countPiece: () => void
  /** Counts text before it is emitted or captured. */
  readonly countOutput: (text: string) => void
  /** Counts the characters and list members of a filter or a range. */
  readonly countFiltered: (units: number) => void
  readonly checkTime: () => void
  /** Runs synchronous work and counts its processor time. */
  readonly timed: <A>(work: () => A) => A
}

// Node 22 has no `threadCpuUsage`. The whole process is close enough: its other threads do little.
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

/** The budget of one message, which its subject and body share. */
export const makeRenderBudget = (): RenderBudget => {
  let [pieces, output, filtered, spent] = [0, 0, 0, 0]
  let [wallStart, processorStart] = [0, 0]
  const checkTime = () => {
    // Processor time never exceeds wall time, whose clock is cheaper to read.
    if (spent + performance.now() - wallStart <= maxProcessorTime) return
    if (spent + processorTime() - processorStart > maxProcessorTime)
      throw new Error(`more than ${maxProcessorTime} ms of processor time`)
  }
  return {
    countPiece: () => {
      pieces += 1
      if (pieces > maxPieces) throw new Error(`more than ${maxPieces} pieces`)
      checkTime()
    },
    countOutput: (text) => {
      output += Buffer.byteLength(text)
      if (output > maxOutput) throw new Error("more than 1 MB of text")
    },
    countFiltered: (units) => {
      if (units > 0) filtered += Number(units)
      if (filtered > maxFiltered) throw new Error(`filters of more than ${maxFiltered} characters and list members`)
    },
    checkTime,
    timed: (work) => {
      ;[wallStart, processorStart] = [performance.now(), processorTime()]
      try {
        return work()
      } finally {
        spent += processorTime() - processorStart
      }
    }
  }
}
