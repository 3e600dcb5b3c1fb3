import { Anchor, NativeSelect } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { NoteKind } from "../../domain/imports/importNotes.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { EmptyState, ErrorAlert, Loading } from "../components/Feedback.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useListState } from "../useListState.ts"
import { ImportUndo } from "./ImportUndo.tsx"
import * as common from "../words/common.ts"
import * as page from "../words/importPage.ts"
import * as words from "../words/imports.ts"

const isUnderWay = (status: string | undefined): boolean => status === "uploading" || status === "running"

/** What an import left out: row by row, with the reason. */
const Notes = ({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }) => {
  const account = useAccount()
  const list = useListState()
  const kind = NoteKind.literals.find((one) => one === list.filter("kind"))
  const query = { page: list.page, ...(kind === undefined ? {} : { kind }) }
  const notes = useQuery({
    queryKey: ["imports", account, id, "notes", query],
    queryFn: () => call((api) => api.imports.notes({ params: { account, id }, query })),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? 2_000 : false
  })
  return (
    <Section title={page.leftOut} subtitle={page.leftOutHint} flush>
      <NativeSelect
        size="xs"
        m="sm"
        maw={260}
        aria-label={page.show}
        data={[
          { value: "", label: page.all },
          ...NoteKind.literals.map((value) => ({ value, label: page.kinds[value] }))
        ]}
        value={kind ?? ""}
        onChange={({ currentTarget }) => list.setFilters({ kind: currentTarget.value, page: "" })}
      />
      <Table
        label={page.leftOut}
        columns={[
          { title: page.row, alignRight: true, cell: ({ row }) => row.toLocaleString() },
          { title: page.what, nowrap: true, cell: (note) => page.kinds[note.kind] },
          { title: page.field, nowrap: true, cell: ({ field }) => field.replaceAll("_", " ") || "—" },
          { title: common.reason, fills: true, cell: ({ message }) => message }
        ]}
        rows={notes.data?.data}
        rowKey={(note) => `${note.row} ${note.kind} ${note.field} ${note.message}`}
        error={notes.error}
        retry={() => void notes.refetch()}
        empty={<EmptyState title={page.nothingLeftOut}>{page.whatIsListed}</EmptyState>}
      />
      <Pager {...list.numbered(notes)} />
    </Section>
  )
}

/** An import with its counts, and what it left out with the reasons. */
export const ImportPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["imports", account, id],
    queryFn: () => call((api) => api.imports.get({ params: { account, id } })),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.status) ? 1_000 : false)
  })
  const isOfContacts = query.data?.data.kind === "contacts"
  // There is none where the file changed no contact.
  const change = useQuery({
    queryKey: ["changes", account, id, query.data?.data.status],
    queryFn: () => call((api) => api.bulkChanges.get({ params: { account, id } })),
    retry: false,
    enabled: isOfContacts,
    refetchInterval: ({ state }) => (state.data?.data.undo === "running" ? 1_000 : false)
  })
  const back = (
    <PageLink to="/a/$account/imports" params={{ account }}>
      {page.backToImports}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const found = query.data.data
  return (
    <Page
      title={found.file_name}
      subtitle={words.kinds[found.kind]}
      back={back}
      actions={
        change.data !== undefined && !isUnderWay(found.status) ? (
          <LinkButton variant="default" to="/a/$account/changes/$id" params={{ account, id }}>
            {page.undo}
          </LinkButton>
        ) : null
      }
    >
      <Section title={page.counts}>
        <DescriptionList
          items={[
            [common.status, <StatusBadge key="status" status={found.status} />],
            [page.records, found.received.toLocaleString()],
            [words.imported, found.imported.toLocaleString()],
            [
              page.kinds.failed,
              found.failed === 0 ? (
                "0"
              ) : (
                <Anchor
                  key="failed"
                  inherit
                  underline="always"
                  href={`/dashboard/api/accounts/${account}/imports/${id}/failures`}
                  download
                >
                  {words.failedDownload(found.failed)}
                </Anchor>
              )
            ],
            [page.withCells, found.cells_left_out.toLocaleString()],
            [page.withoutEmail, found.without_email.toLocaleString()],
            [page.withConsents, found.consents_not_taken.toLocaleString()],
            ...(found.lift_reason === null ? [] : [[page.liftReason, found.lift_reason] as const]),
            [words.started, showTime(found.created_at)]
          ]}
        />
      </Section>
      <ImportUndo kind={found.kind} change={change.data?.data} />
      <Notes id={id} isRunning={isUnderWay(found.status)} />
    </Page>
  )
}
