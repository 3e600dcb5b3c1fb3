import { Code, Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { Application } from "../../domain/accounts/Application.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { call, issueOf } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Copyable, Secret } from "../components/Secret.tsx"
import { Empty } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { SettingsList, useReload } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const shown = (app: { readonly client_id: string; readonly client_secret: string }) => (
  <Stack>
    <Copyable label="client id" text={app.client_id} />
    <Secret name="client secret" secret={app.client_secret} />
  </Stack>
)

const Actions = ({ app }: { readonly app: Application }) => {
  const account = useAccount()
  const [scopes, setScopes] = useState<ReadonlyArray<Scope>>(app.scopes)
  const params = { account, id: app.id }
  const reload = useReload("apps")
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
        label="Revoke all"
        title={`Revoke all access tokens of ${app.name}?`}
        action={() => call((api) => api.apps.revoke({ params }))}
      >
        Every access token it was given stops working at once. With its secret it can get new ones.
      </Confirm>
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
  const reload = useReload("apps")
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
      intro="Applications exchange their secret for access tokens of two hours. A new one has no scopes yet."
      create={
        <FormModal label="New app" title="New application" submit="Create" action={create} result={shown}>
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
      read={(of) => call((api) => api.apps.list({ params: { account: of }, query: { per_page: 100 } }))}
      label="Applications"
      columns={[
        {
          title: "Name and client id",
          once: true,
          of: ({ name: known, client_id, has_secret, secret_created_by }) => (
            <>
              <Text size="sm" style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
                {known}
              </Text>
              <Code display="block">{client_id}</Code>
              <Text size="xs" c="dimmed">
                {has_secret
                  ? `Secret created by ${secret_created_by ?? "an unknown user"}`
                  : "Its secret was revoked: make a new one"}
              </Text>
            </>
          )
        },
        { title: "Scopes", of: ({ scopes }) => (scopes.length === 0 ? "none" : scopes.join(", ")) },
        { title: "Created", once: true, of: ({ created_at }) => showTime(created_at) },
        { title: "Actions", right: true, of: (app) => <Actions app={app} /> }
      ]}
      empty={<Empty title="No applications yet">Make one for a program that signs in by OAuth.</Empty>}
    />
  )
}
