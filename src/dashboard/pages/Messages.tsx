import { Page } from "../components/Page.tsx"

export const Messages = () => <Page title="Messages">{null}</Page>
