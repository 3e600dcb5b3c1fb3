import { NativeSelect, NavLink, Text } from "@mantine/core"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useAccount } from "../accounts/useAccount.ts"
import { useIsOperator } from "../accounts/useSession.ts"
import { Page } from "../components/Page.tsx"
import * as words from "../words/settings/settings.ts"
import { groups } from "./sections.ts"
import classes from "./Settings.module.css"

/** The settings of an account: grouped sections, in a list beside the section, or in a select on a phone. */
export const SettingsPage = () => {
  const account = useAccount()
  const { section } = useParams({ strict: false })
  const navigate = useNavigate()
  const isOperator = useIsOperator()
  const shown = groups.filter(({ isOperators }) => isOperators !== true || isOperator)
  const all = shown.flatMap(({ sections }) => sections)
  const current = all.find(([key]) => key === section) ?? all[0]
  if (current === undefined) return null
  const [currentKey, label, Section] = current
  const open = (key: string) => navigate({ to: "/a/$account/settings/$section", params: { account, section: key } })
  return (
    <Page title={label} subtitle={words.settings}>
      <div className={classes["layout"]}>
        <nav aria-label={words.settings} className={classes["list"]}>
          {shown.map((group) => (
            <div key={group.label} className={classes["group"]}>
              <Text size="xs" fw={600} c="dimmed" className={classes["label"] ?? ""}>
                {group.label}
              </Text>
              {group.sections.map(([key, name]) => (
                <NavLink
                  key={key}
                  label={name}
                  className={classes["link"] ?? ""}
                  active={key === currentKey}
                  aria-current={key === currentKey ? "page" : undefined}
                  renderRoot={(props) => (
                    <Link to="/a/$account/settings/$section" params={{ account, section: key }} {...props} />
                  )}
                />
              ))}
            </div>
          ))}
        </nav>
        <NativeSelect
          className={classes["select"] ?? ""}
          aria-label={words.section}
          value={currentKey}
          data={shown.map((group) => ({
            group: group.label,
            items: group.sections.map(([value, name]) => ({ value, label: name }))
          }))}
          onChange={(event) => void open(event.currentTarget.value)}
        />
        <div className={classes["content"]}>
          <Section key={account} />
        </div>
      </div>
    </Page>
  )
}
