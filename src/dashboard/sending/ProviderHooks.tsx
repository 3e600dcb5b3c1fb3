import { Struct } from "effect"
import { isSignedForm } from "../../domain/mailReports/ReportKey.ts"
import { Accordion, List, Stack, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { CopyableText } from "../components/Secret.tsx"
import { Section } from "../components/Section.tsx"
import { ReportKeyForm } from "./ReportKeyForm.tsx"
import { useHooks } from "../settings/useHooks.ts"
import * as accountWords from "../words/accounts.ts"
import { mailProviders, twilioKey } from "../words/sending/mailProviders.ts"
import * as words from "../words/sending/sending.ts"

/** The topic of Amazon SNS that reports to the account, and a way to replace it. */
const SnsTopic = ({ topic }: { readonly topic: string | null }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const params = { account, provider: "ses" as const }
  if (topic === null) return <Text size="sm">{words.noTopic}</Text>
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {words.topicBefore}
        <b>{topic}</b>
        {words.topicAfter}
      </Text>
      <ConfirmButton
        size="xs"
        label={words.disconnectTopic}
        title={words.disconnectTopicTitle}
        action={async () =>
          queries.setQueryData(["hooks", account], await call((api) => api.hooks.removeKey({ params })))
        }
      >
        {words.disconnectTopicExplained}
      </ConfirmButton>
    </Stack>
  )
}

/** The addresses where providers report to the account, and what to click at each. The addresses are secret and can be rotated. */
export const ProviderHooks = () => {
  const queries = useQueryClient()
  const { hooks, params, queryKey, mayRead } = useHooks()
  if (!mayRead)
    return (
      <Section title={words.hooks} subtitle={accountWords.ownersSeeThis}>
        {null}
      </Section>
    )
  if (hooks.data === undefined && hooks.error !== null)
    return <ErrorAlert error={hooks.error} retry={() => void hooks.refetch()} />
  if (hooks.data === undefined) return <Loading />
  const { sms_url, email_url, reports } = hooks.data.data
  return (
    <Section
      title={words.hooks}
      subtitle={words.hooksExplained}
      actions={
        <ConfirmButton
          size="xs"
          label={words.rotateAddresses}
          title={words.rotateAddressesTitle}
          action={async () =>
            queries.setQueryData(queryKey, await call((api) => api.hooks.rotateAddresses({ params })))
          }
        >
          {words.rotateAddressesExplained}
        </ConfirmButton>
      }
    >
      <Stack gap="lg">
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {words.emailHook}
          </Text>
          <CopyableText label={words.emailHookAddress} text={email_url} />
          <Accordion variant="contained" chevronPosition="left" aria-label={words.mailProviders}>
            {Struct.keys(mailProviders).map((form) => (
              <Accordion.Item key={form} value={form}>
                <Accordion.Control>{mailProviders[form].name}</Accordion.Control>
                <Accordion.Panel>
                  <Stack>
                    <List type="ordered" size="sm" spacing={4}>
                      {mailProviders[form].steps.map((step) => (
                        <List.Item key={step}>{step}</List.Item>
                      ))}
                    </List>
                    {form === "ses" && <SnsTopic topic={reports.sns_topic} />}
                    {isSignedForm(form) && (
                      <ReportKeyForm provider={form} keyWords={mailProviders[form].key} isSet={reports[form]} />
                    )}
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Stack>
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {words.textHook}
          </Text>
          <CopyableText label={words.textHookAddress} text={sms_url} />
          <Text size="sm" c="dimmed">
            {words.textHookExplained}
          </Text>
          <ReportKeyForm provider="twilio" keyWords={twilioKey} isSet={reports.twilio} />
        </Stack>
      </Stack>
    </Section>
  )
}
