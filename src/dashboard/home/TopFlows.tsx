import type { TopFlow } from "../../domain/reports/Activity.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import { SentCount } from "../components/SentCount.tsx"
import { showMoney } from "../format.ts"
import * as words from "../words/home/home.ts"

/** The flows with most attributed revenue and messages in the period. */
export const TopFlows = ({ flows }: { readonly flows: ReadonlyArray<TopFlow> }) => {
  const account = useAccount()
  return (
    <Section title={words.topFlows} flush>
      <Table
        label={words.topFlows}
        minWidth={300}
        columns={[
          {
            title: words.flow,
            fills: true,
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/flows/$id" params={{ account, id }} fw={500}>
                {name}
              </PageLink>
            )
          },
          { title: words.sent, alignRight: true, cell: (flow) => <SentCount {...flow} /> },
          { title: words.clicked, alignRight: true, cell: ({ clicked }) => clicked.toLocaleString() },
          {
            title: words.revenue,
            alignRight: true,
            nowrap: true,
            cell: ({ revenue }) =>
              revenue.length === 0
                ? "—"
                : revenue.map(({ currency, amount }) => <div key={currency}>{showMoney(amount, currency)}</div>)
          }
        ]}
        rows={flows}
        rowKey={({ id }) => id}
        error={null}
        retry={() => undefined}
        empty={
          <EmptyState title={words.noMessages}>
            {words.activateFlowBefore}
            <PageLink to="/a/$account/flows" params={{ account }} underline="always">
              {words.goToFlows}
            </PageLink>
          </EmptyState>
        }
      />
    </Section>
  )
}
