import { Grid, Stack, Tabs } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactDetails } from "./ContactDetails.tsx"
import { EditContact } from "./EditContact.tsx"
import { ConsentLedger } from "./ConsentLedger.tsx"
import { ComplianceSuppression } from "./ComplianceSuppression.tsx"
import { ContactTimeline } from "./ContactTimeline.tsx"
import { OrderTable } from "../orders/OrderTable.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** A contact with its timeline, orders, consent ledger and actions. */
export const ContactPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = { account, id }
  const query = useQuery({
    queryKey: ["contacts", account, id],
    queryFn: () => call((api) => api.contacts.read({ params }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const contact = query.data.data
  const name = contact.email ?? contact.phone ?? id
  const suppressed = contact.email_consent === "compliance_suppressed"
  const reload = () => queries.invalidateQueries({ queryKey: ["contacts", account] })
  return (
    <Page
      title={name}
      subtitle={[contact.first_name, contact.last_name].filter(Boolean).join(" ") || undefined}
      back={
        <PageLink to="/a/$account/contacts" params={{ account }}>
          ← Contacts
        </PageLink>
      }
      actions={
        <>
          {!suppressed && <EditContact key={contact.updated_at.epochMilliseconds} contact={contact} />}
          {contact.email_consent === "subscribed" && (
            <ConfirmButton
              label="Unsubscribe"
              variant="default"
              color="red"
              title={`Unsubscribe ${name} from e-mail?`}
              action={() =>
                call((api) => api.contacts.change({ params, payload: { email_consent: "unsubscribed" } })).then(reload)
              }
            >
              This contact gets no marketing e-mail until they subscribe again.
            </ConfirmButton>
          )}
          <ComplianceSuppression contact_id={id} name={name} suppressed={suppressed} onDone={reload} />
          <ConfirmButton
            label="Delete"
            title={`Delete ${name}?`}
            action={() =>
              call((api) => api.contacts.erase({ params }))
                .then(() => navigate({ to: "/a/$account/contacts", params: { account } }))
                .then(reload)
            }
          >
            Name, addresses, custom fields and event data are erased at once, also from the {contact.order_count} orders
            of this contact. The orders stay, without personal data. We keep an anonymous record so that an unsubscribed
            address stays unsubscribed. This can&apos;t be undone.
          </ConfirmButton>
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ContactDetails contact={contact} />
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
                <ContactTimeline contact_id={id} />
              </Section>
            </Tabs.Panel>
            <Tabs.Panel value="orders">
              <OrderTable contact_id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="consent">
              <Stack>
                <ConsentLedger contact_id={id} />
              </Stack>
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
