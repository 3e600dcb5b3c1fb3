import { Button } from "@mantine/core"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Definition } from "../../domain/flows/Definition.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { EmptyState, ErrorAlert } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import * as words from "../words/flows/flowPage.ts"

/** The saved versions of a flow. One that is opened becomes the draft in the editor; saving it makes it the newest version. */
export const VersionTable = (props: {
  readonly id: string
  readonly newest: number
  readonly onOpen: (definition: Definition) => void
}) => {
  const account = useAccount()
  const [page, setPage] = useState(1)
  const params = { account, id: props.id }
  const versions = useQuery({
    queryKey: ["flows", account, props.id, "versions", page, props.newest],
    queryFn: () => call((api) => api.flows.versions({ params, query: { page, per_page: 25 } })),
    placeholderData: keepPreviousData
  })
  const open = useMutation({
    mutationFn: (version: number) => call((api) => api.flows.version({ params: { ...params, version } })),
    onSuccess: ({ data }) => props.onOpen(data.definition)
  })
  const pages = versions.data?.pagination.total_pages ?? 1
  return (
    <>
      {open.isError && <ErrorAlert error={open.error} />}
      <Table
        label={words.versions}
        minWidth={300}
        columns={[
          {
            title: words.version,
            nowrap: true,
            cell: ({ version }) => (version === props.newest ? words.newestVersion(version) : version)
          },
          { title: words.saved, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          {
            title: words.actions,
            alignRight: true,
            cell: ({ version }) => (
              <Button
                size="xs"
                variant="default"
                disabled={version === props.newest}
                loading={open.isPending && open.variables === version}
                onClick={() => open.mutate(version)}
                aria-label={words.openVersion(version)}
              >
                {words.open}
              </Button>
            )
          }
        ]}
        rows={versions.data?.data}
        rowKey={({ version }) => String(version)}
        error={versions.error}
        retry={() => void versions.refetch()}
        empty={<EmptyState title={words.noVersions} />}
      />
      <Pager
        total={versions.data?.pagination.total_count}
        onFirst={page === 1 ? undefined : () => setPage(1)}
        onPrevious={page === 1 ? undefined : () => setPage(page - 1)}
        onNext={page < pages ? () => setPage(page + 1) : undefined}
      />
    </>
  )
}
