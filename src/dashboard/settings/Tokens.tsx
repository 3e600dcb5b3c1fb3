import { Group, NativeSelect, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Secret } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const lifetimes = [
  ["never", "No expiry", null],
  ["30d", "30 days", "30d"],
  ["60d", "60 days", "60d"],
  ["90d", "90 days", "90d"],
  ["1y", "1 year", "1y"]
] as const

const emptyToken: ApiTokenInput = { name: "", scopes: ["orders_write"], expires_in: null }

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
          label="Renew"
          title={`Renew ${token.name}`}
          submit="Renew"
          action={() => call((api) => api.tokens.renew({ params })).then(reload)}
        >
          {() => <Text size="sm">Renewing adds the original lifetime to the expiry date.</Text>}
        </FormModal>
      )}
      <ConfirmButton
        size="xs"
        label="Revoke"
        title={`Revoke ${token.name}?`}
        action={() => call((api) => api.tokens.revoke({ params })).then(reload)}
      >
        Programs that use this token stop working at once. This can&apos;t be undone.
      </ConfirmButton>
    </Group>
  )
}

/** The API tokens of the account: create, renew, revoke (contract §8). */
export const Tokens = () => {
  const account = useAccount()
  const reload = useReloadList("tokens")
  const [form, setForm] = useState(emptyToken)
  const create = async () => {
    const created = await call((api) => api.tokens.create({ params: { account }, payload: form }))
    await reload()
    setForm(emptyToken)
    return created.data
  }
  return (
    <SettingsList
      name="tokens"
      intro="Tokens let your store call the Tally API. Up to 25 can be active."
      create={
        <FormModal
          label="New token"
          title="New API token"
          submit="Create"
          action={create}
          result={({ name, token }) => <Secret name={`token ${name}`} secret={token} />}
        >
          {(error) => (
            <>
              <TextInput
                label="Name"
                description="For example the name of your store"
                required
                maxLength={255}
                value={form.name}
                error={issueOf(error, "name")}
                onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
              />
              <ScopesInput value={form.scopes} onChange={(scopes) => setForm({ ...form, scopes })} />
              <NativeSelect
                label="Expires"
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
      label="API tokens"
      columns={[
        { title: "Name", cell: ({ name }) => name },
        { title: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
        { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
        {
          title: "Expires",
          nowrap: true,
          cell: ({ expires_at }) => (expires_at === null ? "never" : showTime(expires_at))
        },
        { title: "Created by", cell: ({ created_by }) => created_by ?? "" },
        { title: "Last used", nowrap: true, cell: ({ last_used_at }) => showTime(last_used_at) },
        { title: "Actions", alignRight: true, cell: (token) => <Actions token={token} /> }
      ]}
      empty={<EmptyState title="No tokens yet">Create one to send the first order of your store.</EmptyState>}
    />
  )
}
