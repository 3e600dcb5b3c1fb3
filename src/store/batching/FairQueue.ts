/** Items that were taken together. */
export interface DequeuedItems<A> {
  readonly items: ReadonlyArray<A>
  /** How many lines they are from. */
  readonly lines: number
  /** Says that they are done, so that what stands behind them may be taken. */
  readonly release: () => void
}

/** Items that wait in lines, which are served in turn: one of each line, again and again. What stands behind items that were taken waits until they are done. */
export interface FairQueue<A> {
  readonly add: (line: string, item: A) => void
  /** How many lines there are to take from now. */
  readonly ready: () => number
  /** How many items stand in them. */
  readonly readyItems: () => number
  /** At most so many items. The lines that were served then stand behind the others. */
  readonly take: (most: number) => DequeuedItems<A>
  /** All items there are, whatever they wait for. */
  readonly drain: () => ReadonlyArray<A>
  readonly size: () => number
}

export const makeFairQueue = <A>(): FairQueue<A> => {
  // Maps are left for new ones, never emptied: a map that lives long and shrinks keeps, in V8, what its old tables held from
  // being collected with the young.
  let lines = new Map<string, Array<A>>()
  let held: ReadonlyArray<Map<string, Array<A>>> = []
  let size = 0
  let behind = 0
  return {
    size: () => size,
    ready: () => lines.size,
    readyItems: () => size - behind,
    add: (name, item) => {
      const taken = held.find((some) => some.has(name))?.get(name)
      const line = taken ?? lines.get(name)
      if (line === undefined) lines.set(name, [item])
      else line.push(item)
      if (taken !== undefined) behind++
      size++
    },
    take: (most) => {
      const served = new Map<string, Array<A>>()
      const left = new Map<string, Array<A>>()
      for (const [name, line] of lines) (served.size < most ? served : left).set(name, line)
      lines = left
      held = [...held, served]
      const items = inTurn([...served.values()], most)
      size -= items.length
      behind += countOf(served)
      const release = () => {
        held = held.filter((taken) => taken !== served)
        behind -= countOf(served)
        for (const [name, line] of served) if (line.length > 0) lines.set(name, line)
      }
      return { items, lines: served.size, release }
    },
    drain: () => {
      const items = [lines, ...held].flatMap((some) => [...some.values()].flatMap((line) => line.splice(0)))
      lines = new Map()
      size = 0
      behind = 0
      return items
    }
  }
}

const countOf = (lines: ReadonlyMap<string, ReadonlyArray<unknown>>): number =>
  lines.values().reduce((count, line) => count + line.length, 0)

/** Takes at most so many items out of lines: the first of each, then the second. */
const inTurn = <A>(lines: ReadonlyArray<Array<A>>, most: number): ReadonlyArray<A> => {
  const items: Array<A> = []
  for (let waiting = lines; waiting.length > 0; waiting = waiting.filter((line) => line.length > 0)) {
    // A line alone leaves at once.
    const each = waiting.length === 1 ? most : 1
    for (const line of waiting) items.push(...line.splice(0, Math.min(each, most - items.length)))
    if (items.length >= most) break
  }
  return items
}
