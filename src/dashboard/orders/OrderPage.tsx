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
import { showChannel, showMoney, showTime } from "../format.ts"
import { PostalAddress } from "./PostalAddress.tsx"
import { OrderItems } from "./OrderItems.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/orders.ts"

/** An order with the flows that it triggered and the message that it is attributed to. */
export const OrderPage = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ["orders", account, id],
    queryFn: () => call((api) => api.orders.get({ params: { account, id } }))
  })
  const back = (
    <PageLink to="/a/$account/orders" params={{ account }}>
      {words.backToOrders}
    </PageLink>
  )
  if (query.data === undefined && query.error !== null)
    return <ErrorAlert error={query.error} retry={() => void query.refetch()} back={back} />
  if (query.data === undefined) return <Loading />
  const { order, name: orderName, contact_id, deliveries, attribution, flows } = query.data.data
  const name = order.email ?? order.phone ?? contact_id
  const store = order.integration
  return (
    <Page
      title={words.orderTitle(orderName ?? id)}
      subtitle={`${words.placedAt(showTime(order.placed_at))} · ${showMoney(order.total_amount, order.currency_code)}`}
      back={back}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <OrderItems order={order} />
            <Section title={words.triggeredFlows}>
              <TriggeredFlows
                flows={flows}
                emptyText={store === undefined ? words.onlyConnectedStoresStartFlows : words.noFlowHadTrigger}
              />
            </Section>
            <Section title={words.attribution}>
              {attribution === null ? (
                <Text size="sm">{words.noAttribution}</Text>
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
                  {words.attributionAfter(showTime(attribution.clicked_at))}
                </Text>
              )}
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title={common.status}>
              <DescriptionList
                items={[
                  [words.payment, <StatusBadge key="payment" status={order.financial_status} />],
                  [words.fulfillment, <StatusBadge key="fulfillment" status={order.fulfillment_status} />],
                  [words.shipment, <StatusBadge key="shipment" status={order.shipment_status} />],
                  [words.delivered, words.deliveredTimes(deliveries)]
                ]}
              />
            </Section>
            <Section title={words.buyer}>
              <DescriptionList
                items={[
                  [common.contact, <ContactLink key="contact" id={contact_id} name={name} />],
                  [common.phone, order.phone ?? "—"],
                  [words.customer, order.customer_id ?? "—"]
                ]}
              />
            </Section>
            <Section title={words.addresses}>
              <DescriptionList
                items={[
                  [words.shippedTo, <PostalAddress key="shipping" address={order.shipping_address} />],
                  [words.billedTo, <PostalAddress key="billing" address={order.billing_address} />]
                ]}
              />
            </Section>
            <Section title={words.store}>
              <DescriptionList
                items={[
                  [common.name, store?.store_name ?? words.noConnectedStore],
                  [words.storeUrl, store?.store_url ?? "—"],
                  [words.received, showTime(order.created_at)],
                  [common.updated, showTime(order.updated_at)]
                ]}
              />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
