import { Alert, Button, Group, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { errorText, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import * as words from "../words/sending/sending.ts"

/** Sends a test mail the way the e-mail of a sender goes. */
export const TestMail = (props: {
  readonly send: (to: string) => Promise<{ readonly data: { readonly status: "sent" | "captured" } }>
}) => {
  const maySend = useMay("sender", "test")
  const [to, setTo] = useState("")
  const send = useMutation({ mutationFn: () => props.send(to) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const issues = issuesOf(send.error)
  return (
    <Section title={words.testMail} subtitle={words.testMailExplained}>
      <OwnersOnly may={maySend}>
        <form onSubmit={submit}>
          <Group align="flex-start">
            <TextInput
              label={words.testRecipient}
              required
              inputMode="email"
              flex={{ base: "1 1 100%", xs: "none" }}
              miw={240}
              value={to}
              error={issueOf(send.error, "to")}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Button type="submit" mt={{ base: 0, xs: 25 }} loading={send.isPending}>
              {words.sendTestMail}
            </Button>
          </Group>
        </form>
      </OwnersOnly>
      {send.isError && issues.length === 0 && <ErrorAlert error={send.error} />}
      {issues.some(({ field }) => field !== "to") && (
        <Alert color="orange" mt="sm" role="alert">
          {errorText(send.error)}
        </Alert>
      )}
      {send.data?.data.status === "sent" && (
        <Alert color="teal" mt="sm">
          {words.testMailSent}
        </Alert>
      )}
      {send.data?.data.status === "captured" && (
        <Alert color="yellow" mt="sm">
          {words.testMailCaptured}
        </Alert>
      )}
    </Section>
  )
}
