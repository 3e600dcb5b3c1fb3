import { Alert, Button, Group, Stack, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useAccount } from "../../accounts/useAccount.ts"
import { call, issueOf } from "../../call.ts"
import { ErrorAlert } from "../../components/Feedback.tsx"

/** Sends one e-mail with the account's sender. */
export const TestMail = () => {
  const account = useAccount()
  const [to, setTo] = useState("")
  const send = useMutation({
    mutationFn: () => call((api) => api.sender.test({ params: { account }, payload: { to: to.trim() } }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const issue = issueOf(send.error, "to")
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            type="email"
            label="Send to"
            value={to}
            error={issue}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={send.isPending} disabled={to.trim() === ""}>
            Send test
          </Button>
        </Group>
        {send.isError && issue === undefined && <ErrorAlert error={send.error} />}
        {send.data?.data.status === "sent" && <Alert color="teal">Sent. It should arrive within a minute.</Alert>}
        {send.data?.data.status === "captured" && (
          <Alert color="yellow">Kept, not sent: there is no mail server.</Alert>
        )}
      </Stack>
    </form>
  )
}
