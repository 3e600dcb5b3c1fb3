import { Alert, Button, Group, NativeSelect, NumberInput, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { Section } from "../components/Section.tsx"
import { useDraft } from "../components/useDraft.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import { useSetSender } from "./useSender.ts"
import * as words from "../words/sending/sending.ts"

const emptyForm = { host: "", port: 587, user: "", security: "starttls" }
type Form = typeof emptyForm

// The password is no part of a draft.
const drafts = keptDrafts<Form>()

const addressOf = ({ host, port, user, security }: Form, password: string): string => {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${security === "tls" ? "smtps" : "smtp"}://${login}${host.trim()}:${port}`
}

const savedForm = ({ smtp_host, smtp_server }: SenderState): Form =>
  smtp_host === null || smtp_server === null
    ? emptyForm
    : {
        host: smtp_host,
        port: smtp_server.port,
        user: smtp_server.user ?? "",
        security: smtp_server.security
      }

const stateText = ({ sending, smtp_host }: SenderState): string => {
  if (smtp_host !== null) return words.sendsByOwnServer(smtp_host)
  return sending.status === "captured" ? words.capturesMail : words.sendsByService
}

/** The mail server of the account, but for its password. */
export const MailServer = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const mayChange = useMay("sender", "change")
  const draft = useDraft(drafts, savedForm(sender))
  const { form, setForm } = draft
  // It is never shown, so a change of the server needs it again.
  const [password, setPassword] = useState("")
  const change = async (smtp_url: string | null, sent?: { readonly form: Form; readonly password: string }) => {
    const answer = await call((api) => api.sender.change({ params: { account }, payload: { smtp_url } }))
    setSender(answer)
    draft.settle(savedForm(answer.data), sent?.form)
    setPassword((now) => (sent === undefined || now === sent.password ? "" : now))
  }
  const save = useMutation({ mutationFn: () => change(addressOf(form, password), { form, password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const needsAddress = issueOf(save.error, "from_email") !== undefined
  return (
    <Section
      title={words.mailServer}
      subtitle={stateText(sender)}
      actions={
        mayChange &&
        sender.smtp_host !== null && (
          <ConfirmButton
            size="xs"
            label={words.removeServer}
            title={words.removeServerTitle}
            action={() => change(null)}
          >
            {words.removeServerExplained}
          </ConfirmButton>
        )
      }
    >
      <OwnersOnly may={mayChange}>
        <form onSubmit={submit}>
          <Stack maw={520}>
            <KeptDraft draft={draft} />
            <Text size="sm" c="dimmed">
              {words.serverExplained}
            </Text>
            <TextInput
              label={words.host}
              placeholder={words.hostExample}
              required
              value={form.host}
              error={issueOf(save.error, "smtp_url")}
              onChange={(event) => setForm({ ...form, host: event.currentTarget.value })}
            />
            <Group grow align="flex-start">
              <NativeSelect
                label={words.encryption}
                data={[
                  { value: "starttls", label: words.startTls },
                  { value: "tls", label: words.tls }
                ]}
                value={form.security}
                onChange={(event) => {
                  const security = event.currentTarget.value
                  setForm({ ...form, security, port: security === "tls" ? 465 : 587 })
                }}
              />
              <NumberInput
                label={words.port}
                required
                min={1}
                max={65_535}
                allowDecimal={false}
                value={form.port}
                onChange={(port) => setForm({ ...form, port: Number(port) })}
              />
            </Group>
            <TextInput
              label={words.userName}
              autoComplete="off"
              value={form.user}
              onChange={(event) => setForm({ ...form, user: event.currentTarget.value })}
            />
            <PasswordInput
              label={words.password}
              {...(sender.smtp_server?.user == null ? {} : { description: words.passwordAgain })}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {needsAddress && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {words.saveSenderEmailFirst}
              </Text>
            )}
            {save.isError && issuesOf(save.error).length === 0 && (
              <ErrorAlert error={save.error} title={words.couldNotSave} />
            )}
            {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.serverSaved}</Alert>}
            <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
              {sender.smtp_host === null ? words.chooseServer : words.replaceServer}
            </Button>
          </Stack>
        </form>
      </OwnersOnly>
    </Section>
  )
}
