import { Stack, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { Copyable } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { useAccount } from "../useAccount.ts"

/** Where providers report to, and what webhooks are signed with. All are secrets, and can be changed. */
export const Hooks = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account }
  const queryKey = ["hooks", account]
  const hooks = useQuery({ queryKey, queryFn: () => call((api) => api.hooks.read({ params })) })
  if (hooks.error !== null) return <Failure error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { sms_url, email_url, webhook_secret } = hooks.data.data
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        Whoever knows these can report to this account, or sign as it. Everybody who may act for the account sees them.
      </Text>
      <Section
        title="Inbound addresses"
        note="Your providers call them when somebody texts back, or when an e-mail bounces or is marked as spam."
        actions={
          <Confirm
            size="xs"
            label="Rotate addresses"
            title="Rotate the inbound addresses?"
            action={async () =>
              queries.setQueryData(queryKey, await call((api) => api.hooks.rotateAddresses({ params })))
            }
          >
            The addresses in use stop working at once: until your providers have the new ones, replies like STOP and
            bounces are lost. Unsubscribe links in messages already sent go on working.
          </Confirm>
        }
      >
        <Stack gap="sm">
          <Text size="sm">Text messages</Text>
          <Copyable label="address for text messages" text={sms_url} />
          <Text size="sm">E-mail reports</Text>
          <Copyable label="address for e-mail reports" text={email_url} />
        </Stack>
      </Section>
      <Section
        title="Signing secret"
        note="Receivers of your webhooks check by it that a call is from this account."
        actions={
          <Confirm
            size="xs"
            label="Rotate secret"
            title="Rotate the signing secret?"
            action={async () => queries.setQueryData(queryKey, await call((api) => api.hooks.rotateSecret({ params })))}
          >
            Every webhook is signed with the new secret from now on. Receivers refuse calls until they have it; refused
            calls are tried again for three days.
          </Confirm>
        }
      >
        <Copyable label="signing secret" text={webhook_secret} />
      </Section>
    </Stack>
  )
}
