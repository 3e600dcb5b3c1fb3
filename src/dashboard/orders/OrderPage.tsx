import { Grid, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { DescriptionList } from "../components/DescriptionList.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { ErrorAlert, Loading } from "../components/Feedback.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { ContactLink } from "../contacts/ContactLink.tsx"
import { TriggeredFlows } from "../flows/TriggeredFlows.tsx"
import { showChannel, showTime } from "../format.ts"
import { PostalAddress } from "./PostalAddress.tsx"
import { OrderItems } from "./OrderItems.tsx"
import { useAccount } from "../accounts/useAccount.ts"

/** An order with the flows that it triggered and the message that it is attributed to. */
export const OrderPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["orders", account, id],
    queryFn: () => call((api) => api.orders.read({ params: { account, id } }))
  })
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  const { order, contact_id, deliveries, attribution, flows } = query.data.data
  const name = order.email ?? order.phone ?? contact_id
  const store = order.integration
  return (
    <Page
      title={`Order ${id}`}
      subtitle={`Placed ${showTime(order.placed_at)} · ${order.total_amount} ${order.currency_code}`}
      back={
        <PageLink to="/a/$account/orders" params={{ account }}>
          ← Orders
        </PageLink>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <OrderItems order={order} />
            <Section title="Triggered flows">
              <TriggeredFlows
                flows={flows}
                emptyText={
                  store === undefined
                    ? "None. Only orders of a connected store start flows."
                    : "None. No active flow had this trigger when the order was received, or the order was imported."
                }
              />
            </Section>
            <Section title="Attribution">
              {attribution === null ? (
                <Text size="sm">None. The contact clicked no message in the 7 days before the order.</Text>
              ) : (
                <Text size="sm">
                  {showChannel(attribution.channel)}{" "}
                  <PageLink
                    underline="always"
                    to="/a/$account/messages/$id"
                    params={{ account, id: attribution.message_id }}
                  >
                    {attribution.subject ?? attribution.message_id}
                  </PageLink>
                  , clicked {showTime(attribution.clicked_at)}
                </Text>
              )}
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title="Status">
              <DescriptionList
                items={[
                  ["Paid", <StatusBadge key="paid" status={order.financial_status} />],
                  ["Fulfilled", <StatusBadge key="fulfilled" status={order.fulfillment_status} />],
                  ["Shipment", <StatusBadge key="shipment" status={order.shipment_status} />],
                  ["Delivered", deliveries === 0 ? "not yet" : deliveries === 1 ? "once" : `${deliveries} times`]
                ]}
              />
            </Section>
            <Section title="Buyer">
              <DescriptionList
                items={[
                  ["Contact", <ContactLink key="contact" id={contact_id} name={name} />],
                  ["Phone", order.phone ?? "—"],
                  ["Customer", order.customer_id ?? "—"]
                ]}
              />
            </Section>
            <Section title="Addresses">
              <DescriptionList
                items={[
                  ["Shipped to", <PostalAddress key="shipping" address={order.shipping_address} />],
                  ["Billed to", <PostalAddress key="billing" address={order.billing_address} />]
                ]}
              />
            </Section>
            <Section title="Store">
              <DescriptionList
                items={[
                  ["Integration", store?.store_name ?? "no connected store"],
                  ["URL", store?.store_url ?? "—"],
                  ["Received", showTime(order.created_at)],
                  ["Updated", showTime(order.updated_at)]
                ]}
              />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
