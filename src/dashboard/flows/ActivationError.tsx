import { Alert, List, Stack, Text } from "@mantine/core"
import { issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { SendingLink } from "../sending/SendingLink.tsx"
import * as words from "../words/flows/flows.ts"

/** The issues of a flow that cannot send because the sender is not complete. */
export const senderIssuesOf = (error: unknown) =>
  issuesOf(error).filter(({ field }) => field.startsWith("sender.") || field.endsWith(".sender_id"))

/** The reason why a flow was not activated, with a link to the settings if the sender is not complete. */
export const ActivationError = ({ error }: { readonly error: unknown }) => {
  const issues = senderIssuesOf(error)
  if (issues.length === 0) return <ErrorAlert error={error} />
  return (
    <Alert color="orange" title={words.senderIncomplete} role="alert" my="md">
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {issues.map(({ field, message }) => (
            <List.Item key={field}>{message.split(";", 1)[0]}</List.Item>
          ))}
        </List>
        <Text size="sm">
          {words.senderNeeded} <SendingLink />
        </Text>
      </Stack>
    </Alert>
  )
}
