import { Code, Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Application } from "../../domain/accounts/Application.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { CopyableText, Secret } from "../components/Secret.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const credentialsView = (app: { readonly client_id: string; readonly client_secret: string }) => (
  <Stack>
    <CopyableText label="client id" text={app.client_id} />
    <Secret name="client secret" secret={app.client_secret} />
  </Stack>
)

const Actions = ({ app }: { readonly app: Application }) => {
  const account = useAccount()
  const [scopes, setScopes] = useState<ReadonlyArray<Scope>>(app.scopes)
  const params = { account, id: app.id }
  const reload = useReloadList("apps")
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
        result={credentialsView}
      >
        {() => <Text size="sm">The current secret stops working at once.</Text>}
      </FormModal>
      <ConfirmButton
        size="xs"
        label="Revoke all"
        title={`Revoke all access tokens of ${app.name}?`}
        action={() => call((api) => api.apps.revoke({ params }))}
      >
        All its access tokens stop working at once. It can get new ones with its secret.
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        label="Delete"
        title={`Delete ${app.name}?`}
        action={() => call((api) => api.apps.remove({ params })).then(reload)}
      >
        Its client id, secret and access tokens stop working at once. This can&apos;t be undone.
      </ConfirmButton>
    </Group>
  )
}

/** OAuth applications with their scopes and secrets (contract §8). */
export const Applications = () => {
  const account = useAccount()
  const reload = useReloadList("apps")
  const [name, setName] = useState("")
  const create = async () => {
    const { data } = await call((api) => api.apps.create({ params: { account }, payload: { name } }))
    await reload()
    setName("")
    return data
  }
  return (
    <SettingsList
      name="apps"
      intro="Applications exchange their secret for access tokens that last two hours. A new application has no scopes."
      create={
        <FormModal label="New app" title="New application" submit="Create" action={create} result={credentialsView}>
          {(error) => (
            <TextInput
              label="Name"
              required
              maxLength={255}
              value={name}
              error={issueOf(error, "name")}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.apps.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label="Applications"
      columns={[
        {
          title: "Name and client id",
          nowrap: true,
          cell: ({ name: appName, client_id, has_secret, secret_created_by }) => (
            <>
              <Text size="sm" style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
                {appName}
              </Text>
              <Code display="block">{client_id}</Code>
              <Text size="xs" c="dimmed">
                {has_secret
                  ? `Secret created by ${secret_created_by ?? "an unknown user"}`
                  : "Secret revoked. Create a new one"}
              </Text>
            </>
          )
        },
        { title: "Scopes", cell: ({ scopes }) => (scopes.length === 0 ? "none" : scopes.join(", ")) },
        { title: "Created", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        { title: "Actions", alignRight: true, cell: (app) => <Actions app={app} /> }
      ]}
      empty={<EmptyState title="No applications yet">Create one for a program that signs in with OAuth.</EmptyState>}
    />
  )
}
