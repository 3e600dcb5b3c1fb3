import { Alert, Anchor, Group, Progress, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Import } from "../../domain/imports/Import.ts"
import { call } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty, Failure } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { Continue } from "../import/Continue.tsx"
import { NewImport } from "../import/NewImport.tsx"
import { type Layout, upload } from "../import/upload.ts"
import { useAccount } from "../useAccount.ts"

interface Upload {
  readonly made: Import
  readonly file: File
  readonly layout: Layout
}

const Done = ({ of: { status, received, imported, failed, id } }: { readonly of: Import }) => {
  const account = useAccount()
  const share = received === 0 ? 0 : (100 * (imported + failed)) / received
  return (
    <>
      {status === "running" && <Progress value={share} aria-label="Taken in" mb={4} />}
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

/** Past orders and contacts from files. */
export const Imports = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [read, setRead] = useState(0)
  const queryKey = ["imports", account]
  const reload = () => queries.invalidateQueries({ queryKey })
  const imports = useQuery({
    queryKey,
    queryFn: () => call((api) => api.imports.list({ params: { account }, query: { per_page: 25 } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "running") === true ? 1_000 : false
  })
  const sending = useMutation({
    mutationFn: ({ made, file, layout }: Upload) => upload(account, made, file, layout, setRead),
    onMutate: () => setRead(0),
    onSettled: reload
  })
  const start = (made: Import, file: File, layout: Layout) => sending.mutate({ made, file, layout })
  return (
    <Page title="Imports" actions={<NewImport onMade={start} />}>
      {sending.isPending && (
        <Alert title={`Uploading ${sending.variables.file.name}`}>
          <Text size="sm">Keep this page open until the file is here; then the service goes on by itself.</Text>
          <Progress value={read * 100} aria-label="Uploaded" mt="xs" />
        </Alert>
      )}
      {sending.isError && <Failure error={sending.error} retry={() => sending.mutate(sending.variables)} />}
      <Table
        label="Imports"
        columns={[
          { title: "File", of: ({ file_name }) => file_name },
          { title: "Holds", of: ({ kind }) => kind },
          { title: "Status", of: ({ status }) => <State state={status} /> },
          { title: "Taken in", of: (row) => <Done of={row} /> },
          { title: "Started", once: true, of: ({ created_at }) => showTime(created_at) },
          {
            title: "Actions",
            right: true,
            of: (row) =>
              row.status === "uploading" || row.status === "running" ? (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {row.status === "uploading" && !sending.isPending && <Continue of={row} onFile={start} />}
                  <Confirm
                    size="xs"
                    label="Cancel"
                    title={`Cancel the import of ${row.file_name}?`}
                    action={() => call((api) => api.imports.cancel({ params: { account, id: row.id } })).then(reload)}
                  >
                    What is taken in stays; the other {(row.received - row.imported - row.failed).toLocaleString()}{" "}
                    records are dropped.
                  </Confirm>
                </Group>
              ) : null
          }
        ]}
        rows={imports.data?.data}
        keyOf={({ id }) => id}
        error={imports.error}
        retry={() => void imports.refetch()}
        empty={
          <Empty title="No imports yet">
            Bring past orders and contacts along from a file. Imports are kept here for 30 days.
          </Empty>
        }
      />
      <Pager total={imports.data?.pagination.total_count} />
    </Page>
  )
}
