import { Accordion, List, Stack, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { mailProviders } from "./providerSteps.ts"
import { ReportKeyForm } from "./ReportKeyForm.tsx"
import { useHooks } from "../settings/useHooks.ts"

/** The topic of Amazon SNS that reports to the account, and a way to replace it. */
const SnsTopic = ({ topic }: { readonly topic: string | null }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account, provider: "ses" as const }
  if (topic === null) return <Text size="sm">No topic is connected yet.</Text>
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        Connected: <b>{topic}</b>. Only this topic is taken.
      </Text>
      <ConfirmButton
        size="xs"
        label="Disconnect topic"
        title="Disconnect the topic?"
        action={async () =>
          queries.setQueryData(["hooks", account], await call((api) => api.hooks.removeKey({ params })))
        }
      >
        Its reports are refused from now on. The next topic that subscribes to the address is connected.
      </ConfirmButton>
    </Stack>
  )
}

/** The addresses where providers report to the account, and what to click at each. The addresses are secret and can be rotated. */
export const ProviderHooks = () => {
  const queries = useQueryClient()
  const { hooks, params, queryKey } = useHooks()
  if (hooks.data === undefined && hooks.error !== null)
    return <ErrorAlert error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { sms_url, email_url, reports } = hooks.data.data
  return (
    <Section
      title="Hooks"
      subtitle="Your providers report bounces, spam complaints, deliveries and replies to these addresses. Keep them secret."
      actions={
        <ConfirmButton
          size="xs"
          label="Rotate addresses"
          title="Rotate the hook addresses?"
          action={async () =>
            queries.setQueryData(queryKey, await call((api) => api.hooks.rotateAddresses({ params })))
          }
        >
          The current addresses stop working at once. Until your providers have the new ones, replies such as STOP and
          bounces are lost. Unsubscribe links in sent messages still work.
        </ConfirmButton>
      }
    >
      <Stack gap="lg">
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            E-mail, for every provider
          </Text>
          <CopyableText label="address for e-mail reports" text={email_url} />
          <Accordion variant="contained" chevronPosition="left" aria-label="Mail providers">
            {mailProviders.map(({ id, name, steps, key }) => (
              <Accordion.Item key={id} value={id}>
                <Accordion.Control>{name}</Accordion.Control>
                <Accordion.Panel>
                  <Stack>
                    <List type="ordered" size="sm" spacing={4}>
                      {steps.map((step) => (
                        <List.Item key={step}>{step}</List.Item>
                      ))}
                    </List>
                    {id === "ses" && <SnsTopic topic={reports.sns_topic} />}
                    {key !== undefined && <ReportKeyForm providerKey={key} isSet={reports[key.provider]} />}
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Stack>
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            Text messages, for Twilio
          </Text>
          <CopyableText label="address for text messages" text={sms_url} />
          <Text size="sm" c="dimmed">
            In the Twilio console, open your Messaging Service → Integration. Choose &quot;Send a webhook&quot;, and
            enter the address as Request URL and as Delivery Status Callback.
          </Text>
        </Stack>
      </Stack>
    </Section>
  )
}
