import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { useMembers } from "../accounts/useMembers.ts"
import { call } from "../call.ts"
import { EmptyState } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Dotted } from "../components/StatusBadge.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import * as words from "../words/changes.ts"
import { authorOf } from "./authorOf.ts"
import { UndoButton } from "./UndoButton.tsx"
import { UndoState } from "./UndoState.tsx"
import * as common from "../words/common.ts"

/** The bulk changes of an account, newest first, each with its undo. */
export const ChangesPage = () => {
  const account = useAccount()
  const members = useMembers()
  const list = useListState()
  const query = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const changes = useQuery({
    queryKey: ["changes", account, query],
    queryFn: () => call((api) => api.bulkChanges.list({ params: { account }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ undo }) => undo === "running") === true ? 1_000 : false)
  })
  return (
    <Page title={words.changes} subtitle={words.changesSubtitle}>
      <Table
        label={words.changes}
        columns={[
          {
            title: words.what,
            fills: true,
            cell: (change) => (
              <PageLink to="/a/$account/changes/$id" params={{ account, id: change.id }} fw={500}>
                {words.titleOf(change)}
              </PageLink>
            )
          },
          { title: words.by, cell: (change) => authorOf(change, members) },
          { title: common.time, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          { title: words.contacts, alignRight: true, cell: ({ contacts }) => contacts.toLocaleString() },
          { title: words.state, nowrap: true, cell: (change) => <UndoState change={change} /> },
          { title: words.undo, alignRight: true, cell: (change) => <UndoButton change={change} /> }
        ]}
        rows={changes.data?.data}
        rowKey={({ id }) => id}
        error={changes.error}
        retry={() => void changes.refetch()}
        empty={
          <EmptyState
            title={words.noChangesYet}
            sample={[
              words.sampleName,
              "ada@example.com",
              words.sampleTime,
              "1,240",
              <Dotted key="state" color="gray" text={words.notUndone} />
            ]}
            action={
              <LinkButton to="/a/$account/imports" params={{ account }}>
                {words.importContacts}
              </LinkButton>
            }
          >
            {words.howChangesArrive}
          </EmptyState>
        }
      />
      <Pager {...list.pager(changes)} />
    </Page>
  )
}
