import { Alert, Anchor, Group, Progress, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState, ErrorAlert } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { ResumeUpload } from "./ResumeUpload.tsx"
import { NewImport } from "./NewImport.tsx"
import { type Layout, upload } from "./upload.ts"
import { useAccount } from "../accounts/useAccount.ts"

interface Upload {
  readonly item: Import
  readonly file: File
  readonly layout: Layout
}

const ImportProgress = ({ item: { status, received, imported, failed, id } }: { readonly item: Import }) => {
  const account = useAccount()
  const percent = received === 0 ? 0 : (100 * (imported + failed)) / received
  return (
    <>
      {status === "running" && <Progress value={percent} aria-label="Imported" mb={4} />}
      <Text size="sm">
        {imported.toLocaleString()} of {received.toLocaleString()}
      </Text>
      {failed > 0 && (
        <Anchor
          size="sm"
          c="var(--mantine-color-text)"
          underline="always"
          href={`/dashboard/api/accounts/${account}/imports/${id}/failures`}
          download
        >
          {failed.toLocaleString()} failed: download
        </Anchor>
      )}
    </>
  )
}

/** The imports of orders and contacts from files, with upload progress. */
export const ImportsPage = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [fractionRead, setFractionRead] = useState(0)
  const queryKey = ["imports", account]
  const reload = () => queries.invalidateQueries({ queryKey })
  const imports = useQuery({
    queryKey,
    queryFn: () => call((api) => api.imports.list({ params: { account }, query: { per_page: 25 } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "running") === true ? 1_000 : false
  })
  const uploading = useMutation({
    mutationFn: ({ item, file, layout }: Upload) => upload(account, item, file, layout, setFractionRead),
    onMutate: () => setFractionRead(0),
    onSettled: reload
  })
  const start = (item: Import, file: File, layout: Layout) => uploading.mutate({ item, file, layout })
  return (
    <Page title="Imports" actions={<NewImport onCreated={start} />}>
      {uploading.isPending && (
        <Alert title={`Uploading ${uploading.variables.file.name}`}>
          <Text size="sm">Keep this page open until the upload is done. The import then continues on its own.</Text>
          <Progress value={fractionRead * 100} aria-label="Uploaded" mt="xs" />
        </Alert>
      )}
      {uploading.isError && <ErrorAlert error={uploading.error} retry={() => uploading.mutate(uploading.variables)} />}
      <Table
        label="Imports"
        columns={[
          { title: "File", cell: ({ file_name }) => file_name },
          { title: "Type", cell: ({ kind }) => kind },
          { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
          { title: "Imported", cell: (row) => <ImportProgress item={row} /> },
          { title: "Started", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          {
            title: "Actions",
            alignRight: true,
            cell: (row) =>
              row.status === "uploading" || row.status === "running" ? (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {row.status === "uploading" && !uploading.isPending && <ResumeUpload item={row} onFile={start} />}
                  <ConfirmButton
                    size="xs"
                    label="Cancel"
                    title={`Cancel the import of ${row.file_name}?`}
                    action={() => call((api) => api.imports.cancel({ params: { account, id: row.id } })).then(reload)}
                  >
                    Imported records stay. The other {(row.received - row.imported - row.failed).toLocaleString()}{" "}
                    records are dropped.
                  </ConfirmButton>
                </Group>
              ) : null
          }
        ]}
        rows={imports.data?.data}
        rowKey={({ id }) => id}
        error={imports.error}
        retry={() => void imports.refetch()}
        empty={
          <EmptyState title="No imports yet">
            Import past orders and contacts from a file. This list keeps imports for 30 days.
          </EmptyState>
        }
      />
      <Pager total={imports.data?.pagination.total_count} />
    </Page>
  )
}
