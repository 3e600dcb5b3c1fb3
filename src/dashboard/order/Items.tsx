import { Group, Stack, Text } from "@mantine/core"
import type { OrderBody } from "../../api/Orders.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import { Section } from "../components/Section.tsx"
import { Empty } from "../components/States.tsx"
import { Table } from "../components/Table.tsx"

type Order = Omit<typeof OrderBody.Type, "order_id">

const Line = (props: { readonly label: string; readonly amount: string; readonly bold?: boolean }) => (
  <Group justify="space-between" gap="xl">
    <Text size="sm" fw={props.bold === true ? 600 : 400} style={{ overflowWrap: "anywhere", flex: 1 }}>
      {props.label}
    </Text>
    <Text size="sm" fw={props.bold === true ? 600 : 400}>
      {props.amount}
    </Text>
  </Group>
)

const shownIn =
  (currency: string) =>
  (amount: string | number | null | undefined): string =>
    amount === null || amount === undefined ? "—" : formatAmount(String(amount), currency)

/** What was bought, and what it came to. */
export const Items = ({ order }: { readonly order: Order }) => {
  const shown = shownIn(order.currency_code)
  return (
    <Section title="Items" flush>
      <Table
        label="Items"
        columns={[
          { title: "Title", of: ({ item }) => item.title ?? "—" },
          { title: "SKU", once: true, of: ({ item }) => item.sku ?? "—" },
          { title: "Quantity", right: true, of: ({ item }) => item.quantity ?? "—" },
          { title: "Price", right: true, of: ({ item }) => shown(item.price) }
        ]}
        rows={(order.line_items ?? []).map((item, at) => ({ item, at }))}
        keyOf={({ at }) => String(at)}
        error={null}
        retry={() => undefined}
        empty={<Empty title="No items">The store reported none.</Empty>}
      />
      <Stack gap={4} p="md" maw={420} ml="auto" style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
        {order.subtotal !== undefined && <Line label="Subtotal" amount={shown(order.subtotal)} />}
        {(order.discounts ?? []).map((discount, at) => (
          <Line key={`d${at}`} label={`Discount ${discount.code ?? ""}`} amount={`−${shown(discount.amount)}`} />
        ))}
        {(order.tax_lines ?? []).map((tax, at) => (
          <Line key={`t${at}`} label={tax.title ?? "Tax"} amount={shown(tax.amount)} />
        ))}
        <Line label="Total" amount={`${order.total_amount} ${order.currency_code}`} bold />
      </Stack>
    </Section>
  )
}
