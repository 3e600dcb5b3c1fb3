import { Alert, Button, Group, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, errorText, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** Sends a test mail the way the account's e-mail goes. */
export const TestMail = () => {
  const account = useAccount()
  const [to, setTo] = useState("")
  const send = useMutation({
    mutationFn: () => call((api) => api.sender.test({ params: { account }, payload: { to } }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const issues = issuesOf(send.error)
  return (
    <Section title="Test mail" subtitle="Send yourself a mail the way your customers get it. At most 10 an hour.">
      <form onSubmit={submit}>
        <Group align="flex-start">
          <TextInput
            label="To"
            required
            inputMode="email"
            miw={240}
            value={to}
            error={issueOf(send.error, "to")}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" mt={25} loading={send.isPending}>
            Send test mail
          </Button>
        </Group>
      </form>
      {send.isError && issues.length === 0 && <ErrorAlert error={send.error} />}
      {issues.some(({ field }) => field !== "to") && (
        <Alert color="red" mt="sm" role="alert">
          {errorText(send.error)}
        </Alert>
      )}
      {send.data?.data.status === "sent" && (
        <Alert color="teal" mt="sm">
          Sent. Look into that inbox, and into its spam folder.
        </Alert>
      )}
      {send.data?.data.status === "captured" && (
        <Alert color="yellow" mt="sm">
          Not sent: no mail server is set.
        </Alert>
      )}
    </Section>
  )
}
