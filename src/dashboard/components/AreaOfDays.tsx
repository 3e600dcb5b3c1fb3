import "@mantine/charts/styles.css"
import { AreaChart } from "@mantine/charts"
import * as words from "../words/components.ts"
import type { DayChartProps } from "./DayChart.tsx"

const shortDay = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString(undefined, { month: "short", day: "numeric" })

// Without values the library would invent an axis.
const isFlat = (days: DayChartProps["days"]) => days.every(({ value, previous = 0 }) => value === 0 && previous === 0)

/** The chart of `DayChart`; its module brings the chart library. */
export const AreaOfDays = ({ label, days, format, height = 220 }: DayChartProps) => (
  <AreaChart
    h={height}
    data={days.map(({ day, value, previous }) => ({ day: shortDay(day), value, previous }))}
    dataKey="day"
    series={[
      ...(days.some(({ previous }) => previous !== undefined)
        ? [{ name: "previous", label: words.previousPeriod, color: "gray.5", strokeDasharray: "4 4" }]
        : []),
      { name: "value", label, color: "var(--mantine-primary-color-filled)" }
    ]}
    curveType="monotone"
    withDots={false}
    strokeWidth={2}
    gridAxis={isFlat(days) ? "none" : "x"}
    tickLine="none"
    fillOpacity={0.15}
    {...(format === undefined ? {} : { valueFormatter: format })}
    yAxisProps={{ width: 64, allowDecimals: false, ...(isFlat(days) ? { domain: [0, 1], ticks: [0] } : {}) }}
    xAxisProps={{ minTickGap: 32, interval: "preserveStartEnd" }}
    areaChartProps={{ accessibilityLayer: false, margin: { top: 8 } }}
    areaProps={{ isAnimationActive: false }}
  />
)
