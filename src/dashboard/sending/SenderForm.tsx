import { Alert, Button, Checkbox, ColorInput, Stack, Text, Textarea, TextInput } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import type { FormEvent } from "react"
import type { SenderState } from "../../domain/senders/SenderState.ts"
import { call, issueOf, issuesOf } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { KeptDraft } from "../components/KeptDraft.tsx"
import { keptDrafts } from "../components/keptDrafts.ts"
import { Section } from "../components/Section.tsx"
import { useDraft } from "../components/useDraft.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { OwnersOnly } from "../accounts/OwnersOnly.tsx"
import { useMay } from "../accounts/useMay.ts"
import { useSession } from "../accounts/useSession.ts"
import { useSetSender } from "./useSender.ts"
import * as words from "../words/sending/sending.ts"

const fields = [
  "from_name",
  "from_email",
  "reply_to",
  "postal_address",
  "logo_url",
  "color",
  "link_parameters"
] as const
type Field = (typeof fields)[number]

const formOf = (sender: SenderState) => ({
  from_name: sender.from_name ?? "",
  from_email: sender.from_email ?? "",
  reply_to: sender.reply_to ?? "",
  postal_address: sender.postal_address ?? "",
  logo_url: sender.logo_url ?? "",
  color: sender.color ?? "",
  link_parameters: sender.link_parameters ?? "",
  shared_address: sender.shared_address
})

const drafts = keptDrafts<ReturnType<typeof formOf>>()

/** The form for name, addresses, logo and colour of the account's e-mail. */
export const SenderForm = ({ sender }: { readonly sender: SenderState }) => {
  const account = useAccount()
  const setSender = useSetSender()
  const mayChange = useMay("sender", "change")
  const session = useSession()
  const isOperator = session.data?.data.user.operator === true
  const draft = useDraft(drafts, formOf(sender))
  const { form } = draft
  const save = useMutation({
    mutationFn: (sent: typeof form) => {
      const value = (field: Field) => (sent[field].trim() === "" ? null : sent[field])
      const payload = {
        from_name: value("from_name"),
        from_email: value("from_email"),
        reply_to: value("reply_to"),
        postal_address: value("postal_address"),
        logo_url: value("logo_url"),
        color: value("color"),
        link_parameters: value("link_parameters"),
        ...(isOperator && sent.shared_address !== sender.shared_address ? { shared_address: sent.shared_address } : {})
      }
      return call((api) => api.sender.change({ params: { account }, payload }))
    },
    onSuccess: (saved, sent) => {
      setSender(saved)
      draft.settle(formOf(saved.data), sent)
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  const change = (next: typeof form) => {
    draft.setForm(next)
    if (save.isSuccess) save.reset()
  }
  const input = (field: Field) => ({
    value: form[field],
    error: issueOf(save.error, field),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ ...form, [field]: event.currentTarget.value })
  })
  const shared_from = sender.from_email === null && sender.shared_address ? sender.sending.from : null
  return (
    <Section title={words.sender} subtitle={words.senderExplained}>
      <OwnersOnly may={mayChange}>
        <form onSubmit={submit}>
          <Stack maw={520}>
            <KeptDraft draft={draft} />
            <TextInput label={words.senderName} description={words.senderNameExplained} {...input("from_name")} />
            <TextInput
              label={words.senderEmail}
              description={shared_from === null ? words.senderEmailExplained : words.senderEmailUntilSet(shared_from)}
              inputMode="email"
              autoComplete="off"
              {...input("from_email")}
            />
            <TextInput
              label={words.replyTo}
              description={words.replyToExplained}
              inputMode="email"
              autoComplete="off"
              {...input("reply_to")}
            />
            <Textarea
              label={words.postalAddress}
              description={words.postalAddressExplained}
              autosize
              minRows={2}
              {...input("postal_address")}
            />
            <TextInput label={words.logo} description={words.logoExplained} inputMode="url" {...input("logo_url")} />
            <ColorInput
              label={words.brandColour}
              description={words.brandColourExplained}
              withEyeDropper={false}
              value={form.color}
              error={issueOf(save.error, "color")}
              onChange={(color) => change({ ...form, color })}
            />
            <TextInput
              label={words.linkParameters}
              description={words.linkParametersExplained}
              placeholder={words.linkParametersExample}
              autoComplete="off"
              {...input("link_parameters")}
            />
            {isOperator && (
              <Checkbox
                label={words.sharedAddress}
                description={words.sharedAddressExplained}
                checked={form.shared_address}
                onChange={(event) => change({ ...form, shared_address: event.currentTarget.checked })}
              />
            )}
            {save.isError && issuesOf(save.error).length === 0 && (
              <ErrorAlert error={save.error} title={words.couldNotSave} />
            )}
            {issuesOf(save.error).length > 0 && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {words.fixMarkedFields}
              </Text>
            )}
            {save.isSuccess && !draft.isUnsaved && <Alert color="teal">{words.saved}</Alert>}
            <Button type="submit" loading={save.isPending} style={{ alignSelf: "flex-start" }}>
              {words.saveSender}
            </Button>
          </Stack>
        </form>
      </OwnersOnly>
    </Section>
  )
}
