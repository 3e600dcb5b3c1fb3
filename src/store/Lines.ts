import { MutableList } from "effect"

/** Items that wait in lines, which are served in turn: one of each line, again and again. */
export interface Lines<A> {
  readonly add: (line: string, item: A) => void
  /** At most so many items. The lines that were served then stand behind the others. */
  readonly take: (most: number) => ReadonlyArray<A>
  readonly size: () => number
}

export const makeLines = <A>(): Lines<A> => {
  const lines = new Map<string, MutableList.MutableList<A>>()
  let size = 0
  return {
    size: () => size,
    add: (name, item) => {
      const line = lines.get(name) ?? MutableList.make<A>()
      MutableList.append(line, item)
      lines.set(name, line)
      size++
    },
    take: (most) => {
      const count = Math.min(most, size)
      const taken: Array<A> = []
      // Lines put at the end are met again.
      for (const [name, line] of lines) {
        if (taken.length >= count) break
        // A line alone leaves at once.
        taken.push(...MutableList.takeN(line, lines.size === 1 ? count - taken.length : 1))
        lines.delete(name)
        if (line.length > 0) lines.set(name, line)
      }
      size -= taken.length
      return taken
    }
  }
}
