import { Page } from "../components/Page.tsx"

export const Contacts = () => <Page title="Contacts">{null}</Page>
