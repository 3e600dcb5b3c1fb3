/** The q-quantile of sorted values. */
export const quantile = (sorted: ReadonlyArray<number>, q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN

export const median = (values: ReadonlyArray<number>): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5
  )

/** Half the range in percent of the median; smaller differences are noise. */
export const spread = (values: ReadonlyArray<number>): number =>
  ((Math.max(...values) - Math.min(...values)) / 2 / median(values)) * 100

/** Prints rows as a table with numbers aligned to the right. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): void => {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of [head, ...rows]) {
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")
    )
  }
}
