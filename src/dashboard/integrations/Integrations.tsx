import { NativeSelect, PasswordInput, Text, TextInput } from "@mantine/core"
import { type ChangeEvent, useState } from "react"
import type { CustomIntegration } from "../../domain/integrations/CustomIntegration.ts"
import { call, issueOf } from "../call.ts"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Dotted, StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useMay } from "../accounts/useMay.ts"
import { IntegrationKind } from "../../domain/integrations/IntegrationKind.ts"
import * as common from "../words/common.ts"
import * as words from "../words/settings/settingsStores.ts"
import { secretsView } from "./secretsView.tsx"
import { StoreActions } from "./StoreActions.tsx"
import { SettingsList, useReloadList } from "../settings/SettingsList.tsx"

const isOlderThan30Days = (time: CustomIntegration["created_at"]): boolean =>
  Date.now() - time.epochMilliseconds > 30 * 86_400_000

/** A store is active once its platform has reported something, and a custom one from the start. */
const ShopStatus = ({ integration }: { readonly integration: CustomIntegration }) => {
  const { active, kind, last_webhook_at, created_at } = integration
  if (!active) return <StatusBadge status="disconnected" />
  if (kind === "custom") return <StatusBadge status="active" />
  if (last_webhook_at === null)
    return <Dotted color="yellow" text={words.awaitsWebhook(kind, isOlderThan30Days(created_at))} />
  return (
    <>
      <StatusBadge status="active" />
      <Text size="xs" c="dimmed">
        {words.lastWebhook(showTime(last_webhook_at))}
      </Text>
    </>
  )
}

const emptyForm: {
  readonly kind: IntegrationKind
  readonly store_name: string
  readonly store_url: string
  readonly store_hash: string
} = { kind: "custom", store_name: "", store_url: "", store_hash: "" }

// Credentials of the platform are no part of a draft.
const drafts = keptDrafts<typeof emptyForm>()
const emptyCredentials = { access_token: "", secret: "" }

/** The connected stores with their integration tokens (contract §8). */
export const Integrations = () => {
  const account = useAccount()
  const reload = useReloadList("integrations")
  const mayCreate = useMay("integrations", "create")
  const draft = useDraft(drafts, emptyForm)
  const { form, setForm } = draft
  const [credentials, setCredentials] = useState(emptyCredentials)
  const connect = async () => {
    const { kind, store_name, store_url, store_hash } = form
    const payload = { kind, store_name, store_url, ...(kind === "bigcommerce" ? { store_hash, ...credentials } : {}) }
    const { data } = await call((client) => client.integrations.create({ params: { account }, payload }))
    await reload()
    draft.settle(emptyForm)
    setCredentials(emptyCredentials)
    return data
  }
  const credentialInput = (name: "access_token" | "secret", error: unknown) => ({
    required: true,
    autoComplete: "off",
    value: credentials[name],
    error: issueOf(error, name),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setCredentials({ ...credentials, [name]: event.currentTarget.value })
  })
  return (
    <SettingsList
      name="integrations"
      mayChange={mayCreate}
      intro={words.storesIntro}
      create={
        <FormModal
          label={words.connectShop}
          title={words.connectShop}
          submit={words.connect}
          action={connect}
          result={(connected) => secretsView(connected)(connected)}
        >
          {(error) => (
            <>
              <KeptDraft draft={draft} />
              <NativeSelect
                label={words.platform}
                value={form.kind}
                data={IntegrationKind.literals.map((kind) => ({ value: kind, label: words.storePlatforms[kind].name }))}
                onChange={(event) => {
                  const kind = IntegrationKind.literals.find((known) => known === event.currentTarget.value)
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
                  <TextInput
                    label={words.storeHash}
                    required
                    value={form.store_hash}
                    error={issueOf(error, "store_hash")}
                    onChange={(event) => setForm({ ...form, store_hash: event.currentTarget.value })}
                  />
                  <PasswordInput label={words.accessToken} {...credentialInput("access_token", error)} />
                  <PasswordInput label={words.clientSecret} {...credentialInput("secret", error)} />
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
          cell: ({ store_name, store_url, kind, overwrote }) => (
            <>
              <div>{store_name}</div>
              <Text size="xs" c="dimmed">
                {words.storeOn(kind, store_url)}
              </Text>
              {overwrote !== null && (
                <Text size="xs" c="red">
                  {words.tookOrder(overwrote.order_id, overwrote.store_name, showTime(overwrote.at))}
                </Text>
              )}
            </>
          )
        },
        { title: common.status, cell: (integration) => <ShopStatus integration={integration} /> },
        { title: words.connected, nowrap: true, cell: ({ created_at }) => showTime(created_at) },
        { title: words.actions, alignRight: true, cell: (integration) => <StoreActions integration={integration} /> }
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
