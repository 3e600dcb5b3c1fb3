import { Group, Stack, Text } from "@mantine/core"
import type { OrderBody } from "../../api/Orders.ts"
import { Section } from "../components/Section.tsx"
import { EmptyState } from "../components/Feedback.tsx"
import { LongText } from "../components/LongText.tsx"
import { Table } from "../components/Table.tsx"
import { showAmount, showMoney } from "../format.ts"
import * as words from "../words/orders.ts"

type Order = Omit<typeof OrderBody.Type, "order_id">

const AmountRow = (props: { readonly label: string; readonly amount: string; readonly bold?: boolean }) => (
  <Group justify="space-between" gap="xl">
    <Text size="sm" fw={props.bold === true ? 600 : 400} style={{ overflowWrap: "anywhere", flex: 1 }}>
      <LongText text={props.label} max={100} />
    </Text>
    <Text size="sm" fw={props.bold === true ? 600 : 400}>
      {props.amount}
    </Text>
  </Group>
)

const amountIn =
  (currency: string) =>
  (amount: string | number | null | undefined): string =>
    amount === null || amount === undefined ? "—" : showAmount(String(amount), currency)

/** The line items of an order with discounts, taxes and total. */
export const OrderItems = ({ order }: { readonly order: Order }) => {
  const amountText = amountIn(order.currency_code)
  return (
    <Section title={words.items} flush>
      <Table
        label={words.items}
        columns={[
          { title: words.itemTitle, cell: ({ item }) => item.title ?? "—" },
          { title: words.sku, nowrap: true, cell: ({ item }) => item.sku ?? "—" },
          { title: words.quantity, alignRight: true, cell: ({ item }) => item.quantity ?? "—" },
          { title: words.price, alignRight: true, cell: ({ item }) => amountText(item.price) }
        ]}
        rows={(order.line_items ?? []).map((item, index) => ({ item, index }))}
        rowKey={({ index }) => String(index)}
        error={null}
        retry={() => undefined}
        empty={<EmptyState title={words.noItems}>{words.noItemsSent}</EmptyState>}
      />
      <Stack gap={4} p="md" maw={420} ml="auto" style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
        {order.subtotal !== undefined && <AmountRow label={words.subtotal} amount={amountText(order.subtotal)} />}
        {(order.discounts ?? []).map((discount, index) => (
          <AmountRow
            key={`d${index}`}
            label={words.discount(discount.code ?? "")}
            amount={`−${amountText(discount.amount)}`}
          />
        ))}
        {(order.tax_lines ?? []).map((tax, index) => (
          <AmountRow key={`t${index}`} label={tax.title ?? words.tax} amount={amountText(tax.amount)} />
        ))}
        <AmountRow label={words.total} amount={showMoney(order.total_amount, order.currency_code)} bold />
      </Stack>
    </Section>
  )
}
