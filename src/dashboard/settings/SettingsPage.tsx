import { Tabs } from "@mantine/core"
import { useNavigate, useParams } from "@tanstack/react-router"
import { Page } from "../components/Page.tsx"
import { SendingSettings } from "../sending/SendingSettings.tsx"
import { AccountSettings } from "./AccountSettings.tsx"
import { Applications } from "./Applications.tsx"
import { Webhooks } from "./Webhooks.tsx"
import { Integrations } from "./Integrations.tsx"
import { Users } from "./Users.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { RequestLog } from "./RequestLog.tsx"
import { Subaccounts } from "./Subaccounts.tsx"
import { Tokens } from "./Tokens.tsx"
import { Usage } from "./Usage.tsx"
import { useAccount } from "../accounts/useAccount.ts"

const sections = [
  ["tokens", "API Tokens", Tokens],
  ["apps", "Apps", Applications],
  ["integrations", "Integrations Hub", Integrations],
  ["sending", "Sending", SendingSettings],
  ["webhooks", "Webhooks", Webhooks],
  ["subaccounts", "Subaccounts", Subaccounts],
  ["users", "Users", Users],
  ["account", "Account", AccountSettings],
  ["password", "Your password", ChangePassword],
  ["usage", "Usage", Usage],
  ["requests", "Requests", RequestLog]
] as const

/** The settings of an account, one tab a section. */
export const SettingsPage = () => {
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
