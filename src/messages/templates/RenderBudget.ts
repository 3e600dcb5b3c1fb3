/** Bytes of text that the templates of one message may emit and capture, in UTF-8. */
export const maxOutput = 1_000_000

/** Milliseconds of processor time that the templates of one message may take. */
export const maxProcessorTime = 500

/** Pieces (texts, outputs and tags) that the templates of one message may render, each time round a loop. */
const maxPieces = 50_000

/** Characters and list members that the filters of one message may take in and return. */
const maxFiltered = 1_000_000

/** What the templates of one message may still do. Each member throws an `Error` that says which limit was passed. */
export interface RenderBudget {
  /** Counts a text, an output or a tag, and checks the processor time. */
  readonly countPiece: () => void
  /** Counts text that is emitted or captured, before it is kept. */
  readonly countOutput: (text: string) => void
  /** Counts what a filter or a range takes in or returns. */
  readonly countFiltered: (units: number) => void
  readonly checkTime: () => void
  /** Counts the processor time of synchronous work. */
  readonly timed: <A>(work: () => A) => A
}

// Node 22 measures only the whole process, which has few other threads that work.
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

/** The budget of one message: subject and body draw from the same. */
export const makeRenderBudget = (): RenderBudget => {
  let [pieces, output, filtered, spent] = [0, 0, 0, 0]
  let [wallStart, processorStart] = [0, 0]
  const checkTime = () => {
    // No thread takes more processor time than time passes: the cheaper clock spares most questions to the dearer one.
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
