import { useAccount } from "../accounts/useAccount.ts"
import { PageLink } from "../components/PageLink.tsx"
import * as words from "../words/sending/sendingLink.ts"

/** A link in running text to the settings of sending. */
export const SendingLink = () => {
  const account = useAccount()
  return (
    <PageLink
      to="/a/$account/settings/$section"
      params={{ account, section: "sending" }}
      underline="always"
      c="inherit"
    >
      {words.sendingSettings}
    </PageLink>
  )
}
