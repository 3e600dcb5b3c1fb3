import { Page } from "../components/Page.tsx"

export const Imports = () => <Page title="Imports">{null}</Page>
