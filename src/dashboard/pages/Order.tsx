import { Grid, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Facts } from "../components/Facts.tsx"
import { Page } from "../components/Page.tsx"
import { Section } from "../components/Section.tsx"
import { State } from "../components/State.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { To } from "../components/To.tsx"
import { ContactLink } from "../contact/ContactLink.tsx"
import { EnrolledRuns } from "../flow/EnrolledRuns.tsx"
import { showTime } from "../format.ts"
import { Address } from "../order/Address.tsx"
import { Items } from "../order/Items.tsx"
import { showChannel } from "../reasons.ts"
import { useAccount } from "../useAccount.ts"

/** An order as the store reported it, and what it led to here. */
export const Order = () => {
  const account = useAccount()
  const { id = "" } = useParams({ strict: false })
  const found = useQuery({
    queryKey: ["orders", account, id],
    queryFn: () => call((api) => api.orders.read({ params: { account, id } }))
  })
  if (found.error !== null) return <Failure error={found.error} retry={() => void found.refetch()} />
  if (found.data === undefined) return <Loading />
  const { order, contact_id, deliveries, attribution, flows } = found.data.data
  const name = order.email ?? order.phone ?? contact_id
  const store = order.integration
  return (
    <Page
      title={`Order ${id}`}
      note={`Placed ${showTime(order.placed_at)} · ${order.total_amount} ${order.currency_code}`}
      back={
        <To to="/a/$account/orders" params={{ account }}>
          ← Orders
        </To>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Items order={order} />
            <Section title="What it triggered">
              <EnrolledRuns
                flows={flows}
                none={
                  store === undefined
                    ? "Nothing: only orders of a connected store start flows."
                    : "Nothing: no active flow listened when it came in, or it was imported."
                }
              />
            </Section>
            <Section title="Attribution">
              {attribution === null ? (
                <Text size="sm">No message: the contact had clicked none in the 7 days before.</Text>
              ) : (
                <Text size="sm">
                  {showChannel(attribution.channel)}{" "}
                  <To underline="always" to="/a/$account/messages/$id" params={{ account, id: attribution.message_id }}>
                    {attribution.subject ?? attribution.message_id}
                  </To>
                  , clicked {showTime(attribution.clicked_at)}
                </Text>
              )}
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Section title="Status">
              <Facts
                facts={[
                  ["Paid", <State key="paid" state={order.financial_status} />],
                  ["Fulfilled", <State key="fulfilled" state={order.fulfillment_status} />],
                  ["Shipment", <State key="shipment" state={order.shipment_status} />],
                  ["Delivered", deliveries === 0 ? "not yet" : deliveries === 1 ? "once" : `${deliveries} times`]
                ]}
              />
            </Section>
            <Section title="Buyer">
              <Facts
                facts={[
                  ["Contact", <ContactLink key="contact" id={contact_id} name={name} />],
                  ["Phone", order.phone ?? "—"],
                  ["Customer", order.customer_id ?? "—"]
                ]}
              />
            </Section>
            <Section title="Addresses">
              <Facts
                facts={[
                  ["Shipped to", <Address key="shipping" address={order.shipping_address} />],
                  ["Billed to", <Address key="billing" address={order.billing_address} />]
                ]}
              />
            </Section>
            <Section title="Store">
              <Facts
                facts={[
                  ["Integration", store?.store_name ?? "no connected store"],
                  ["URL", store?.store_url ?? "—"],
                  ["Reported", showTime(order.created_at)],
                  ["Changed", showTime(order.updated_at)]
                ]}
              />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
