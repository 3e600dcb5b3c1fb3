import { Group, Stack, Text } from "@mantine/core"
import type { Application } from "../../domain/accounts/Application.ts"
import type { Scope } from "../../domain/accounts/Scope.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { CopyableText, Secret } from "../components/Secret.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import type { Column } from "../components/Table.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsTokens.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const emptyApp = { name: "" }

const drafts = keptDrafts<typeof emptyApp>()

interface ScopesDraft {
  readonly scopes: ReadonlyArray<Scope>
}

const scopeDrafts = keptDrafts<ScopesDraft>()

const credentialsView = (app: { readonly client_id: string; readonly client_secret: string }) => (
  <Stack>
    <CopyableText label={words.clientId} text={app.client_id} />
    <Secret name={words.clientSecret} secret={app.client_secret} />
  </Stack>
)

const Actions = ({ app }: { readonly app: Application }) => {
  const account = useAccount()
  const draft = useDraft<ScopesDraft>(scopeDrafts, { scopes: app.scopes }, app.id)
  const { scopes } = draft.form
  const params = { account, id: app.id }
  const reload = useReloadList("apps")
  const change = async () => {
    await call((api) => api.apps.change({ params, payload: { scopes } }))
    draft.settle(draft.form, draft.form)
    await reload()
  }
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label={words.scopes}
        title={words.scopesTitle(app.name)}
        submit={common.save}
        action={change}
      >
        {() => (
          <>
            <KeptDraft draft={draft} />
            <ScopesInput value={scopes} onChange={(chosen) => draft.setForm({ scopes: chosen })} />
          </>
        )}
      </FormModal>
      <FormModal
        size="xs"
        variant="default"
        label={words.newSecret}
        title={words.newSecretTitle(app.name)}
        submit={words.regenerate}
        action={() => call((api) => api.apps.regenerate({ params })).then(({ data }) => data)}
        result={credentialsView}
      >
        {() => <Text size="sm">{words.newSecretEffect}</Text>}
      </FormModal>
      <ConfirmButton
        size="xs"
        label={words.revokeAll}
        title={words.revokeAllTitle(app.name)}
        action={() => call((api) => api.apps.revoke({ params }))}
      >
        {words.revokeAllEffect}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        label={common.deleting}
        title={words.deleteAppTitle(app.name)}
        action={() => call((api) => api.apps.remove({ params })).then(reload)}
      >
        {words.deleteAppEffect}
      </ConfirmButton>
    </Group>
  )
}

const actionsColumn: Column<Application> = {
  title: words.actions,
  alignRight: true,
  cell: (app) => <Actions app={app} />
}

/** OAuth applications with their scopes and secrets (contract §8). */
export const Applications = () => {
  const account = useAccount()
  const reload = useReloadList("apps")
  const mayCreate = useMay("apps", "create")
  const draft = useDraft(drafts, emptyApp)
  const create = async () => {
    const { data } = await call((api) => api.apps.create({ params: { account }, payload: draft.form }))
    await reload()
    draft.settle(emptyApp)
    return data
  }
  return (
    <SettingsList
      name="apps"
      mayChange={mayCreate}
      intro={words.appsIntro}
      create={
        <FormModal
          label={words.newApp}
          title={words.newAppTitle}
          submit={common.create}
          action={create}
          result={credentialsView}
        >
          {(error) => (
            <>
              <KeptDraft draft={draft} />
              <NameInput value={draft.form.name} error={error} onChange={(name) => draft.setForm({ name })} />
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.apps.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.apps}
      columns={[
        {
          title: words.nameAndClientId,
          fills: true,
          cell: ({ name: appName, client_id }) => (
            <>
              <div>{appName}</div>
              <Text size="xs" c="dimmed">
                {client_id}
              </Text>
            </>
          )
        },
        {
          title: words.scopes,
          fills: true,
          cell: ({ scopes }) => (scopes.length === 0 ? words.noScopes : scopes.join(", "))
        },
        {
          title: words.secret,
          fills: true,
          cell: ({ has_secret, secret_created_by }) =>
            has_secret ? words.secretCreatedBy(secret_created_by) : words.secretRevoked
        },
        ...(mayCreate ? [actionsColumn] : [])
      ]}
      empty={
        <EmptyState title={words.noAppsYet} sample={[words.sampleApp, "app_…", "contacts_read"]}>
          {words.createFirstApp}
        </EmptyState>
      }
    />
  )
}
