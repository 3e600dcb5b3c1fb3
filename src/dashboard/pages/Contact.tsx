import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { Facts } from "../components/Facts.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty, Failure, Loading } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
import { EditContact } from "../contact/EditContact.tsx"
import { MessagesOf } from "../contact/MessagesOf.tsx"
import { OrdersOf } from "../contact/OrdersOf.tsx"
import { showState, showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

const Ledger = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const consent = useQuery({
    queryKey: ["contacts", account, id, "consent"],
    queryFn: () => call((api) => api.contacts.consent({ params: { account, id } }))
  })
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Consent ledger
      </Title>
      <Table
        label="Consent ledger"
        columns={[
          { title: "When", of: ({ recorded_at }) => showTime(recorded_at) },
          { title: "Channel", of: ({ channel }) => (channel === "sms" ? "SMS" : "E-mail") },
          {
            title: "What",
            of: ({ refused, from, to }) =>
              refused ? (
                <Text size="sm">
                  refused: stays <State state={from} />
                </Text>
              ) : (
                <Group gap={4} wrap="nowrap">
                  <State state={from} /> → <State state={to} />
                </Group>
              )
          },
          { title: "Why", of: ({ rule }) => rule },
          { title: "Cause", of: ({ cause, source_id }) => `${showState(cause)} ${source_id}` }
        ]}
        rows={consent.data?.data.history}
        keyOf={({ recorded_at, channel, to, refused }) => `${recorded_at.epochMilliseconds}${channel}${to}${refused}`}
        error={consent.error}
        retry={() => void consent.refetch()}
        empty={
          <Empty title="Nothing asked yet">Every change of consent, and every refusal, is written down here.</Empty>
        }
      />
    </Stack>
  )
}

export const Contact = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = { account, id }
  const contact = useQuery({
    queryKey: ["contacts", account, id],
    queryFn: () => call((api) => api.contacts.read({ params }))
  })
  if (contact.error !== null) return <Failure error={contact.error} retry={() => void contact.refetch()} />
  if (contact.data === undefined) return <Loading />
  const known = contact.data.data
  const name = known.email ?? known.phone ?? id
  const reload = () => queries.invalidateQueries({ queryKey: ["contacts", account] })
  const facts = [
    ["Name", [known.first_name, known.last_name].filter(Boolean).join(" ") || "—"],
    ["E-mail", known.email ?? "—"],
    ["Phone", known.phone ?? "—"],
    ["E-mail consent", <State key="email" state={known.email_consent} />],
    ["SMS consent", <State key="sms" state={known.sms_consent} />],
    ["Tags", known.tags.join(", ") || "—"],
    ["Orders", known.order_count],
    ["First order", showTime(known.first_order_at)],
    ["Last order", showTime(known.last_order_at)],
    ["Known since", showTime(known.created_at)]
  ] as const
  return (
    <Page
      title={name}
      actions={
        <>
          <EditContact key={known.updated_at.epochMilliseconds} contact={known} />
          {known.email_consent === "subscribed" && (
            <Confirm
              label="Unsubscribe"
              color="orange"
              title={`Unsubscribe ${name} from e-mail?`}
              action={() =>
                call((api) => api.contacts.change({ params, payload: { email_consent: "unsubscribed" } })).then(reload)
              }
            >
              No marketing e-mail goes to this contact until they subscribe again.
            </Confirm>
          )}
          <Confirm
            label="Delete"
            title={`Delete ${name}?`}
            action={() =>
              call((api) => api.contacts.erase({ params }))
                .then(() => navigate({ to: "/a/$account/contacts", params: { account } }))
                .then(reload)
            }
          >
            Name, addresses, custom fields and the data of their events are erased at once, also from their{" "}
            {known.order_count} orders. The orders stay without a person. What they decided about messages is remembered
            by a keyed hash, should the address come back. It can't be undone.
          </Confirm>
        </>
      }
    >
      <Facts facts={facts} />
      <OrdersOf contact_id={id} />
      <MessagesOf contact_id={id} />
      <Ledger id={id} />
    </Page>
  )
}
