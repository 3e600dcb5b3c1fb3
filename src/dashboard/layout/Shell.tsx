import { ActionIcon, AppShell, Burger, Group, NavLink, ScrollArea, Text, useMantineColorScheme } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { Link, Outlet, useLocation, useParams } from "@tanstack/react-router"
import { AccountMenu } from "./AccountMenu.tsx"

const places = [
  ["", "Home"],
  ["/contacts", "Contacts"],
  ["/orders", "Orders"],
  ["/flows", "Flows"],
  ["/messages", "Messages"],
  ["/events", "Events"],
  ["/imports", "Imports"],
  ["/settings/tokens", "Settings"]
] as const

const SchemeButton = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === "dark"
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={dark ? "Use light colours" : "Use dark colours"}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      {dark ? "☀" : "☾"}
    </ActionIcon>
  )
}

/** What every page of an account stands in. */
export const Shell = () => {
  const [opened, { toggle, close }] = useDisclosure(false)
  const { account = "" } = useParams({ strict: false })
  const { pathname } = useLocation()
  const base = `/a/${account}`
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Text fw={700} size="lg">
              Tally
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <AccountMenu account={account} />
            <SchemeButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Places">
        <ScrollArea>
          {places.map(([path, label]) => {
            const section = path.split("/")[1] ?? ""
            const active = section === "" ? /^\/a\/[^/]+\/?$/.test(pathname) : pathname.startsWith(`${base}/${section}`)
            return (
              <NavLink
                key={path}
                renderRoot={(props) => <Link to={`${base}${path}`} activeOptions={{ exact: true }} {...props} />}
                label={label}
                active={active}
                aria-current={active ? "page" : undefined}
                onClick={close}
              />
            )
          })}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
