import { Alert, Button, Group, List, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useState } from "react"
import type { PlatformWebhook as PlatformWebhookSettings } from "../../domain/integrations/CustomIntegration.ts"
import type { IntegrationKind } from "../../domain/integrations/IntegrationKind.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf } from "../call.ts"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { useDraft } from "../components/useDraft.ts"
import { useReloadList } from "../settings/SettingsList.tsx"
import * as words from "../words/settings/settingsStores.ts"

/** A form with one setting of the store. `children` is its input, which is given the issue of the setting. */
const SettingForm = ({
  name,
  submit,
  change,
  children
}: {
  readonly name: "secret" | "consent_field"
  readonly submit: string
  readonly change: () => Promise<unknown>
  readonly children: (issue: string | undefined) => ReactNode
}) => {
  const save = useMutation({ mutationFn: change })
  const issue = issueOf(save.error, name)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        {children(issue)}
        {save.isError && issue === undefined && <ErrorAlert error={save.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" variant="default" loading={save.isPending}>
            {submit}
          </Button>
          {save.isSuccess && (
            <Text size="sm" role="status">
              {words.secretSaved}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Sets the secret that the platform signs with, where the platform makes it. */
const SecretForm = ({ id, from }: { readonly id: string; readonly from: string }) => {
  const account = useAccount()
  const [secret, setSecret] = useState("")
  const change = async () => {
    await call((api) => api.integrations.change({ params: { account, id }, payload: { secret } }))
    setSecret((now) => (now === secret ? "" : now))
  }
  return (
    <SettingForm name="secret" submit={words.saveSecret} change={change}>
      {(issue) => (
        <PasswordInput
          label={words.signingSecret}
          description={words.secretSource(from)}
          autoComplete="off"
          required
          value={secret}
          error={issue}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      )}
    </SettingForm>
  )
}

const consentDrafts = keptDrafts<{ readonly field: string }>()

/** Names the field of the store's orders that holds the consent to e-mail. */
const ConsentFieldForm = ({
  id,
  kind,
  saved
}: {
  readonly id: string
  readonly kind: IntegrationKind
  readonly saved: string | null
}) => {
  const account = useAccount()
  const reload = useReloadList("integrations")
  const draft = useDraft(consentDrafts, { field: saved ?? "" }, id)
  const { field } = draft.form
  const change = async () => {
    const payload = { consent_field: field.trim() === "" ? null : field }
    await call((api) => api.integrations.change({ params: { account, id }, payload }))
    draft.settle(draft.form, draft.form)
    await reload()
  }
  return (
    <SettingForm name="consent_field" submit={words.saveConsentField} change={change}>
      {(issue) => (
        <>
          <KeptDraft draft={draft} />
          <TextInput
            label={words.consentField}
            description={words.consentFieldUse[kind]}
            value={field}
            error={issue}
            onChange={(event) => draft.setForm({ field: event.currentTarget.value })}
          />
        </>
      )}
    </SettingForm>
  )
}

/** The settings to enter on the store's platform: address, secret and topics. */
export const PlatformWebhook = (props: {
  readonly id: string
  readonly kind: IntegrationKind
  readonly consent_field: string | null
  readonly webhook: PlatformWebhookSettings
}) => {
  const { id, kind, consent_field, webhook } = props
  const { steps, topics, secretFrom } = words.storePlatforms[kind]
  return (
    <Stack>
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {words.address}
        </Text>
        <CopyableText label={words.webhookAddress} text={webhook.url} />
        {!webhook.is_public && <Alert color="yellow">{words.unreachable}</Alert>}
      </Stack>
      {secretFrom === undefined && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {words.secret}
          </Text>
          <CopyableText label={words.webhookSecret} text={webhook.secret} />
        </Stack>
      )}
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {words.events}
        </Text>
        <List size="sm" aria-label={words.events}>
          {topics.map((topic) => (
            <List.Item key={topic}>{topic}</List.Item>
          ))}
        </List>
      </Stack>
      {secretFrom !== undefined && <SecretForm id={id} from={secretFrom} />}
      <ConsentFieldForm id={id} kind={kind} saved={consent_field} />
    </Stack>
  )
}
