import { Alert, Text } from "@mantine/core"
import { SendingLink } from "../sending/SendingLink.tsx"
import { useSender } from "../sending/useSender.ts"

const texts = {
  captured: [
    "Not sending: no mail server set",
    "E-mails are captured: you find them in Messages, and nobody receives them."
  ],
  none: ["Not sending: no sender e-mail set", "E-mails are skipped until this account has an address to send from."]
} as const

/** Says on every page that the account's e-mail does not go out, and where to change that. Nothing while it does. */
export const SendingBanner = () => {
  const status = useSender().data?.data.sending.status
  if (status === undefined || status === "sending") return null
  const [title, text] = texts[status]
  return (
    <Alert color="yellow" title={title} mb="md" styles={{ title: { color: "var(--mantine-color-text)" } }}>
      <Text size="sm">
        {text} <SendingLink />
      </Text>
    </Alert>
  )
}
