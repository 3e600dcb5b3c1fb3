let latest: { readonly text: string; readonly starts: ReadonlyArray<number> } = { text: "", starts: [0] }

const startsOfLines = (text: string): ReadonlyArray<number> => {
  if (latest.text !== text) {
    const starts = [0]
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
    latest = { text, starts }
  }
  return latest.starts
}

/** Row and column of what begins there in a text, from 1, looked up in the lines of the text that was asked for last. */
export const positionIn = (text: string, begin: number): [row: number, column: number] => {
  const starts = startsOfLines(text)
  let [row, below] = [0, starts.length]
  while (below - row > 1) {
    const middle = (row + below) >>> 1
    if ((starts[middle] ?? 0) <= begin) row = middle
    else below = middle
  }
  return [row + 1, begin - (starts[row] ?? 0) + 1]
}
