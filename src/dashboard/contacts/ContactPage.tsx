import { Button, Grid, Group, Stack, Tabs, Text } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { ContactDetails } from "./ContactDetails.tsx"
import { EditContact } from "./EditContact.tsx"
import { ConsentLedger } from "./ConsentLedger.tsx"
import { contactName } from "./contactName.ts"
import { ContactNotes } from "./ContactNotes.tsx"
import { MergeContact } from "./MergeContact.tsx"
import { ComplianceSuppression } from "./ComplianceSuppression.tsx"
import { ContactTimeline } from "./ContactTimeline.tsx"
import { ContactSegments } from "../segments/ContactSegments.tsx"
import { OrderTable } from "../orders/OrderTable.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/contacts/contacts.ts"

const ConsentChip = (props: { readonly label: string; readonly status: string }) => (
  <Group gap={6} component="span" wrap="nowrap">
    <Text size="sm" component="span">
      {props.label}
    </Text>
    <StatusBadge status={props.status} />
  </Group>
)

/** A contact with its timeline, orders, consent ledger and actions. */
export const ContactPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = { account, id }
  const query = useQuery({
    queryKey: ["contacts", account, id],
    queryFn: () => call((api) => api.contacts.get({ params }))
  })
  const back = (
    <PageLink to="/a/$account/contacts" params={{ account }}>
      {words.backToContacts}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const contact = query.data.data
  const name = contactName(contact)
  const suppressed = contact.email_consent === "compliance_suppressed"
  const reload = () => queries.invalidateQueries({ queryKey: ["contacts", account] })
  return (
    <Page
      title={name}
      subtitle={
        <Group gap="md" component="span">
          {[contact.email, contact.phone]
            .filter((address) => address !== null && address !== name)
            .map((address) => (
              <span key={address} style={{ overflowWrap: "anywhere" }}>
                {address}
              </span>
            ))}
          <ConsentChip label={common.email} status={contact.email_consent} />
          <ConsentChip label={common.sms} status={contact.sms_consent} />
        </Group>
      }
      back={back}
      actions={
        <>
          {!suppressed && <EditContact key={contact.updated_at.epochMilliseconds} contact={contact} />}
          {contact.email_consent === "subscribed" && (
            <ConfirmButton
              label={words.unsubscribe}
              variant="default"
              title={words.unsubscribeTitle(name)}
              action={() =>
                call((api) =>
                  api.contacts.update({ params, headers: {}, payload: { email_consent: "unsubscribed" } })
                ).then(reload)
              }
            >
              {words.unsubscribeText}
            </ConfirmButton>
          )}
          {!suppressed && <MergeContact contact_id={id} name={name} onDone={reload} />}
          <Button
            component="a"
            variant="default"
            href={`/dashboard/api/accounts/${account}/contacts/${id}/export`}
            download
          >
            {words.exportData}
          </Button>
          <Button
            component="a"
            variant="default"
            href={`/dashboard/api/accounts/${account}/contacts/${id}/data-page`}
            target="_blank"
          >
            {words.showKeptData}
          </Button>
          <ComplianceSuppression contact_id={id} name={name} suppressed={suppressed} onDone={reload} />
          <ConfirmButton
            label={common.deleting}
            title={words.deleteTitle(name)}
            action={() =>
              call((api) => api.contacts.remove({ params, headers: {} }))
                .then(() => navigate({ to: "/a/$account/contacts", params: { account } }))
                .then(reload)
            }
          >
            {words.deleteText(contact.order_count)}
          </ConfirmButton>
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <ContactDetails contact={contact} />
            <ContactNotes contact_id={id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Tabs defaultValue="timeline" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="timeline">{words.timeline}</Tabs.Tab>
              <Tabs.Tab value="orders">{words.orders}</Tabs.Tab>
              <Tabs.Tab value="consent">{words.consent}</Tabs.Tab>
              <Tabs.Tab value="segments">{words.segments}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="timeline">
              <Section title={words.timeline}>
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
            <Tabs.Panel value="segments">
              <ContactSegments contact_id={id} />
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
