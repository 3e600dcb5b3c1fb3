import type { BacktestExample } from "../../domain/backtests/examples.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/backtests.ts"

const never = () => undefined

/** Contacts that stand for outcomes, each in words. */
export const ExamplesTable = (props: {
  readonly examples: ReadonlyArray<BacktestExample>
  readonly textOf: (outcome: string) => string
}) => {
  const account = useAccount()
  if (props.examples.length === 0) return null
  return (
    <Section title={words.examples} flush>
      <Table
        label={words.examples}
        minWidth={320}
        columns={[
          { title: words.outcome, cell: ({ outcome }) => props.textOf(outcome) },
          { title: words.when, nowrap: true, cell: ({ at }) => showTime(at) },
          {
            title: words.contact,
            nowrap: true,
            cell: ({ contact_id }) => (
              <PageLink to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
                {words.openContact}
              </PageLink>
            )
          }
        ]}
        rows={props.examples}
        rowKey={({ outcome, contact_id }) => `${outcome} ${contact_id}`}
        empty={null}
        error={null}
        retry={never}
      />
    </Section>
  )
}
