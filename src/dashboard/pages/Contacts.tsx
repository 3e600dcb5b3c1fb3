import { Group, NativeSelect, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { call, issuesOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty } from "../components/States.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { To } from "../components/To.tsx"
import { showState, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"
import { useCursor } from "../useCursor.ts"

const any = { value: "", label: "Any" }
const choices = (states: ReadonlyArray<string>) => [any, ...states.map((value) => ({ value, label: showState(value) }))]

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
            error={issuesOf(error).find(({ field }) => field === name)?.message}
            onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value })}
          />
        ))
      }
    </FormModal>
  )
}

export const Contacts = () => {
  const account = useAccount()
  const { cursor, first, next, reset } = useCursor()
  const [search, setSearch] = useState("")
  const [email_consent, setEmail] = useState<EmailConsent | undefined>(undefined)
  const [sms_consent, setSms] = useState<SmsConsent | undefined>(undefined)
  const [wanted] = useDebouncedValue(search.trim(), 250)
  const named = wanted === "" ? {} : wanted.includes("@") ? { email: wanted } : { phone: wanted }
  const query = {
    per_page: 25,
    ...named,
    ...(cursor === undefined ? {} : { cursor }),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent })
  }
  const contacts = useQuery({
    queryKey: ["contacts", account, query],
    queryFn: () => call((api) => api.contacts.list({ params: { account }, query })),
    placeholderData: keepPreviousData
  })
  const filtered = wanted !== "" || email_consent !== undefined || sms_consent !== undefined
  return (
    <Page title="Contacts" actions={<NewContact />}>
      <Group align="end">
        <TextInput
          label="Find"
          placeholder="Whole e-mail address or phone number"
          w={{ base: "100%", sm: 320 }}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            reset()
          }}
        />
        <NativeSelect
          label="E-mail consent"
          data={choices(EmailConsent.literals)}
          value={email_consent ?? ""}
          onChange={({ currentTarget }) => {
            setEmail(EmailConsent.literals.find((state) => state === currentTarget.value))
            reset()
          }}
        />
        <NativeSelect
          label="SMS consent"
          data={choices(SmsConsent.literals)}
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
            of: ({ id, email, phone }) => (
              <To to="/a/$account/contacts/$id" params={{ account, id }} fw={500}>
                {email ?? phone ?? id}
              </To>
            )
          },
          {
            title: "Name",
            of: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(" ") || "—"
          },
          { title: "E-mail", of: (contact) => <State state={contact.email_consent} /> },
          { title: "SMS", of: (contact) => <State state={contact.sms_consent} /> },
          { title: "Orders", right: true, of: ({ order_count }) => order_count },
          { title: "Last order", once: true, of: ({ last_order_at }) => showTime(last_order_at) }
        ]}
        rows={contacts.data?.data}
        keyOf={({ id }) => id}
        error={contacts.error}
        retry={() => void contacts.refetch()}
        empty={
          filtered ? (
            <Empty title="Nobody fits">Search takes a whole e-mail address or phone number.</Empty>
          ) : (
            <Empty title="No contacts yet">
              They come with the first order of your store, or by{" "}
              <To to="/a/$account/imports" params={{ account }} underline="always">
                an import
              </To>
              .
            </Empty>
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
