import { Skeleton, VisuallyHidden } from "@mantine/core"
import * as words from "../words/components.ts"
import { useIdle } from "./useIdle.ts"
import { lazy, Suspense } from "react"

// The chart library is loaded once the browser is idle, after the page with its numbers is there.
const AreaOfDays = lazy(() => import("./AreaOfDays.tsx").then((module) => ({ default: module.AreaOfDays })))

export interface ChartDay {
  readonly day: string
  readonly value: number
  /** The value of the same day of the period before, for a comparison. */
  readonly previous?: number
}

export interface DayChartProps {
  readonly label: string
  readonly days: ReadonlyArray<ChartDay>
  readonly format?: (value: number) => string
  readonly height?: number
}

const plain = (value: number): string => value.toLocaleString()

/** An area chart of values by day, oldest first, with axes and hover; screen readers get a table of the values. */
export const DayChart = ({ label, days, format = plain, height = 220 }: DayChartProps) => {
  const idle = useIdle()
  const compared = days.some(({ previous }) => previous !== undefined)
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <div aria-hidden style={{ minHeight: height }}>
        {idle ? (
          <Suspense fallback={<Skeleton height={height} />}>
            <AreaOfDays label={label} days={days} format={format} height={height} />
          </Suspense>
        ) : (
          <Skeleton height={height} />
        )}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{label}</th>
              {compared && <th scope="col">{words.previousPeriod}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, value, previous }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{format(value)}</td>
                {compared && <td>{format(previous ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
