import { Page } from "../components/Page.tsx"

export const Events = () => <Page title="Events">{null}</Page>
