import { Group, NativeSelect, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showState, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { useCursor } from "../useCursor.ts"

const any = { value: "", label: "Any" }
const consentOptions = (states: ReadonlyArray<string>) => [
  any,
  ...states.map((value) => ({ value, label: showState(value) }))
]

const NewContact = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [form, setForm] = useState({ email: "", phone: "", first_name: "", last_name: "" })
  const fields = [
    ["email", "E-mail"],
    ["phone", "Phone"],
    ["first_name", "First name"],
    ["last_name", "Last name"]
  ] as const
  const create = () =>
    call((api) =>
      api.contacts.create({
        params: { account },
        payload: Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ""))
      })
    ).then(() => queries.invalidateQueries({ queryKey: ["contacts", account] }))
  return (
    <FormModal label="New contact" title="New contact" submit="Create" action={create}>
      {(error) =>
        fields.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={form[name]}
            error={issueOf(error, name)}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))
      }
    </FormModal>
  )
}

/** All contacts of an account, with filters. */
export const ContactsPage = () => {
  const account = useAccount()
  const { cursor, first, next, reset } = useCursor()
  const [search, setSearch] = useState("")
  const [email_consent, setEmail] = useState<EmailConsent | undefined>(undefined)
  const [sms_consent, setSms] = useState<SmsConsent | undefined>(undefined)
  const [address] = useDebouncedValue(search.trim(), 250)
  const addressFilter = address === "" ? {} : address.includes("@") ? { email: address } : { phone: address }
  const query = {
    per_page: 25,
    ...addressFilter,
    ...(cursor === undefined ? {} : { cursor }),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent })
  }
  const contacts = useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const filtered = address !== "" || email_consent !== undefined || sms_consent !== undefined
  return (
    <Page title="Contacts" actions={<NewContact />}>
      <Group align="end">
        <TextInput
          label="Find"
          placeholder="Full e-mail address or phone number"
          w={{ base: "100%", sm: 320 }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            reset()
          }}
        />
        <NativeSelect
          label="E-mail consent"
          data={consentOptions(EmailConsent.literals)}
          value={email_consent ?? ""}
          onChange={({ currentTarget }) => {
            setEmail(EmailConsent.literals.find((state) => state === currentTarget.value))
            reset()
          }}
        />
        <NativeSelect
          label="SMS consent"
          data={consentOptions(SmsConsent.literals)}
          value={sms_consent ?? ""}
          onChange={({ currentTarget }) => {
            setSms(SmsConsent.literals.find((state) => state === currentTarget.value))
            reset()
          }}
        />
      </Group>
      <Table
        label="Contacts"
        columns={[
          {
            title: "Contact",
            cell: ({ id, email, phone }) => (
              <PageLink to="/a/$account/contacts/$id" params={{ account, id }} fw={500}>
                {email ?? phone ?? id}
              </PageLink>
            )
          },
          {
            title: "Name",
            cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(" ") || "—"
          },
          { title: "E-mail", cell: (contact) => <StatusBadge status={contact.email_consent} /> },
          { title: "SMS", cell: (contact) => <StatusBadge status={contact.sms_consent} /> },
          { title: "Orders", alignRight: true, cell: ({ order_count }) => order_count },
          { title: "Last order", nowrap: true, cell: ({ last_order_at }) => showTime(last_order_at) }
        ]}
        rows={contacts.data?.data}
        rowKey={({ id }) => id}
        error={contacts.error}
        retry={() => void contacts.refetch()}
        empty={
          filtered ? (
            <EmptyState title="No matching contacts">Search by a full e-mail address or phone number.</EmptyState>
          ) : (
            <EmptyState title="No contacts yet">
              They appear with the first order of your store, or through{" "}
              <PageLink to="/a/$account/imports" params={{ account }} underline="always">
                an import
              </PageLink>
              .
            </EmptyState>
          )
        }
      />
      <Pager
        total={contacts.data?.pagination.total_count}
        onFirst={first}
        onNext={next(contacts.data?.pagination.next_cursor)}
      />
    </Page>
  )
}
