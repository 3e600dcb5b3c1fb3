import { Page } from "../components/Page.tsx"
import { OrderTable } from "../order/OrderTable.tsx"

export const Orders = () => (
  <Page title="Orders">
    <OrderTable />
  </Page>
)
