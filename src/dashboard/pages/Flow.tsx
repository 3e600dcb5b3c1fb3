import { Page } from "../components/Page.tsx"

export const Flow = () => <Page title="Flow">{null}</Page>
