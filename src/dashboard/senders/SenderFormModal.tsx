import { Text, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { FurtherSender } from "../../domain/senders/FurtherSender.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/senders.ts"
import * as sending from "../words/sending/sending.ts"

interface Form {
  readonly from_name: string
  readonly from_email: string
  readonly reply_to: string
}

const empty: Form = { from_name: "", from_email: "", reply_to: "" }

const membersOf = ({ from_name, from_email, reply_to }: Form) => ({
  from_name,
  from_email,
  reply_to: reply_to.trim() === "" ? null : reply_to
})

const Fields = (props: { readonly form: Form; readonly error: unknown; readonly onChange: (form: Form) => void }) => {
  const { form, error, onChange } = props
  const input = (field: keyof Form) => ({
    value: form[field],
    error: issueOf(error, field),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...form, [field]: currentTarget.value })
  })
  return (
    <>
      <TextInput
        label={sending.senderName}
        description={words.nameExplained}
        required
        maxLength={255}
        {...input("from_name")}
      />
      <TextInput
        label={sending.senderEmail}
        description={sending.senderEmailExplained}
        required
        inputMode="email"
        autoComplete="off"
        {...input("from_email")}
      />
      <TextInput
        label={sending.replyTo}
        description={sending.replyToExplained}
        inputMode="email"
        autoComplete="off"
        {...input("reply_to")}
      />
      <Text size="sm" c="dimmed">
        {words.shared}
      </Text>
    </>
  )
}

/** The button and the dialog that add a sender. */
export const NewSender = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [form, setForm] = useState(empty)
  const create = async () => {
    await call((api) => api.senders.create({ params: { account }, payload: membersOf(form) }))
    setForm(empty)
    await queries.invalidateQueries({ queryKey: ["senders", account] })
  }
  return (
    <FormModal label={words.newSender} title={words.newSender} submit={common.create} action={create}>
      {(error) => <Fields form={form} error={error} onChange={setForm} />}
    </FormModal>
  )
}

/** The button and the dialog that change a sender. */
export const EditSender = ({ sender }: { readonly sender: FurtherSender }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const { id, from_name, from_email, reply_to } = sender
  const [form, setForm] = useState<Form>({ from_name, from_email, reply_to: reply_to ?? "" })
  const save = async () => {
    await call((api) => api.senders.change({ params: { account, id }, payload: membersOf(form) }))
    await queries.invalidateQueries({ queryKey: ["senders", account] })
  }
  return (
    <FormModal
      id={`edit-${id}`}
      label={words.edit}
      title={words.editTitle(from_name)}
      submit={common.save}
      action={save}
      size="xs"
      variant="default"
    >
      {(error) => <Fields form={form} error={error} onChange={setForm} />}
    </FormModal>
  )
}
