import { Alert, Anchor, Group, Progress, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { Page } from "../components/Page.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState, ErrorAlert } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/imports.ts"
import { ResumeUpload } from "./ResumeUpload.tsx"
import { NewImport } from "./NewImport.tsx"
import { upload } from "./upload.ts"
import { useAccount } from "../accounts/useAccount.ts"

interface Upload {
  readonly item: Import
  readonly file: File
}

const ImportProgress = ({ item: { status, received, imported, failed, id } }: { readonly item: Import }) => {
  const account = useAccount()
  const percent = received === 0 ? 0 : (100 * (imported + failed)) / received
  return (
    <>
      {status === "running" && <Progress value={percent} aria-label={words.imported} mb={4} />}
      <Text inherit>{words.importedOf(imported, received)}</Text>
      {failed > 0 && (
        <Anchor
          inherit
          c="var(--mantine-color-text)"
          underline="always"
          href={`/dashboard/api/accounts/${account}/imports/${id}/failures`}
          download
        >
          {words.failedDownload(failed)}
        </Anchor>
      )}
    </>
  )
}

/** The imports of orders and contacts from files, with upload progress. */
export const ImportsPage = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [uploaded, setUploaded] = useState(0)
  const queryKey = ["imports", account]
  const reload = () => queries.invalidateQueries({ queryKey })
  const imports = useQuery({
    queryKey,
    queryFn: () => call((api) => api.imports.list({ params: { account }, query: { per_page: 25 } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "running") === true ? 1_000 : false
  })
  const uploading = useMutation({
    mutationFn: ({ item, file }: Upload) => upload(account, item, file, setUploaded),
    onMutate: () => setUploaded(0),
    onSettled: reload
  })
  const start = (item: Import, file: File) => uploading.mutate({ item, file })
  return (
    <Page title={words.imports} actions={<NewImport onCreated={start} />}>
      {uploading.isPending && (
        <Alert title={words.uploading(uploading.variables.file.name)}>
          <Text size="sm">{words.keepPageOpen}</Text>
          <Progress value={uploaded * 100} aria-label={words.uploaded} mt="xs" />
        </Alert>
      )}
      {uploading.isError && <ErrorAlert error={uploading.error} retry={() => uploading.mutate(uploading.variables)} />}
      <Table
        label={words.imports}
        columns={[
          {
            title: words.file,
            fills: true,
            cell: ({ id, file_name }) => (
              <PageLink to="/a/$account/imports/$id" params={{ account, id }} fw={500}>
                {file_name}
              </PageLink>
            )
          },
          { title: words.type, cell: ({ kind }) => words.kinds[kind] },
          { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: words.imported, nowrap: true, cell: (row) => <ImportProgress item={row} /> },
          { title: words.started, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
          {
            title: words.actions,
            alignRight: true,
            cell: (row) =>
              row.status === "uploading" || row.status === "running" ? (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {row.status === "uploading" && !uploading.isPending && <ResumeUpload item={row} onFile={start} />}
                  <ConfirmButton
                    size="xs"
                    label={common.cancel}
                    title={words.cancelTitle(row.file_name)}
                    action={() => call((api) => api.imports.cancel({ params: { account, id: row.id } })).then(reload)}
                  >
                    {words.cancelText(row.received - row.imported - row.failed)}
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
          <EmptyState
            title={words.noImportsYet}
            sample={[
              words.sampleFile,
              words.kinds.contacts,
              <StatusBadge key="status" status="finished" />,
              words.importedOf(1240, 1240)
            ]}
            action={<NewImport onCreated={start} />}
          >
            {words.whatAreImports}
          </EmptyState>
        }
      />
      <Pager total={imports.data?.pagination.total_count} />
    </Page>
  )
}
