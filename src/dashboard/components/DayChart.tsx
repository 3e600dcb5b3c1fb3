import "@mantine/charts/styles.css"
import { BarChart } from "@mantine/charts"

/** Bars by day. A table says the same to those who can't see them. */
export const DayChart = (props: {
  readonly label: string
  readonly days: ReadonlyArray<{ readonly day: string; readonly value: number }>
}) => (
  <figure aria-label={props.label} style={{ margin: 0 }}>
    <div aria-hidden>
      <BarChart
        h={160}
        data={props.days.map(({ day, value }) => ({ day: day.slice(5), [props.label]: value }))}
        dataKey="day"
        series={[{ name: props.label, color: "indigo.5" }]}
        tickLine="none"
        gridAxis="x"
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
    <figcaption
      className="mantine-visually-hidden"
      style={{ position: "absolute", width: 1, height: 1, overflow: "hidden" }}
    >
      {props.days.map(({ day, value }) => `${day}: ${value}`).join("; ")}
    </figcaption>
  </figure>
)
