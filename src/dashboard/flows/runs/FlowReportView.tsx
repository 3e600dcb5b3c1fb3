import { Group, NativeSelect, Text } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { type PeriodDays, periods } from "../../home/periods.ts"
import { ShownReport, useFlowReport } from "./flowReport.ts"
import * as words from "../../words/flows/flowPage.ts"

/** Shows the figures of a period at the steps of the diagram in `children`. A failed report leaves the diagram without figures. */
export const FlowReportView = ({ id, children }: { readonly id: string; readonly children: ReactNode }) => {
  const [days, setDays] = useState<PeriodDays>("30")
  const report = useFlowReport(id, days)
  return (
    <ShownReport value={report.data?.data ?? null}>
      <Group mb="sm" gap="xs">
        <Text size="sm" c="dimmed" component="label" htmlFor="report-period">
          {words.figuresOf}
        </Text>
        <NativeSelect
          id="report-period"
          size="xs"
          value={days}
          data={periods.map(([value]) => ({ value, label: words.figuresPeriods[value] }))}
          onChange={({ currentTarget }) => {
            const next = periods.find(([value]) => value === currentTarget.value)
            if (next !== undefined) setDays(next[0])
          }}
        />
        {report.isError && (
          <Text size="sm" c="dimmed" role="status">
            {words.figuresUnavailable}
          </Text>
        )}
      </Group>
      {children}
    </ShownReport>
  )
}
