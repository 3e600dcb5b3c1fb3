import { Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** The inbound addresses for provider reports and the signing secret of webhooks. All are secret and can be rotated. */
export const Webhooks = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account }
  const queryKey = ["hooks", account]
  const hooks = useQuery({ queryKey, queryFn: () => call((api) => api.hooks.read({ params })) })
  if (hooks.data === undefined && hooks.error !== null)
    return <ErrorAlert error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { sms_url, email_url, webhook_secret } = hooks.data.data
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        Anyone with these can report to this account or sign as it. All users of the account see them.
      </Text>
      <Section
        title="Inbound addresses"
        subtitle="Your providers call these when a contact texts back, or when an e-mail bounces or is marked as spam."
        actions={
          <ConfirmButton
            size="xs"
            label="Rotate addresses"
            title="Rotate the inbound addresses?"
            action={async () =>
              queries.setQueryData(queryKey, await call((api) => api.hooks.rotateAddresses({ params })))
            }
          >
            The current addresses stop working at once. Until your providers have the new ones, replies such as STOP and
            bounces are lost. Unsubscribe links in sent messages still work.
          </ConfirmButton>
        }
      >
        <Stack gap="sm">
          <Text size="sm">Text messages</Text>
          <CopyableText label="address for text messages" text={sms_url} />
          <Text size="sm">E-mail reports</Text>
          <CopyableText label="address for e-mail reports" text={email_url} />
        </Stack>
      </Section>
      <Section
        title="Signing secret"
        subtitle="Receivers of your webhooks use it to verify that a call is from this account."
        actions={
          <ConfirmButton
            size="xs"
            label="Rotate secret"
            title="Rotate the signing secret?"
            action={async () => queries.setQueryData(queryKey, await call((api) => api.hooks.rotateSecret({ params })))}
          >
            Webhooks are signed with the new secret from now on. Receivers reject calls until they have it. Rejected
            calls are retried for three days.
          </ConfirmButton>
        }
      >
        <CopyableText label="signing secret" text={webhook_secret} />
      </Section>
    </Stack>
  )
}
