import { Stack, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { call } from "../call.ts"
import { Facts } from "../components/Facts.tsx"
import { Page } from "../components/Page.tsx"
import { State } from "../components/State.tsx"
import { Empty, Failure, Loading } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"
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
  const { order, contact_id, deliveries, attribution } = found.data.data
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
    ["Attributed to", attribution?.message_id ?? "no message"],
    ["Shipped to", addressOf(order.shipping_address)],
    ["Billed to", addressOf(order.billing_address)],
    ["Reported", showTime(order.created_at)]
  ] as const
  return (
    <Page title={`Order ${id}`}>
      <Facts facts={facts} />
      <Stack gap="xs">
        <Title order={2} size="h4">
          Items
        </Title>
        <Table
          label="Items"
          columns={[
            { title: "Title", of: ({ item }) => item.title ?? "—" },
            { title: "SKU", of: ({ item }) => item.sku ?? "—" },
            { title: "Quantity", right: true, of: ({ item }) => item.quantity ?? "—" },
            { title: "Price", right: true, of: ({ item }) => item.price ?? "—" }
          ]}
          rows={(order.line_items ?? []).map((item, at) => ({ item, at }))}
          keyOf={({ at }) => String(at)}
          error={null}
          retry={() => undefined}
          empty={<Empty title="No items">The store reported none.</Empty>}
        />
      </Stack>
    </Page>
  )
}
