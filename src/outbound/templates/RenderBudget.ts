/** Text that the templates of one message may emit and capture, in bytes of UTF-8. */
export const maxOutput = 1_000_000

/** Processor time of the templates of one message, in milliseconds. */
export const maxProcessorTime = 500

/** Pieces (texts, outputs and tags) that the templates of one message may render, counted in each pass of a loop. */
const maxPieces = 50_000

/** Characters and list members of the arguments and results of all filters of one message. */
const maxFiltered = 1_000_000

/** The budget of one message's templates. Milliseconds of processor time; the rest is counted. */
export interface RenderLimits {
  readonly pieces: number
  readonly output: number
  readonly filtered: number
  readonly processorTime: number
  /** Characters of a template, and its outputs and tags. */
  readonly source: number
  readonly markup: number
  /** Whether more than this is `TooLong` and no failure. */
  readonly isBrief: boolean
}

/** The limits of a message (contract §12). */
export const messageLimits: RenderLimits = {
  pieces: maxPieces,
  output: maxOutput,
  filtered: maxFiltered,
  processorTime: maxProcessorTime,
  source: Number.POSITIVE_INFINITY,
  markup: Number.POSITIVE_INFINITY,
  isBrief: false
}

/** The budget of a message on the thread that answers calls. Beyond it, it is rendered again in a thread of its own. */
export const briefLimits: RenderLimits = {
  pieces: 2_000,
  output: 150_000,
  filtered: 50_000,
  processorTime: 25,
  source: 100_000,
  markup: 500,
  isBrief: true
}

/** A message needs more than `briefLimits`. */
class TooLong extends Error {}

/** Whether an error is `TooLong`, or Liquid's error of a tag that met it. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof TooLong || (error instanceof Error && "originalError" in error && isTooLong(error.originalError))

/** Limits on rendering one message. A member throws an `Error` that names the limit once it is exceeded. */
export interface RenderBudget {
  readonly isBrief: boolean
  /** Counts a template before it is parsed. */
  readonly countSource: (source: string) => void
  /** Counts a text, an output or a tag, and checks the processor time. */
  readonly countPiece: () => void
  /** Counts text before it is emitted or captured. */
  readonly countOutput: (text: string) => void
  /** Counts the characters and list members of a filter or a range. */
  readonly countFiltered: (units: number) => void
  /** Checks the processor time. Each lookup of a variable does, and so each member that a filter of lists looks at. */
  readonly checkTime: () => void
  /** Runs synchronous work and counts its processor time. */
  readonly timed: <A>(work: () => A) => A
  /** Milliseconds of processor time so far. */
  readonly spent: () => number
}

/** Clocks in milliseconds. `wall` never runs slower than `processor`, and is cheaper to read. */
export interface RenderClocks {
  readonly wall: () => number
  readonly processor: () => number
}

// Node 22 has no `threadCpuUsage`. The whole process is close enough: its other threads do little.
const threadClocks: RenderClocks = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
    return (user + system) / 1_000
  }
}

/** The budget of one message, which its subject and body share. */
export const makeRenderBudget = (limits = messageLimits, clocks = threadClocks): RenderBudget => {
  let [pieces, output, filtered, spent] = [0, 0, 0, 0]
  let [wallStart, processorStart] = [0, 0]
  const exceeded = (reason: string) => (limits.isBrief ? new TooLong(reason) : new Error(reason))
  const checkTime = () => {
    if (spent + clocks.wall() - wallStart <= limits.processorTime) return
    if (spent + clocks.processor() - processorStart > limits.processorTime)
      throw exceeded(`more than ${limits.processorTime} ms of processor time`)
  }
  return {
    isBrief: limits.isBrief,
    countSource: (source) => {
      if (source.length > limits.source || source.split(/\{[{%]/, limits.markup + 2).length > limits.markup + 1)
        throw exceeded("more than a template may have")
    },
    countPiece: () => {
      pieces += 1
      if (pieces > limits.pieces) throw exceeded(`more than ${limits.pieces} pieces`)
      checkTime()
    },
    countOutput: (text) => {
      output += Buffer.byteLength(text)
      if (output > limits.output) throw exceeded("more than 1 MB of text")
    },
    countFiltered: (units) => {
      if (units > 0) filtered += Number(units)
      if (filtered > limits.filtered)
        throw exceeded(`filters of more than ${limits.filtered} characters and list members`)
    },
    checkTime,
    timed: (work) => {
      ;[wallStart, processorStart] = [clocks.wall(), clocks.processor()]
      try {
        return work()
      } finally {
        spent += clocks.processor() - processorStart
      }
    },
    spent: () => spent
  }
}
