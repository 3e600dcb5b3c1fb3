import { Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { CustomIntegration } from "../../domain/accounts/CustomIntegration.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

const tokenView = ({ token }: { readonly token: string }) => (
  <Stack gap="xs">
    <Text size="sm">
      Send it with every order in the header X-Service-Integration-Token, in addition to the bearer token.
    </Text>
    <CopyableText label="integration token" text={token} />
  </Stack>
)

const Actions = ({ integration }: { readonly integration: CustomIntegration }) => {
  const account = useAccount()
  const params = { account, id: integration.id }
  const reload = useReloadList("integrations")
  if (!integration.active) return null
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <FormModal
        size="xs"
        variant="default"
        label="Reveal"
        title={`Integration token of ${integration.store_name}`}
        submit="Reveal"
        action={() => call((api) => api.integrations.reveal({ params })).then(({ data }) => data)}
        result={tokenView}
      >
        {() => <Text size="sm">Anyone with this token and a bearer token can send orders as this store.</Text>}
      </FormModal>
      <FormModal
        size="xs"
        variant="default"
        label="Rotate"
        title={`Rotate the token of ${integration.store_name}`}
        submit="Rotate"
        action={() => call((api) => api.integrations.rotate({ params })).then(({ data }) => data)}
        result={tokenView}
      >
        {() => <Text size="sm">The current token stops working at once. Put the new one into your store.</Text>}
      </FormModal>
      <ConfirmButton
        size="xs"
        label="Disconnect"
        title={`Disconnect ${integration.store_name}?`}
        action={() => call((api) => api.integrations.disconnect({ params })).then(reload)}
      >
        Orders are still accepted, but no longer trigger flows. Orders sent with the token of this store are rejected.
      </ConfirmButton>
    </Group>
  )
}

/** The connected stores with their integration tokens (contract §8). */
export const Integrations = () => {
  const account = useAccount()
  const reload = useReloadList("integrations")
  const [form, setForm] = useState({ store_name: "", store_url: "" })
  const connect = async () => {
    const { data } = await call((api) => api.integrations.create({ params: { account }, payload: form }))
    await reload()
    setForm({ store_name: "", store_url: "" })
    return data
  }
  return (
    <SettingsList
      name="integrations"
      intro="Only orders of a connected store trigger flows."
      create={
        <FormModal label="Connect a store" title="Connect a store" submit="Connect" action={connect} result={tokenView}>
          {(error) => (
            <>
              <TextInput
                label="Store name"
                required
                maxLength={255}
                value={form.store_name}
                error={issueOf(error, "store_name")}
                onChange={(event) => setForm({ ...form, store_name: event.currentTarget.value })}
              />
              <TextInput
                label="Store URL"
                type="url"
                placeholder="https://"
                required
                value={form.store_url}
                error={issueOf(error, "store_url")}
                onChange={(event) => setForm({ ...form, store_url: event.currentTarget.value })}
              />
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.integrations.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label="Connected stores"
      columns={[
        { title: "Store", cell: ({ store_name }) => store_name },
        { title: "URL", cell: ({ store_url }) => store_url },
        { title: "Status", cell: ({ active }) => <StatusBadge status={active ? "active" : "disconnected"} /> },
        { title: "Connected", nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        { title: "Actions", alignRight: true, cell: (integration) => <Actions integration={integration} /> }
      ]}
      empty={<EmptyState title="No store connected">Connect your store, so that its orders trigger flows.</EmptyState>}
    />
  )
}
