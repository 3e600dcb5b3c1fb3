import { useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { TextLimits } from "./TextLimits.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/forms.ts"

/** The sign-up forms of an account. */
export const FormsPage = () => {
  const account = useAccount()
  const forms = useQuery({
    queryKey: ["forms", account],
    queryFn: () => call((api) => api.forms.list({ params: { account } }))
  })
  const newForm = (
    <LinkButton to="/a/$account/forms/new" params={{ account }}>
      {words.newForm}
    </LinkButton>
  )
  return (
    <Page title={words.forms} subtitle={words.listSubtitle} actions={newForm}>
      <Table
        label={words.forms}
        columns={[
          {
            title: words.form,
            fills: true,
            cell: ({ id, name }) => (
              <PageLink to="/a/$account/forms/$id" params={{ account, id }} fw={500}>
                {name}
              </PageLink>
            )
          },
          { title: words.doubleOptIn, cell: ({ double_opt_in }) => (double_opt_in ? words.on : words.off) },
          { title: common.updated, nowrap: true, cell: ({ updated_at }) => showTime(updated_at) },
          {
            title: words.signUpsInMonth,
            alignRight: true,
            cell: ({ sign_ups }) => sign_ups.asked.toLocaleString()
          },
          { title: words.confirmed, alignRight: true, cell: ({ sign_ups }) => sign_ups.confirmed.toLocaleString() }
        ]}
        rows={forms.data?.data}
        rowKey={({ id }) => id}
        error={forms.error}
        retry={() => void forms.refetch()}
        empty={
          <EmptyState title={words.noFormsYet} sample={words.exampleRow} action={newForm}>
            {words.makeForm}
          </EmptyState>
        }
      />
      {(forms.data?.data.length ?? 0) > 0 && <TextLimits />}
    </Page>
  )
}
