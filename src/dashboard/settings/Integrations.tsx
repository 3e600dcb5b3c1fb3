import { Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { type ChangeEvent, useState } from "react"
import type { CustomIntegration } from "../../domain/accounts/CustomIntegration.ts"
import { call, issueOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { StoreKind } from "../../domain/integrations/StoreKind.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settingsStores.ts"
import { StoreDeliveries } from "./StoreDeliveries.tsx"

import { StoreWebhook } from "./StoreWebhook.tsx"
import { SettingsList, useReloadList } from "./SettingsList.tsx"

interface Secrets {
  readonly token: string
  readonly webhook: { readonly url: string; readonly secret: string } | null
}

const secretsView =
  ({ id, kind }: Pick<CustomIntegration, "id" | "kind">) =>
  ({ token, webhook }: Secrets) =>
    webhook === null ? <TokenView token={token} /> : <StoreWebhook id={id} kind={kind} webhook={webhook} />

const TokenView = ({ token }: { readonly token: string }) => (
  <Stack gap="xs">
    <Text size="sm">{words.tokenUse}</Text>
    <CopyableText label={words.integrationToken} text={token} />
  </Stack>
)

const Actions = ({ integration }: { readonly integration: CustomIntegration }) => {
  const account = useAccount()
  const params = { account, id: integration.id }
  const reload = useReloadList("integrations")
  const { store_name } = integration
  const isCustom = integration.kind === "custom"
  if (!integration.active) return isCustom ? null : <StoreDeliveries integration={integration} />
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {!isCustom && <StoreDeliveries integration={integration} />}
      <FormModal
        size="xs"
        variant="default"
        label={isCustom ? words.reveal : words.setup}
        title={isCustom ? words.revealTitle(store_name) : words.setupTitle(store_name)}
        submit={isCustom ? words.reveal : words.showSetup}
        action={() => call((api) => api.integrations.reveal({ params })).then(({ data }) => data)}
        result={secretsView(integration)}
      >
        {() => <Text size="sm">{isCustom ? words.revealWarning : words.setupWarning}</Text>}
      </FormModal>
      <FormModal
        size="xs"
        variant="default"
        label={words.rotate}
        title={isCustom ? words.rotateTokenTitle(store_name) : words.rotateAddressTitle(store_name)}
        submit={words.rotate}
        action={() => call((api) => api.integrations.rotate({ params })).then(({ data }) => data)}
        result={secretsView(integration)}
      >
        {() => <Text size="sm">{isCustom ? words.rotateTokenEffect : words.rotateAddressEffect}</Text>}
      </FormModal>
      <ConfirmButton
        size="xs"
        label={words.disconnect}
        title={words.disconnectTitle(store_name)}
        action={() => call((api) => api.integrations.disconnect({ params })).then(reload)}
      >
        {words.disconnectEffect}
      </ConfirmButton>
    </Group>
  )
}

const emptyForm: {
  readonly kind: StoreKind
  readonly store_name: string
  readonly store_url: string
  readonly store_hash: string
  readonly access_token: string
  readonly secret: string
} = { kind: "custom", store_name: "", store_url: "", store_hash: "", access_token: "", secret: "" }

/** The connected stores with their integration tokens (contract §8). */
export const Integrations = () => {
  const account = useAccount()
  const reload = useReloadList("integrations")
  const [form, setForm] = useState(emptyForm)
  const connect = async () => {
    const { kind, store_name, store_url, ...api } = form
    const payload = { kind, store_name, store_url, ...(kind === "bigcommerce" ? api : {}) }
    const { data } = await call((client) => client.integrations.create({ params: { account }, payload }))
    await reload()
    setForm(emptyForm)
    return data
  }
  const input = (name: "store_hash" | "access_token" | "secret", error: unknown) => ({
    required: true,
    value: form[name],
    error: issueOf(error, name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => setForm({ ...form, [name]: event.currentTarget.value })
  })
  return (
    <SettingsList
      name="integrations"
      intro={words.storesIntro}
      create={
        <FormModal
          label={words.connectStore}
          title={words.connectStore}
          submit={words.connect}
          action={connect}
          result={(connected) => secretsView(connected)(connected)}
        >
          {(error) => (
            <>
              <NativeSelect
                label={words.platform}
                value={form.kind}
                data={StoreKind.literals.map((kind) => ({ value: kind, label: words.storePlatforms[kind].name }))}
                onChange={(event) => {
                  const kind = StoreKind.literals.find((known) => known === event.currentTarget.value)
                  if (kind !== undefined) setForm({ ...form, kind })
                }}
              />
              <TextInput
                label={words.storeName}
                required
                maxLength={255}
                value={form.store_name}
                error={issueOf(error, "store_name")}
                onChange={(event) => setForm({ ...form, store_name: event.currentTarget.value })}
              />
              <TextInput
                label={words.storeUrl}
                type="url"
                placeholder="https://"
                required
                value={form.store_url}
                error={issueOf(error, "store_url")}
                onChange={(event) => setForm({ ...form, store_url: event.currentTarget.value })}
              />
              {form.kind === "bigcommerce" && (
                <>
                  <TextInput label={words.storeHash} {...input("store_hash", error)} />
                  <PasswordInput label={words.accessToken} autoComplete="off" {...input("access_token", error)} />
                  <PasswordInput label={words.clientSecret} autoComplete="off" {...input("secret", error)} />
                </>
              )}
            </>
          )}
        </FormModal>
      }
      load={(ownerAccount) =>
        call((api) => api.integrations.list({ params: { account: ownerAccount }, query: { per_page: 100 } }))
      }
      label={words.connectedStores}
      columns={[
        {
          title: words.store,
          fills: true,
          cell: ({ store_name, store_url, kind }) => (
            <>
              <div>{store_name}</div>
              <Text size="xs" c="dimmed">
                {words.storeOn(kind, store_url)}
              </Text>
            </>
          )
        },
        { title: common.status, cell: ({ active }) => <StatusBadge status={active ? "active" : "disconnected"} /> },
        { title: words.connected, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        { title: words.actions, alignRight: true, cell: (integration) => <Actions integration={integration} /> }
      ]}
      empty={
        <EmptyState
          title={words.noStoreConnected}
          sample={[
            words.sampleStore,
            words.storePlatforms.shopify.name,
            <StatusBadge key="status" status="active" />,
            words.sampleTime
          ]}
        >
          {words.connectYourStore}
        </EmptyState>
      }
    />
  )
}
