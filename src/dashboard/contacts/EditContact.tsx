import { NativeSelect, TagsInput, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import {
  type WritableEmailConsent,
  writableEmailConsents,
  type WritableSmsConsent,
  writableSmsConsents
} from "../../domain/contacts/consentOnWrite.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { showState } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"

interface EditableContact {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email_consent: string
  readonly sms_consent: string
  readonly tags: ReadonlyArray<string>
}

const consentOptions = (current: string, states: ReadonlyArray<string>) =>
  [{ value: "", label: `Keep: ${showState(current)}` }].concat(
    states.filter((state) => state !== current).map((value) => ({ value, label: showState(value) }))
  )

/** The form for a contact. An e-mail address or phone number can be added, not replaced (contract §4). */
export const EditContact = ({ contact }: { readonly contact: EditableContact }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [form, setForm] = useState({
    email: contact.email ?? "",
    phone: contact.phone ?? "",
    first_name: contact.first_name ?? "",
    last_name: contact.last_name ?? "",
    tags: contact.tags
  })
  const [email_consent, setEmail] = useState<WritableEmailConsent | undefined>(undefined)
  const [sms_consent, setSms] = useState<WritableSmsConsent | undefined>(undefined)
  const save = () =>
    call((api) =>
      api.contacts.change({
        params: { account, id: contact.id },
        payload: {
          first_name: form.first_name,
          last_name: form.last_name,
          tags: form.tags,
          ...(contact.email === null && form.email !== "" ? { email: form.email } : {}),
          ...(contact.phone === null && form.phone !== "" ? { phone: form.phone } : {}),
          ...(email_consent === undefined ? {} : { email_consent }),
          ...(sms_consent === undefined ? {} : { sms_consent })
        }
      })
    ).then(() => queries.invalidateQueries({ queryKey: ["contacts", account] }))
  return (
    <FormModal variant="default" label="Edit" title="Edit contact" submit="Save" action={save}>
      {(error) => {
        const field = (name: "email" | "phone" | "first_name" | "last_name", label: string, disabled: boolean) => (
          <TextInput
            label={label}
            disabled={disabled}
            value={form[name]}
            error={issueOf(error, name)}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        )
        return (
          <>
            {field("email", "E-mail", contact.email !== null)}
            {field("phone", "Phone", contact.phone !== null)}
            {field("first_name", "First name", false)}
            {field("last_name", "Last name", false)}
            <TagsInput
              label="Tags"
              value={[...form.tags]}
              onChange={(tags) => setForm({ ...form, tags })}
              splitChars={[","]}
            />
            <NativeSelect
              label="E-mail consent"
              data={consentOptions(contact.email_consent, writableEmailConsents)}
              value={email_consent ?? ""}
              onChange={({ currentTarget }) =>
                setEmail(writableEmailConsents.find((state) => state === currentTarget.value))
              }
            />
            <NativeSelect
              label="SMS consent"
              data={consentOptions(contact.sms_consent, writableSmsConsents)}
              value={sms_consent ?? ""}
              onChange={({ currentTarget }) =>
                setSms(writableSmsConsents.find((state) => state === currentTarget.value))
              }
            />
          </>
        )
      }}
    </FormModal>
  )
}
