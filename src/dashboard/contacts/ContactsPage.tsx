import { Button, Group, NativeSelect, TextInput } from "@mantine/core"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { contactSortColumns, maxChosen } from "../../domain/contacts/ContactQuery.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { Page } from "../components/Page.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { halfOnPhone, SearchInput } from "../components/SearchInput.tsx"
import { LinkButton } from "../components/LinkButton.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { Pager, Table } from "../components/Table.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showStatus, showTime } from "../format.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { BulkActions } from "./BulkActions.tsx"
import { ContactConditions } from "./ContactConditions.tsx"
import { conditionsText, readConditions } from "./conditionsInAddress.ts"
import { fullName } from "./contactName.ts"
import { presentData, untilCounted, waitingText } from "../untilCounted.ts"
import { useListState } from "../useListState.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

const any = { value: "", label: words.anyConsent }
const consentOptions = (states: ReadonlyArray<string>) => [
  any,
  ...states.map((value) => ({ value, label: showStatus(value) }))
]

const NewContact = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const [form, setForm] = useState({ email: "", phone: "", first_name: "", last_name: "" })
  const fields = [
    ["email", common.email],
    ["phone", common.phone],
    ["first_name", words.firstName],
    ["last_name", words.lastName]
  ] as const
  const create = () =>
    call((api) =>
      api.contacts.create({
        params: { account },
        headers: {},
        payload: Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ""))
      })
    ).then(() => queries.invalidateQueries({ queryKey: ["contacts", account] }))
  return (
    <FormModal label={words.newContact} title={words.newContact} submit={common.create} action={create}>
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
  const list = useListState()
  const search = list.filter("search")
  const email_consent = EmailConsent.literals.find((state) => state === list.filter("email"))
  const sms_consent = SmsConsent.literals.find((state) => state === list.filter("sms"))
  const [conditions, setConditions] = useState(() => readConditions(list.filter("conditions")))
  const [isConditional, setConditional] = useState(conditions !== undefined)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const filter = {
    ...(search === "" ? {} : { search }),
    ...(email_consent === undefined ? {} : { email_consent }),
    ...(sms_consent === undefined ? {} : { sms_consent })
  }
  const sort = list.sorted(contactSortColumns, { column: "created_at", descending: true })
  const page = { per_page: 25, ...(list.cursor === undefined ? {} : { cursor: list.cursor }) }
  const query = { ...page, ...filter, ...sort.query }
  const contacts = useQuery({
    queryKey: ["contacts", account, query, conditions],
    queryFn: () =>
      call((api) =>
        conditions === undefined
          ? api.contacts.list({ params: { account }, query })
          : api.segments.draftMembers({ params: { account }, query: page, payload: { conditions } })
      ),
    placeholderData: keepPreviousData,
    ...(conditions === undefined ? {} : untilCounted)
  })
  const waiting = conditions === undefined ? undefined : waitingText(contacts)
  const found = waiting === undefined ? contacts.data : presentData(contacts)
  const filtered = Object.keys(filter).length > 0 || conditions !== undefined
  const total = found?.pagination.total_count
  return (
    <Page
      title={words.contacts}
      actions={
        <>
          {selected.size === 0 ? (
            <BulkActions chosen={conditions === undefined ? { filter } : { conditions }} total={total} />
          ) : (
            <>
              <Button variant="subtle" onClick={() => setSelected(new Set())}>
                {words.clearSelection}
              </Button>
              <BulkActions
                chosen={{ contact_ids: [...selected] }}
                total={selected.size}
                onDeleted={() => setSelected(new Set())}
              />
            </>
          )}
          <NewContact />
        </>
      }
    >
      {isConditional ? (
        <ContactConditions
          applied={conditions ?? []}
          error={contacts.error}
          onApply={(next) => {
            setConditions(next.length === 0 ? undefined : next)
            list.setFilters({ search: "", email: "", sms: "", sort: "", conditions: conditionsText(next) })
          }}
          onClose={() => {
            setConditional(false)
            setConditions(undefined)
            list.setFilters({ conditions: "" })
          }}
        />
      ) : (
        <Group align="end">
          <SearchInput
            label={words.search}
            placeholder={words.emailNameOrPhone}
            maxLength={200}
            w={{ base: "100%", sm: 320 }}
            value={search}
            onSearch={(text) => list.setFilters({ search: text })}
          />
          <NativeSelect
            label={words.emailConsent}
            {...halfOnPhone}
            data={consentOptions(EmailConsent.literals)}
            value={email_consent ?? ""}
            onChange={({ currentTarget }) => list.setFilters({ email: currentTarget.value })}
          />
          <NativeSelect
            label={words.smsConsent}
            {...halfOnPhone}
            data={consentOptions(SmsConsent.literals)}
            value={sms_consent ?? ""}
            onChange={({ currentTarget }) => list.setFilters({ sms: currentTarget.value })}
          />
          <Button variant="default" onClick={() => setConditional(true)}>
            {words.moreFilters}
          </Button>
        </Group>
      )}
      <Table
        label={words.contacts}
        columns={[
          {
            title: common.contact,
            fills: true,
            cell: ({ id, email, phone }) => (
              <PageLink to="/a/$account/contacts/$id" params={{ account, id }} fw={500}>
                {email ?? phone ?? id}
              </PageLink>
            )
          },
          {
            title: common.name,
            fills: true,
            cell: (contact) => fullName(contact) ?? "—"
          },
          { title: common.email, cell: (contact) => <StatusBadge status={contact.email_consent} /> },
          { title: common.sms, cell: (contact) => <StatusBadge status={contact.sms_consent} /> },
          { title: words.orders, alignRight: true, cell: ({ order_count }) => order_count },
          { title: words.added, nowrap: true, sort: "created_at", cell: ({ created_at }) => showTime(created_at) },
          {
            title: words.lastOrder,
            nowrap: true,
            sort: "last_order_at",
            cell: ({ last_order_at }) => showTime(last_order_at)
          }
        ]}
        {...(conditions === undefined ? { sort: sort.table } : {})}
        selection={{
          keys: selected,
          onChange: setSelected,
          label: ({ id, email, phone }) => words.selectContact(email ?? phone ?? id),
          max: maxChosen
        }}
        rows={found?.data}
        rowKey={({ id }) => id}
        error={contacts.error}
        waiting={waiting}
        retry={() => void contacts.refetch()}
        empty={
          filtered ? (
            <EmptyState title={words.noMatchingContacts}>
              {conditions === undefined ? words.tryPart : words.loosenConditions}
            </EmptyState>
          ) : (
            <EmptyState
              title={words.noContactsYet}
              sample={[
                "ada@example.com",
                words.sampleName,
                <StatusBadge key="consent" status="subscribed" />,
                words.sampleOrders
              ]}
              action={
                <LinkButton to="/a/$account/imports" params={{ account }}>
                  {words.importContacts}
                </LinkButton>
              }
            >
              {words.howContactsAppear}
            </EmptyState>
          )
        }
      />
      <Pager {...list.pager({ data: found, isPlaceholderData: contacts.isPlaceholderData })} />
    </Page>
  )
}
