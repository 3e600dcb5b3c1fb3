import { Group, NativeSelect, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import { call, issueOf } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Secret } from "../components/Secret.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { SettingsList, useReload } from "./SettingsList.tsx"
import { ScopesInput } from "./ScopesInput.tsx"

const lifetimes = [
  ["never", "No expiry", null],
  ["30d", "30 days", "30d"],
  ["60d", "60 days", "60d"],
  ["90d", "90 days", "90d"],
  ["1y", "1 year", "1y"]
] as const

const blank: ApiTokenInput = { name: "", scopes: ["orders_write"], expires_in: null }

const Actions = ({ token }: { readonly token: ApiToken }) => {
  const account = useAccount()
  const params = { account, id: token.id }
  const reload = useReload("tokens")
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
          {() => <Text size="sm">The token lasts longer by the time it was first given.</Text>}
        </FormModal>
      )}
      <Confirm
        size="xs"
        label="Revoke"
        title={`Revoke ${token.name}?`}
        action={() => call((api) => api.tokens.revoke({ params })).then(reload)}
      >
        Every program that uses this token is turned away from this moment. It can't be undone.
      </Confirm>
    </Group>
  )
}

/** API tokens: made, shown once, renewed, revoked (specification §5). */
export const Tokens = () => {
  const account = useAccount()
  const reload = useReload("tokens")
  const [form, setForm] = useState(blank)
  const create = async () => {
    const made = await call((api) => api.tokens.create({ params: { account }, payload: form }))
    await reload()
    setForm(blank)
    return made.data
  }
  return (
    <SettingsList
      name="tokens"
      intro="Programs speak for this account with a token. Up to 25 are active at once."
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
                description="What it is for, such as the name of your store"
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
                  const chosen = lifetimes.find(([value]) => value === currentTarget.value)
                  setForm({ ...form, expires_in: chosen?.[2] ?? null })
                }}
              />
            </>
          )}
        </FormModal>
      }
      read={(of) => call((api) => api.tokens.list({ params: { account: of }, query: { per_page: 100 } }))}
      label="API tokens"
      columns={[
        { title: "Name", of: ({ name }) => name },
        { title: "Scopes", of: ({ scopes }) => scopes.join(", ") },
        { title: "Status", of: ({ status }) => <State state={status} /> },
        {
          title: "Expires",
          once: true,
          of: ({ expires_at }) => (expires_at === null ? "never" : showTime(expires_at))
        },
        { title: "Created by", of: ({ created_by }) => created_by ?? "" },
        { title: "Last used", once: true, of: ({ last_used_at }) => showTime(last_used_at) },
        { title: "Actions", right: true, of: (token) => <Actions token={token} /> }
      ]}
      empty={<Empty title="No tokens yet">Make one, and let your store report its first order with it.</Empty>}
    />
  )
}
