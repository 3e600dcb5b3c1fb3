import { Group, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import type { CustomIntegration } from "../../domain/accounts/CustomIntegration.ts"
import { call, issueOf } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { Copyable } from "../components/Secret.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { SettingsList, useReload } from "./SettingsList.tsx"

const shown = ({ token }: { readonly token: string }) => (
  <Stack gap="xs">
    <Text size="sm">Send it with every order, beside the bearer token, in the header X-Service-Integration-Token.</Text>
    <Copyable label="integration token" text={token} />
  </Stack>
)

const Actions = ({ integration }: { readonly integration: CustomIntegration }) => {
  const account = useAccount()
  const params = { account, id: integration.id }
  const reload = useReload("integrations")
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
        result={shown}
      >
        {() => <Text size="sm">Whoever has this token and a bearer token can report orders as this store.</Text>}
      </FormModal>
      <FormModal
        size="xs"
        variant="default"
        label="Rotate"
        title={`Rotate the token of ${integration.store_name}`}
        submit="Rotate"
        action={() => call((api) => api.integrations.rotate({ params })).then(({ data }) => data)}
        result={shown}
      >
        {() => <Text size="sm">The token in use stops working at once; put the new one into your store.</Text>}
      </FormModal>
      <Confirm
        size="xs"
        label="Disconnect"
        title={`Disconnect ${integration.store_name}?`}
        action={() => call((api) => api.integrations.disconnect({ params })).then(reload)}
      >
        Orders are still taken, but they start no flows for this store any more. Orders sent with its token are refused.
      </Confirm>
    </Group>
  )
}

/** The Integrations Hub: which stores are connected. Flows start from orders of a connected store only. */
export const Integrations = () => {
  const account = useAccount()
  const reload = useReload("integrations")
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
      intro="Flows start from orders of a connected store only."
      create={
        <FormModal label="Connect a store" title="Connect a store" submit="Connect" action={connect} result={shown}>
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
      read={(of) => call((api) => api.integrations.list({ params: { account: of }, query: { per_page: 100 } }))}
      label="Connected stores"
      columns={[
        { title: "Store", of: ({ store_name }) => store_name },
        { title: "URL", of: ({ store_url }) => store_url },
        { title: "Status", of: ({ active }) => <State state={active ? "active" : "disconnected"} /> },
        { title: "Connected", once: true, of: ({ created_at }) => showTime(created_at) },
        { title: "Actions", right: true, of: (integration) => <Actions integration={integration} /> }
      ]}
      empty={<Empty title="No store connected">Connect your store, so that its orders can start flows.</Empty>}
    />
  )
}
