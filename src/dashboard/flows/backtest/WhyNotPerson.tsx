import type { BacktestInput } from "../../../domain/backtests/Backtest.ts"
import { reasonText } from "../../../domain/reasons.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { PersonForm } from "../../backtests/PersonForm.tsx"
import { call } from "../../call.ts"
import { EmptyState } from "../../components/Feedback.tsx"
import { Table } from "../../components/Table.tsx"
import { showTime } from "../../format.ts"
import * as common from "../../words/backtests.ts"
import * as words from "../../words/flows/flowBacktest.ts"

const never = () => undefined

/** Each decision of the backtest about one contact, asked for by an address. */
export const WhyNotPerson = ({ input }: { readonly input: BacktestInput }) => {
  const account = useAccount()
  const ask = async (contact_id: string) => {
    const payload = { ...input, contact_id }
    const { data } = await call((api) => api.flows.backtest({ params: { account }, payload }))
    const { triggers = [], messages = [] } = data.person ?? {}
    return [
      ...triggers.map(({ at, refused }) => ({ at, text: refused === null ? words.enters : reasonText(refused) })),
      ...messages.map(({ at, step_id, skipped }) => ({
        at,
        text: `${words.message(step_id)}: ${skipped === null ? words.sent : reasonText(skipped)}`
      }))
    ].toSorted((one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds)
  }
  return (
    <PersonForm explained={words.whyExplained} ask={ask}>
      {(decisions) => (
        <Table
          label={common.whyTitle}
          minWidth={320}
          columns={[
            { title: common.when, nowrap: true, cell: ({ at }) => showTime(at) },
            { title: common.outcome, cell: ({ text }) => text }
          ]}
          rows={decisions}
          rowKey={({ at, text }) => `${at.epochMilliseconds} ${text}`}
          empty={<EmptyState title={words.noTrigger} />}
          error={null}
          retry={never}
        />
      )}
    </PersonForm>
  )
}
