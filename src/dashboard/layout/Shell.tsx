import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  NavLink,
  ScrollArea,
  useComputedColorScheme,
  useMantineColorScheme
} from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { Link, Outlet, useLocation, useParams } from "@tanstack/react-router"
import { Icon } from "../components/Icon.tsx"
import { AccountMenu } from "../accounts/AccountMenu.tsx"
import { SendingBanner } from "./SendingBanner.tsx"
import { Logo } from "./SignedOutLayout.tsx"
import classes from "./Shell.module.css"

const navigation = [
  ["", "Home", "home"],
  ["/contacts", "Contacts", "contacts"],
  ["/orders", "Orders", "orders"],
  ["/flows", "Flows", "flows"],
  ["/messages", "Messages", "messages"],
  ["/events", "Events", "events"],
  ["/imports", "Imports", "imports"],
  ["/settings/tokens", "Settings", "settings"]
] as const

const SchemeButton = () => {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === "dark"
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={dark ? "Use light colours" : "Use dark colours"}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </ActionIcon>
  )
}

/** The layout of every page of an account: header, navigation, content. */
export const Shell = () => {
  const [opened, { toggle, close }] = useDisclosure(false)
  const { account = "" } = useParams({ strict: false })
  const { pathname } = useLocation()
  const base = `/a/${account}`
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "xl" }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Logo />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <AccountMenu account={account} />
            <SchemeButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" className={classes["navbar"] ?? ""}>
        <ScrollArea>
          {navigation.map(([path, label, icon]) => {
            const section = path.split("/")[1] ?? ""
            const active = section === "" ? /^\/a\/[^/]+\/?$/.test(pathname) : pathname.startsWith(`${base}/${section}`)
            return (
              <NavLink
                key={path}
                renderRoot={(props) => <Link to={`${base}${path}`} activeOptions={{ exact: true }} {...props} />}
                label={label}
                leftSection={<Icon name={icon} />}
                className={classes["navLink"] ?? ""}
                active={active}
                aria-current={active ? "page" : undefined}
                onClick={close}
              />
            )
          })}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main>
        <div className={classes["content"]}>
          <SendingBanner />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
