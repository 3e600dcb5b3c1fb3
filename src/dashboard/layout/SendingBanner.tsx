import { Alert, Text } from "@mantine/core"
import { SendingLink } from "../sending/SendingLink.tsx"
import { useSender } from "../sending/useSender.ts"
import * as words from "../words/layout.ts"

/** Says on every page that the account's e-mail does not go out, and where to change that. Nothing while it does. */
export const SendingBanner = () => {
  const status = useSender().data?.data.sending.status
  if (status === undefined || status === "sending") return null
  const { title, text } = words.notSending[status]
  return (
    <Alert color="yellow" title={title} mb="md" styles={{ title: { color: "var(--mantine-color-text)" } }}>
      <Text size="sm">
        {text} <SendingLink />
      </Text>
    </Alert>
  )
}
