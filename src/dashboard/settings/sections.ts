import type { ComponentType } from "react"
import { TopicsSettings } from "../topics/TopicsSettings.tsx"
import { SendersSettings } from "../senders/SendersSettings.tsx"
import { SendingSettings } from "../sending/SendingSettings.tsx"
import * as words from "../words/settings/settings.ts"
import { AccountSettings } from "./AccountSettings.tsx"
import { Applications } from "./Applications.tsx"
import { Businesses } from "./Businesses.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { Integrations } from "../integrations/Integrations.tsx"
import { Limits } from "./Limits.tsx"
import { RequestLog } from "./RequestLog.tsx"
import { Site } from "./Site.tsx"
import { Subaccounts } from "./Subaccounts.tsx"
import { TestClock } from "./TestClock.tsx"
import { Tokens } from "./Tokens.tsx"
import { Usage } from "./Usage.tsx"
import { Users } from "./Users.tsx"
import { Webhooks } from "./Webhooks.tsx"

interface Group {
  readonly label: string
  /** Shown to the operator of the service alone. */
  readonly isOperators?: boolean
  readonly sections: ReadonlyArray<readonly [key: string, label: string, content: ComponentType]>
}

/** The sections of the settings by group; the first one is the default. */
export const groups: ReadonlyArray<Group> = [
  {
    label: words.groups.store,
    sections: [
      ["account", words.sections.account, AccountSettings],
      ["integrations", words.sections.integrations, Integrations],
      ["site", words.sections.site, Site],
      ["subaccounts", words.sections.subaccounts, Subaccounts]
    ]
  },
  {
    label: words.groups.sending,
    sections: [
      ["sending", words.sections.sending, SendingSettings],
      ["senders", words.sections.senders, SendersSettings],
      ["topics", words.sections.topics, TopicsSettings]
    ]
  },
  {
    label: words.groups.team,
    sections: [
      ["users", words.sections.users, Users],
      ["password", words.sections.password, ChangePassword]
    ]
  },
  {
    label: words.groups.developers,
    sections: [
      ["tokens", words.sections.tokens, Tokens],
      ["apps", words.sections.apps, Applications],
      ["webhooks", words.sections.webhooks, Webhooks],
      ["usage", words.sections.usage, Usage],
      ["limits", words.sections.limits, Limits],
      ["requests", words.sections.requests, RequestLog],
      ["test-clock", words.sections.testClock, TestClock]
    ]
  },
  { label: words.groups.operator, isOperators: true, sections: [["businesses", words.sections.businesses, Businesses]] }
]
