import { Alert, Text } from "@mantine/core"
import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
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
  const account = useAccount()
  const status = useSender().data?.data.sending.status
  if (status === undefined || status === "sending") return null
  const [title, text] = texts[status]
  return (
    <Alert color="yellow" title={title} mb="md" styles={{ title: { color: "var(--mantine-color-text)" } }}>
      <Text size="sm">
        {text}{" "}
        <PageLink
          to="/a/$account/settings/$section"
          params={{ account, section: "sending" }}
          underline="always"
          c="inherit"
        >
          Settings → Sending
        </PageLink>
      </Text>
    </Alert>
  )
}
