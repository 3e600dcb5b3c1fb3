import { Button, Group, List, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { StoreKind } from "../../domain/integrations/StoreKind.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf } from "../call.ts"
import { CopyableText } from "../components/Secret.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as words from "../words/settingsStores.ts"

/** Sets the secret that the platform signs with, where the platform makes it. */
const SecretForm = ({ id, from }: { readonly id: string; readonly from: string }) => {
  const account = useAccount()
  const [secret, setSecret] = useState("")
  const save = useMutation({
    mutationFn: () => call((api) => api.integrations.change({ params: { account, id }, payload: { secret } })),
    onSuccess: () => setSecret("")
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <PasswordInput
          label={words.signingSecret}
          description={words.secretSource(from)}
          autoComplete="off"
          required
          value={secret}
          error={issueOf(save.error, "secret")}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {save.isError && issueOf(save.error, "secret") === undefined && <ErrorAlert error={save.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" variant="default" loading={save.isPending}>
            {words.saveSecret}
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

/** What to enter on the store's platform: address, secret and topics. */
export const StoreWebhook = (props: {
  readonly id: string
  readonly kind: StoreKind
  readonly webhook: { readonly url: string; readonly secret: string }
}) => {
  const { id, kind, webhook } = props
  const { steps, topics, secretFrom } = words.storePlatforms[kind]
  return (
    <Stack>
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {words.address}
        </Text>
        <CopyableText label={words.webhookAddress} text={webhook.url} />
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
    </Stack>
  )
}
