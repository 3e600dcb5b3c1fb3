import { Stack } from "@mantine/core"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { call } from "../call.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { DomainCheck } from "./DomainCheck.tsx"
import { MailServer } from "./MailServer.tsx"
import { PartPrice } from "./PartPrice.tsx"
import { ProviderHooks } from "./ProviderHooks.tsx"
import { SenderForm } from "./SenderForm.tsx"
import { SendingLimits } from "./SendingLimits.tsx"
import { TestMail } from "./TestMail.tsx"
import { TrackingDomain } from "./TrackingDomain.tsx"
import { useSender, useSetSender } from "./useSender.ts"

/** The settings of the account's sender, domain and mail server, with a test mail (contract §12). */
export const SendingSettings = () => {
  const account = useAccount()
  const query = useSender()
  const setSender = useSetSender()
  const params = { account }
  if (query.error !== null) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const sender = query.data.data
  return (
    <Stack key={account}>
      <SenderForm sender={sender} />
      <MailServer sender={sender} />
      <DomainCheck
        sender={sender}
        calls={{
          check: () => call((api) => api.sender.check({ params })),
          createKey: () => call((api) => api.sender.createKey({ params })).then(setSender),
          removeKey: () => call((api) => api.sender.removeKey({ params })).then(setSender),
          refresh: query.refetch
        }}
      />
      <TrackingDomain sender={sender} />
      <TestMail send={(to) => call((api) => api.sender.test({ params, payload: { to } }))} />
      <SendingLimits />
      <ProviderHooks />
      <PartPrice sender={sender} />
    </Stack>
  )
}
