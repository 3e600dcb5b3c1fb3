import { Page } from "../components/Page.tsx"

export const Orders = () => <Page title="Orders">{null}</Page>
