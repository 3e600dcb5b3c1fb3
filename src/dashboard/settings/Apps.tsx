import { Code, Group, Stack, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Application } from "../../domain/Application.ts"
import type { Scope } from "../../domain/Scope.ts"
import { call, faultsOf } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Copyable, Secret } from "../components/Secret.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { ScopesInput } from "./ScopesInput.tsx"

const shown = (app: { readonly client_id: string; readonly client_secret: string }) => (
  <Stack>
    <Copyable label="client id" text={app.client_id} />
    <Secret name="client secret" secret={app.client_secret} />
  </Stack>
)

const Actions = ({ app }: { readonly app: Application }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [scopes, setScopes] = useState<ReadonlyArray<Scope>>(app.scopes)
  const params = { account, id: app.id }
  const reload = () => queries.invalidateQueries({ queryKey: ["apps", account] })
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label="Scopes"
        title={`Scopes of ${app.name}`}
        submit="Save"
        action={() => call((api) => api.apps.change({ params, payload: { scopes } })).then(reload)}
      >
        {() => <ScopesInput value={scopes} onChange={setScopes} />}
      </FormModal>
      <FormModal
        size="xs"
        variant="default"
        label="New secret"
        title={`New secret for ${app.name}`}
        submit="Regenerate"
        action={() => call((api) => api.apps.regenerate({ params })).then(({ data }) => data)}
        result={shown}
      >
        {() => <Text size="sm">The secret in use stops working at once.</Text>}
      </FormModal>
      <Confirm
        size="xs"
        label="Delete"
        title={`Delete ${app.name}?`}
        action={() => call((api) => api.apps.remove({ params })).then(reload)}
      >
        Its client id, its secret and every access token it was given stop working at once. It can't be undone.
      </Confirm>
    </Group>
  )
}

/** OAuth applications (specification §5). */
export const Apps = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const apps = useQuery({
    queryKey: ["apps", account],
    queryFn: () => call((api) => api.apps.list({ params: { account }, query: { per_page: 100 } }))
  })
  const create = async () => {
    const { data } = await call((api) => api.apps.create({ params: { account }, payload: { name } }))
    await queries.invalidateQueries({ queryKey: ["apps", account] })
    setName("")
    return data
  }
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          Applications exchange their secret for access tokens of two hours. A new one has no scopes yet.
        </Text>
        <FormModal label="New app" title="New application" submit="Create" action={create} result={shown}>
          {(error) => (
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={name}
              error={faultsOf(error).find(({ field }) => field === "name")?.message}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      </Group>
      <Table
        label="Applications"
        columns={[
          { title: "Name", of: (app) => app.name },
          { title: "Client id", of: ({ client_id }) => <Code>{client_id}</Code> },
          { title: "Scopes", of: ({ scopes }) => (scopes.length === 0 ? "none" : scopes.join(", ")) },
          { title: "Created", once: true, of: ({ created_at }) => showTime(created_at) },
          { title: "Actions", right: true, of: (app) => <Actions app={app} /> }
        ]}
        rows={apps.data?.data}
        keyOf={({ id }) => id}
        error={apps.error}
        retry={() => void apps.refetch()}
        empty={<Empty title="No applications yet">Make one for a program that signs in by OAuth.</Empty>}
      />
    </Stack>
  )
}
