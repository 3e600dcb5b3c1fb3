import { Page } from "../components/Page.tsx"

export const Home = () => <Page title="Home">{null}</Page>
