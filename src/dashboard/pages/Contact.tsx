import { Grid, Stack, Tabs } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Confirm } from "../components/Confirm.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { To } from "../components/To.tsx"
import { ContactFacts } from "../contact/ContactFacts.tsx"
import { EditContact } from "../contact/EditContact.tsx"
import { Ledger } from "../contact/Ledger.tsx"
import { Suppression } from "../contact/Suppression.tsx"
import { TimelineOf } from "../contact/TimelineOf.tsx"
import { OrderTable } from "../order/OrderTable.tsx"
import { useAccount } from "../useAccount.ts"

/** A contact: who they are, all that happened, and what can be done. */
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
  const suppressed = known.email_consent === "compliance_suppressed"
  const reload = () => queries.invalidateQueries({ queryKey: ["contacts", account] })
  return (
    <Page
      title={name}
      note={[known.first_name, known.last_name].filter(Boolean).join(" ") || undefined}
      back={
        <To to="/a/$account/contacts" params={{ account }}>
          ← Contacts
        </To>
      }
      actions={
        <>
          {!suppressed && <EditContact key={known.updated_at.epochMilliseconds} contact={known} />}
          {known.email_consent === "subscribed" && (
            <Confirm
              label="Unsubscribe"
              variant="default"
              color="red"
              title={`Unsubscribe ${name} from e-mail?`}
              action={() =>
                call((api) => api.contacts.change({ params, payload: { email_consent: "unsubscribed" } })).then(reload)
              }
            >
              No marketing e-mail goes to this contact until they subscribe again.
            </Confirm>
          )}
          <Suppression contact_id={id} name={name} suppressed={suppressed} onDone={reload} />
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
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ContactFacts contact={known} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Tabs defaultValue="timeline" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
              <Tabs.Tab value="orders">Orders</Tabs.Tab>
              <Tabs.Tab value="consent">Consent</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="timeline">
              <Section title="Timeline">
                <TimelineOf contact_id={id} />
              </Section>
            </Tabs.Panel>
            <Tabs.Panel value="orders">
              <OrderTable contact_id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="consent">
              <Stack>
                <Ledger contact_id={id} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
