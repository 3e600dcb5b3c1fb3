import { Page } from "../components/Page.tsx"

export const Flows = () => <Page title="Flows">{null}</Page>
