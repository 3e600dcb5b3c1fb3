import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import * as words from "../words/sending/sendingLink.ts"

/** A link in running text to the settings of sending, or of further senders. */
export const SendingLink = ({
  section = "sending",
  text = section === "sending" ? words.sendingSettings : words.sendersSettings
}: {
  readonly section?: "sending" | "senders"
  readonly text?: string
}) => {
  const account = useAccount()
  return (
    <PageLink to="/a/$account/settings/$section" params={{ account, section }} underline="always" c="inherit">
      {text}
    </PageLink>
  )
}
