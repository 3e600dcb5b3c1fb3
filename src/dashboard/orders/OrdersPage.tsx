import { Page } from "../components/Page.tsx"
import { OrderTable } from "./OrderTable.tsx"

export const OrdersPage = () => (
  <Page title="Orders">
    <OrderTable />
  </Page>
)
