import { Alert, Button, Group, NativeSelect, NumberInput, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { SenderState } from "../../domain/messages/SenderState.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { Section } from "../components/Section.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { useSetSender } from "./useSender.ts"

const emptyForm = { host: "", port: 587, user: "", password: "", security: "starttls" }

const addressOf = ({ host, port, user, password, security }: typeof emptyForm): string => {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${security === "tls" ? "smtps" : "smtp"}://${login}${host.trim()}:${port}`
}

const stateText = ({ sending, smtp_host }: SenderState): string => {
  if (smtp_host !== null) return `Your e-mail goes out through your own mail server, ${smtp_host}.`
  if (sending.status === "captured") {
    return "No mail server is set. E-mails are captured: you find them in Messages, and nobody receives them."
  }
  return "Your e-mail goes out through the mail server of this service."
}

/** The mail server of the account. Its address is written, and never shown again but for its host. */
export const MailServer = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const [form, setForm] = useState(emptyForm)
  const change = (smtp_url: string | null) =>
    call((api) => api.sender.change({ params: { account }, payload: { smtp_url } })).then(setSender)
  const save = useMutation({ mutationFn: () => change(addressOf(form)), onSuccess: () => setForm(emptyForm) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const needsAddress = issueOf(save.error, "from_email") !== undefined
  return (
    <Section
      title="Mail server"
      subtitle={stateText(sender)}
      actions={
        sender.smtp_host !== null && (
          <ConfirmButton size="xs" label="Remove server" title="Remove your mail server?" action={() => change(null)}>
            E-mail goes out through the mail server of this service from now on, if it has one. Otherwise it is
            captured.
          </ConfirmButton>
        )
      }
    >
      <form onSubmit={submit}>
        <Stack maw={520}>
          <Text size="sm" c="dimmed">
            Your provider lists these under &quot;SMTP&quot;. They are stored encrypted and not shown again.
          </Text>
          <TextInput
            label="Host"
            placeholder="smtp.example.com"
            required
            value={form.host}
            error={issueOf(save.error, "smtp_url")}
            onChange={(event) => setForm({ ...form, host: event.currentTarget.value })}
          />
          <Group grow align="flex-start">
            <NativeSelect
              label="Encryption"
              data={[
                { value: "starttls", label: "STARTTLS" },
                { value: "tls", label: "TLS" }
              ]}
              value={form.security}
              onChange={(event) => {
                const security = event.currentTarget.value
                setForm({ ...form, security, port: security === "tls" ? 465 : 587 })
              }}
            />
            <NumberInput
              label="Port"
              required
              min={1}
              max={65_535}
              allowDecimal={false}
              value={form.port}
              onChange={(port) => setForm({ ...form, port: Number(port) })}
            />
          </Group>
          <TextInput
            label="User name"
            autoComplete="off"
            value={form.user}
            onChange={(event) => setForm({ ...form, user: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          {needsAddress && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              Save a sender e-mail first.
            </Text>
          )}
          {save.isError && issuesOf(save.error).length === 0 && <ErrorAlert error={save.error} />}
          {save.isSuccess && <Alert color="teal">Saved. Send a test mail to try it.</Alert>}
          <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
            {sender.smtp_host === null ? "Use this server" : "Replace server"}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
