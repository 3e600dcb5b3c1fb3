import { useQuery } from "@tanstack/react-query"
import { createContext, useContext } from "react"
import type { FlowReport, StepReport } from "../../../domain/reports/FlowReport.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call } from "../../call.ts"
import type { PeriodDays } from "../../home/periods.ts"

/** The report that the diagram shows at its steps; null while there is none. */
export const ShownReport = createContext<FlowReport | null>(null)

/** The figures of a step; undefined where nothing was counted. */
export const useStepReport = (id: string): StepReport | undefined =>
  useContext(ShownReport)?.steps.find(({ step_id }) => step_id === id)

/** The report of a flow for a period, read again every half minute. */
export const useFlowReport = (id: string, days: PeriodDays) => {
  const account = useAccount()
  return useQuery({
    queryKey: ["flow-report", account, id, days],
    queryFn: () => call((api) => api.flows.report({ params: { account, id }, query: { days } })),
    refetchInterval: 30_000
  })
}
