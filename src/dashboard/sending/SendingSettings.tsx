import { Stack } from "@mantine/core"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { DomainCheck } from "./DomainCheck.tsx"
import { MailServer } from "./MailServer.tsx"
import { ProviderHooks } from "./ProviderHooks.tsx"
import { SenderForm } from "./SenderForm.tsx"
import { SendingLimits } from "./SendingLimits.tsx"
import { TestMail } from "./TestMail.tsx"
import { useSender } from "./useSender.ts"

/** The settings of the account's sender, domain and mail server, with a test mail (contract §12). */
export const SendingSettings = () => {
  const account = useAccount()
  const query = useSender()
  if (query.error !== null) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const sender = query.data.data
  return (
    <Stack key={account}>
      <SenderForm sender={sender} />
      <MailServer sender={sender} />
      <DomainCheck sender={sender} />
      <TestMail />
      <SendingLimits />
      <ProviderHooks />
    </Stack>
  )
}
