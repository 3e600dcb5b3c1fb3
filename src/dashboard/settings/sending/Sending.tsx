import { Alert, Stack } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { SenderState } from "../../../domain/messages/SenderState.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call } from "../../call.ts"
import { ErrorAlert, Loading } from "../../components/Feedback.tsx"
import { Section } from "../../components/Section.tsx"
import { DomainCheck } from "./DomainCheck.tsx"
import { MailServer } from "./MailServer.tsx"
import { SenderForm } from "./SenderForm.tsx"
import { TestMail } from "./TestMail.tsx"

const labels = { from_name: "a name", from_email: "an address", postal_address: "a postal address" } as const

const StatusAlert = ({ sending, missing }: Pick<SenderState, "sending" | "missing">) => {
  if (sending.status === "captured") {
    return (
      <Alert color="yellow" title="Not sending: no mail server set">
        E-mails are kept under Messages and reach nobody. Set a mail server below, or SMTP_URL for the whole service.
      </Alert>
    )
  }
  if (missing.length > 0) {
    return (
      <Alert color="yellow" title="Flows cannot send marketing e-mail yet">
        The sender still needs {missing.map((field) => labels[field]).join(", ")}.
      </Alert>
    )
  }
  return (
    <Alert color="teal" title="Ready to send">
      E-mails go out from {sending.from} by{" "}
      {sending.server === "own" ? "your own mail server" : "this service's mail server"}.
    </Alert>
  )
}

/** The sender of the account's e-mails: profile, mail server, check of the domain, and a test. */
export const Sending = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const queryKey = ["sender", account]
  const query = useQuery({ queryKey, queryFn: () => call((api) => api.sender.read({ params: { account } })) })
  if (query.error !== null) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const sender = query.data.data
  const onChange = (data: SenderState) => queries.setQueryData(queryKey, { data })
  return (
    <Stack>
      <StatusAlert sending={sender.sending} missing={sender.missing} />
      <Section title="Sender" subtitle="Shown in every e-mail. The law asks for a postal address in marketing e-mails.">
        <SenderForm key={account} saved={sender} onChange={onChange} />
      </Section>
      <Section
        title="Mail server"
        subtitle="Your own SMTP account, for example at Amazon SES, Postmark, Brevo or your mail host. The password is stored encrypted and never shown again."
      >
        <MailServer host={sender.smtp_host} onChange={onChange} />
      </Section>
      <Section title="Domain" subtitle="Mailboxes accept mail from a domain that says in DNS who may send for it.">
        <DomainCheck sender={sender} onChange={onChange} />
      </Section>
      <Section title="Test e-mail" subtitle="See what arrives, and from whom.">
        <TestMail />
      </Section>
    </Stack>
  )
}
