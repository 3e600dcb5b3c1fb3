import { Card, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Failure, Loading } from "../components/States.tsx"
import { showTime } from "../format.ts"
import { useAccount } from "../useAccount.ts"

const addressOf = (address: Readonly<Record<string, unknown>> | undefined): string =>
  address === undefined
    ? "—"
    : ["name", "first_name", "last_name", "address1", "address2", "postal_code", "city", "state_code", "country_code"]
        .map((key) => address[key])
        .filter((part) => typeof part === "string" && part !== "")
        .join(", ")

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
  const { order, contact_id, deliveries, message_id } = found.data.data
  const facts = [
    [
      "Contact",
      contact_id === null ? (
        "erased"
      ) : (
        <Link key="contact" to="/a/$account/contacts/$id" params={{ account, id: contact_id }}>
          {order.email ?? order.phone ?? contact_id}
        </Link>
      )
    ],
    ["Placed", showTime(order.placed_at)],
    ["Total", `${order.total_amount} ${order.currency_code}`],
    ["Store", order.integration?.store_name ?? "no connected store"],
    ["Paid", <State key="paid" state={order.financial_status} />],
    ["Fulfilled", <State key="fulfilled" state={order.fulfillment_status} />],
    ["Shipment", <State key="shipment" state={order.shipment_status} />],
    ["Delivered", deliveries === 0 ? "not yet" : deliveries === 1 ? "once" : `${deliveries} times`],
    ["Attributed to", message_id ?? "no message"],
    ["Shipped to", addressOf(order.shipping_address)],
    ["Billed to", addressOf(order.billing_address)],
    ["Reported", showTime(order.created_at)]
  ] as const
  return (
    <Page title={`Order ${id}`}>
      <Card withBorder>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text size="sm" component="div">
                {value}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </Card>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Items
        </Title>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Title</Table.Th>
              <Table.Th>SKU</Table.Th>
              <Table.Th ta="right">Quantity</Table.Th>
              <Table.Th ta="right">Price</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(order.line_items ?? []).map((item, at) => (
              <Table.Tr key={at}>
                <Table.Td>{item.title ?? "—"}</Table.Td>
                <Table.Td>{item.sku ?? "—"}</Table.Td>
                <Table.Td ta="right">{item.quantity ?? "—"}</Table.Td>
                <Table.Td ta="right">{item.price ?? "—"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Page>
  )
}
