/** Rows by a number, in a list whose beginning is taken off. */
export interface SortedRows<Row> {
  /** Adds a row behind those with the same number. */
  readonly add: (at: number, row: Row) => void
  /** Takes off and gives the first row whose number is at most `until`; undefined if there is none. */
  readonly shift: (until: number) => Row | undefined
  readonly size: () => number
}

/** An empty list. Rows that come in order are added at its end, so that nothing is moved. */
export const makeSortedRows = <Row>(): SortedRows<Row> => {
  const rows: Array<{ readonly at: number; readonly row: Row }> = []
  let head = 0
  return {
    add: (at, row) => {
      let [low, high] = [head, rows.length]
      if (low < high && (rows[high - 1]?.at ?? 0) <= at) low = high
      while (low < high) {
        const middle = (low + high) >> 1
        if ((rows[middle]?.at ?? 0) <= at) low = middle + 1
        else high = middle
      }
      rows.splice(low, 0, { at, row })
    },
    shift: (until) => {
      const first = rows[head]
      if (first === undefined || first.at > until) return undefined
      head += 1
      if (head > 1_000 && 2 * head > rows.length) {
        rows.splice(0, head)
        head = 0
      }
      return first.row
    },
    size: () => rows.length - head
  }
}
