import { Group, Text } from "@mantine/core"

const width = 600
const height = 140

/** A bar chart of values by day, oldest first. A visually hidden caption lists the values for screen readers. */
export const DayChart = (props: {
  readonly label: string
  readonly days: ReadonlyArray<{ readonly day: string; readonly value: number }>
  readonly format?: (value: number) => string
}) => {
  const { days, label, format = (value) => value.toLocaleString() } = props
  const peak = Math.max(0, ...days.map(({ value }) => value))
  const scale = Math.max(1, peak)
  const slot = width / Math.max(1, days.length)
  const axisLabels = [days[0]?.day.slice(5), `peak: ${format(peak)}`, days.at(-1)?.day.slice(5)]
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height} preserveAspectRatio="none" aria-hidden>
        {[0, 0.5, 1].map((fraction) => (
          <line
            key={fraction}
            x1={0}
            x2={width}
            y1={height * fraction}
            y2={height * fraction}
            stroke="var(--mantine-color-default-border)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {days.map(({ day, value }, index) => (
          <rect
            key={day}
            x={index * slot + slot * 0.12}
            width={slot * 0.76}
            y={height * (1 - value / scale)}
            height={(height * value) / scale}
            fill="var(--mantine-color-indigo-5)"
          >
            <title>{`${day}: ${format(value)}`}</title>
          </rect>
        ))}
      </svg>
      <Group justify="space-between" aria-hidden>
        {axisLabels.map((axisLabel, index) => (
          <Text key={index} size="xs" c="dimmed">
            {axisLabel}
          </Text>
        ))}
      </Group>
      <figcaption style={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}>
        {days.map(({ day, value }) => `${day}: ${format(value)}`).join("; ")}
      </figcaption>
    </figure>
  )
}
