import { Stack, Title } from "@mantine/core"
import { OrderTable } from "../order/OrderTable.tsx"

/** The orders of a contact, newest first. */
export const OrdersOf = ({ contact_id }: { readonly contact_id: string }) => (
  <Stack gap="xs">
    <Title order={2} size="h4">
      Orders
    </Title>
    <OrderTable contact_id={contact_id} />
  </Stack>
)
