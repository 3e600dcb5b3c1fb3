import { Group, Text } from "@mantine/core"

const width = 600
const height = 140

/** Bars by day, the latest at the right. A line of text says the same to those who can't see them. */
export const DayChart = (props: {
  readonly label: string
  readonly days: ReadonlyArray<{ readonly day: string; readonly value: number }>
  readonly show?: (value: number) => string
}) => {
  const { days, label, show = (value) => value.toLocaleString() } = props
  const most = Math.max(0, ...days.map(({ value }) => value))
  const full = Math.max(1, most)
  const step = width / Math.max(1, days.length)
  const notes = [days[0]?.day.slice(5), `most in a day: ${show(most)}`, days.at(-1)?.day.slice(5)]
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height} preserveAspectRatio="none" aria-hidden>
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={width}
            y1={height * part}
            y2={height * part}
            stroke="var(--mantine-color-default-border)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {days.map(({ day, value }, at) => (
          <rect
            key={day}
            x={at * step + step * 0.12}
            width={step * 0.76}
            y={height * (1 - value / full)}
            height={(height * value) / full}
            fill="var(--mantine-color-indigo-5)"
          >
            <title>{`${day}: ${show(value)}`}</title>
          </rect>
        ))}
      </svg>
      <Group justify="space-between" aria-hidden>
        {notes.map((note, at) => (
          <Text key={at} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </Group>
      <figcaption style={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}>
        {days.map(({ day, value }) => `${day}: ${show(value)}`).join("; ")}
      </figcaption>
    </figure>
  )
}
