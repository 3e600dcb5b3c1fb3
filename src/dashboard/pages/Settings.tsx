import { Tabs } from "@mantine/core"
import { useNavigate, useParams } from "@tanstack/react-router"
import { Page } from "../components/Page.tsx"
import { AccountSettings } from "../settings/AccountSettings.tsx"
import { Apps } from "../settings/Apps.tsx"
import { Hooks } from "../settings/Hooks.tsx"
import { Integrations } from "../settings/Integrations.tsx"
import { Members } from "../settings/Members.tsx"
import { Password } from "../settings/Password.tsx"
import { Requests } from "../settings/Requests.tsx"
import { Subaccounts } from "../settings/Subaccounts.tsx"
import { Tokens } from "../settings/Tokens.tsx"
import { Usage } from "../settings/Usage.tsx"
import { useAccount } from "../useAccount.ts"

const sections = [
  ["tokens", "API Tokens", Tokens],
  ["apps", "Apps", Apps],
  ["integrations", "Integrations Hub", Integrations],
  ["webhooks", "Webhooks", Hooks],
  ["subaccounts", "Subaccounts", Subaccounts],
  ["users", "Users", Members],
  ["account", "Account", AccountSettings],
  ["password", "Your password", Password],
  ["usage", "Usage", Usage],
  ["requests", "Requests", Requests]
] as const

export const Settings = () => {
  const account = useAccount()
  const { section } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <Page title="Settings">
      <Tabs
        value={sections.some(([key]) => key === section) ? (section ?? null) : "tokens"}
        keepMounted={false}
        onChange={(next) =>
          void navigate({ to: "/a/$account/settings/$section", params: { account, section: next ?? "tokens" } })
        }
      >
        <Tabs.List mb="md">
          {sections.map(([key, label]) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(([key, , Section]) => (
          <Tabs.Panel key={key} value={key}>
            <Section />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
