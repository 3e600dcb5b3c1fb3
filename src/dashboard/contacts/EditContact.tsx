import { NativeSelect, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import {
  needsPhone,
  type WritableEmailConsent,
  writableEmailConsents,
  type WritableSmsConsent,
  writableSmsConsents
} from "../../domain/contacts/consentOnWrite.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { showState, showStatus } from "../format.ts"
import { changedFields, CustomFieldsInput, fieldRows } from "./CustomFieldsInput.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { TextsPicker } from "../pickers/TextPicker.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

interface EditableContact {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email_consent: string
  readonly sms_consent: string
  readonly tags: ReadonlyArray<string>
  readonly custom_fields: Readonly<Record<string, unknown>>
}

const consentOptions = (current: string, states: ReadonlyArray<string>) =>
  [{ value: "", label: words.keepConsent(showState(current)) }].concat(
    states.filter((state) => state !== current).map((value) => ({ value, label: showStatus(value) }))
  )

// Consent states after which subscribing again needs a proof.
const leftStates: ReadonlySet<string> = new Set(["unsubscribed", "suppressed"])

/** The form for a contact. An address of another contact is refused with a link to that contact (contract §4). */
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
  const [reason, setReason] = useState("")
  const lifts =
    (email_consent === "subscribed" && leftStates.has(contact.email_consent)) ||
    (needsPhone(sms_consent) && leftStates.has(contact.sms_consent))
  const [rows, setRows] = useState(() => fieldRows(contact.custom_fields))
  const save = () => {
    const custom_fields = changedFields(contact.custom_fields, rows)
    return call((api) =>
      api.contacts.update({
        params: { account, id: contact.id },
        headers: {},
        payload: {
          first_name: form.first_name,
          last_name: form.last_name,
          tags: form.tags,
          ...(form.email === (contact.email ?? "") ? {} : { email: form.email }),
          ...(form.phone === (contact.phone ?? "") ? {} : { phone: form.phone }),
          ...(custom_fields === undefined ? {} : { custom_fields }),
          ...(email_consent === undefined ? {} : { email_consent }),
          ...(sms_consent === undefined ? {} : { sms_consent }),
          ...(reason === "" ? {} : { consent_proof: { reason } })
        }
      })
    ).then(() => queries.invalidateQueries({ queryKey: ["contacts", account] }))
  }
  return (
    <FormModal variant="default" label={common.edit} title={words.editContact} submit={common.save} action={save}>
      {(error) => {
        const field = (name: "email" | "phone" | "first_name" | "last_name", label: string) => (
          <TextInput
            label={label}
            value={form[name]}
            error={issueOf(error, name)}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        )
        return (
          <>
            {field("email", common.email)}
            {field("phone", common.phone)}
            {field("first_name", words.firstName)}
            {field("last_name", words.lastName)}
            <TextsPicker
              kind="tags"
              label={words.tags}
              error={undefined}
              value={form.tags}
              onChange={(tags) => setForm({ ...form, tags })}
            />
            <CustomFieldsInput rows={rows} onChange={setRows} />
            <NativeSelect
              label={words.emailConsent}
              data={consentOptions(contact.email_consent, writableEmailConsents)}
              value={email_consent ?? ""}
              onChange={({ currentTarget }) =>
                setEmail(writableEmailConsents.find((state) => state === currentTarget.value))
              }
            />
            <NativeSelect
              label={words.smsConsent}
              data={consentOptions(contact.sms_consent, writableSmsConsents)}
              value={sms_consent ?? ""}
              onChange={({ currentTarget }) =>
                setSms(writableSmsConsents.find((state) => state === currentTarget.value))
              }
            />
            {(lifts || issueOf(error, "consent_proof.reason") !== undefined) && (
              <TextInput
                label={words.howTheyAgreed}
                description={words.howTheyAgreedDescription}
                required
                maxLength={500}
                value={reason}
                error={issueOf(error, "consent_proof.reason")}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            )}
          </>
        )
      }}
    </FormModal>
  )
}
