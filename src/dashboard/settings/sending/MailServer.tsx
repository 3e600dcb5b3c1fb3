import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { SenderState } from "../../../domain/messages/SenderState.ts"
import { useAccount } from "../../accounts/useAccount.ts"
import { call, issueOf, issuesOf } from "../../call.ts"
import { ConfirmButton } from "../../components/ConfirmButton.tsx"
import { ErrorAlert } from "../../components/Feedback.tsx"

/** The account's own mail server: its host, a form to set it, and a button to remove it. */
export const MailServer = ({
  host,
  onChange
}: {
  readonly host: string | null
  readonly onChange: (sender: SenderState) => void
}) => {
  const account = useAccount()
  const [url, setUrl] = useState("")
  const change = (smtp_url: string | null) =>
    call((api) => api.sender.change({ params: { account }, payload: { smtp_url } }))
  const save = useMutation({
    mutationFn: () => change(url.trim()),
    onSuccess: ({ data }) => {
      setUrl("")
      onChange(data)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const issue = issueOf(save.error, "smtp_url") ?? issueOf(save.error, "from_email")
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <Text size="sm">
          {host === null ? "E-mails go out by the mail server of this service." : `E-mails go out by ${host}.`}
        </Text>
        <PasswordInput
          label={host === null ? "SMTP address" : "New SMTP address"}
          description="smtps://user:password@host:465 or smtp://user:password@host:587, with special characters percent-encoded"
          autoComplete="off"
          value={url}
          error={issue}
          onChange={(event) => {
            save.reset()
            setUrl(event.currentTarget.value)
          }}
        />
        {save.isError && issue === undefined && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={url.trim() === ""}>
            Save mail server
          </Button>
          {host !== null && (
            <ConfirmButton
              label="Remove"
              title="Remove your mail server?"
              action={async () => onChange((await change(null)).data)}
            >
              E-mails go out by the mail server of this service from now on, if it has one.
            </ConfirmButton>
          )}
        </Group>
      </Stack>
    </form>
  )
}
