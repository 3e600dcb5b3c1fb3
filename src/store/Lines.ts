import { MutableList } from "effect"

/** Items that were taken together. */
export interface Taken<A> {
  readonly items: ReadonlyArray<A>
  /** Says that they are done, so that what stands behind them may be taken. */
  readonly release: () => void
}

/** Items that wait in lines, which are served in turn: one of each line, again and again. What stands behind items that were taken waits until they are done. */
export interface Lines<A> {
  readonly add: (line: string, item: A) => void
  /** Whether there is something to take now. */
  readonly ready: () => boolean
  /** At most so many items. The lines that were served then stand behind the others. */
  readonly take: (most: number) => Taken<A>
  /** All items there are, whatever they wait for. */
  readonly drain: () => ReadonlyArray<A>
  readonly size: () => number
}

export const makeLines = <A>(): Lines<A> => {
  const lines = new Map<string, MutableList.MutableList<A>>()
  const held = new Map<string, MutableList.MutableList<A>>()
  let size = 0
  return {
    size: () => size,
    ready: () => lines.size > 0,
    add: (name, item) => {
      const line = held.get(name) ?? lines.get(name) ?? MutableList.make<A>()
      MutableList.append(line, item)
      if (!held.has(name)) lines.set(name, line)
      size++
    },
    take: (most) => {
      const items: Array<A> = []
      const served = new Map<string, MutableList.MutableList<A>>()
      // Lines put at the end are met again.
      for (const [name, line] of lines) {
        if (items.length >= most) break
        // A line alone leaves at once.
        items.push(...MutableList.takeN(line, lines.size === 1 ? most - items.length : 1))
        served.set(name, line)
        lines.delete(name)
        if (line.length > 0) lines.set(name, line)
      }
      for (const [name, line] of served) {
        lines.delete(name)
        held.set(name, line)
      }
      size -= items.length
      const release = () => {
        for (const [name, line] of served) {
          held.delete(name)
          if (line.length > 0) lines.set(name, line)
        }
      }
      return { items, release }
    },
    drain: () => {
      const items = [...lines.values(), ...held.values()].flatMap((line) => MutableList.takeAll(line))
      lines.clear()
      size = 0
      return items
    }
  }
}
