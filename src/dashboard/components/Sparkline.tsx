const width = 120
const height = 36

/** A small line of values without axes, as decoration of a number that is written beside it. */
export const Sparkline = ({ values }: { readonly values: ReadonlyArray<number> }) => {
  const low = Math.min(...values)
  const range = Math.max(...values) - low || 1
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = height - 3 - ((height - 6) * (value - low)) / range
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height} preserveAspectRatio="none" aria-hidden>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
