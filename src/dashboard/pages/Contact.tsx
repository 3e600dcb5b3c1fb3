import { Page } from "../components/Page.tsx"

export const Contact = () => <Page title="Contact">{null}</Page>
