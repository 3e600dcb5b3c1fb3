import { Group, NativeSelect, Text } from "@mantine/core"
import type { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { call, CallFailed, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import { Secret } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import type { Column } from "../components/Table.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsTokens.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const lifetimes = [
  ["never", words.noExpiry, null],
  ["30d", words.days(30), "30d"],
  ["60d", words.days(60), "60d"],
  ["90d", words.days(90), "90d"],
  ["1y", words.oneYear, "1y"]
] as const

const emptyToken: ApiTokenInput = { name: "", scopes: ["orders_write"], expires_in: null }

const drafts = keptDrafts<ApiTokenInput>()

const Actions = ({ token }: { readonly token: ApiToken }) => {
  const account = useAccount()
  const params = { account, id: token.id }
  const reload = useReloadList("tokens")
  if (token.status !== "active") return null
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {token.expires_at !== null && (
        <FormModal
          size="xs"
          variant="default"
          label={words.renew}
          title={words.renewTitle(token.name)}
          submit={words.renew}
          action={() => call((api) => api.tokens.renew({ params })).then(reload)}
        >
          {() => <Text size="sm">{words.renewEffect}</Text>}
        </FormModal>
      )}
      <ConfirmButton
        size="xs"
        label={words.revoke}
        title={words.revokeTitle(token.name)}
        action={() => call((api) => api.tokens.revoke({ params })).then(reload)}
      >
        {words.revokeEffect}
      </ConfirmButton>
    </Group>
  )
}

const actionsColumn: Column<ApiToken> = {
  title: words.actions,
  alignRight: true,
  cell: (token) => <Actions token={token} />
}

/** The API tokens of the account: create, renew, revoke (contract §8). */
export const Tokens = () => {
  const account = useAccount()
  const reload = useReloadList("tokens")
  const mayCreate = useMay("tokens", "create")
  const draft = useDraft(drafts, emptyToken)
  const { form, setForm } = draft
  const create = async () => {
    if (form.scopes.length === 0) {
      const issues = [{ field: "scopes", message: words.scopeRequired }]
      throw new CallFailed(new ValidationFailed({ issues }))
    }
    const created = await call((api) => api.tokens.create({ params: { account }, payload: form }))
    await reload()
    draft.settle(emptyToken)
    return created.data
  }
  return (
    <SettingsList
      name="tokens"
      mayChange={mayCreate}
      intro={words.tokensIntro}
      create={
        <FormModal
          label={words.newToken}
          title={words.newTokenTitle}
          submit={common.create}
          action={create}
          result={({ name, token }) => <Secret name={words.tokenCalled(name)} secret={token} />}
        >
          {(error) => (
            <>
              <KeptDraft draft={draft} />
              <NameInput
                description={words.tokenNameExample}
                value={form.name}
                error={error}
                onChange={(name) => setForm({ ...form, name })}
              />
              <ScopesInput
                value={form.scopes}
                onChange={(scopes) => setForm({ ...form, scopes })}
                error={issueOf(error, "scopes")}
              />
              <NativeSelect
                label={words.expires}
                value={form.expires_in ?? "never"}
                data={lifetimes.map(([value, label]) => ({ value, label }))}
                onChange={({ currentTarget }) => {
                  const lifetime = lifetimes.find(([value]) => value === currentTarget.value)
                  setForm({ ...form, expires_in: lifetime?.[2] ?? null })
                }}
              />
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.tokens.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.tokens}
      columns={[
        {
          title: common.name,
          fills: true,
          cell: ({ name, created_by }) => (
            <>
              <div>{name}</div>
              {created_by !== null && (
                <Text size="xs" c="dimmed">
                  {words.createdBy} {created_by}
                </Text>
              )}
            </>
          )
        },
        { title: words.scopes, fills: true, cell: ({ scopes }) => scopes.join(", ") },
        { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
        {
          title: words.expires,
          nowrap: true,
          cell: ({ expires_at }) => (expires_at === null ? words.neverExpires : showTime(expires_at))
        },
        { title: words.lastUsed, nowrap: true, cell: ({ last_used_at }) => showTime(last_used_at) },
        ...(mayCreate ? [actionsColumn] : [])
      ]}
      empty={
        <EmptyState
          title={words.noTokensYet}
          sample={[words.sampleToken, "orders_write", <StatusBadge key="status" status="active" />, words.neverExpires]}
        >
          {words.createFirstToken}
        </EmptyState>
      }
    />
  )
}
