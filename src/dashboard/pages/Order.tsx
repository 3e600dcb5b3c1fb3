import { Page } from "../components/Page.tsx"

export const Order = () => <Page title="Order">{null}</Page>
