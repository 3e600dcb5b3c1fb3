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
import { type MouseEvent, useEffect } from "react"
import { Icon } from "../components/Icon.tsx"
import { AccountMenu } from "../accounts/AccountMenu.tsx"
import { FindButton } from "../find/FindButton.tsx"
import { ConnectionBar } from "../connection/ConnectionBar.tsx"
import { preloadPages } from "../connection/pageModules.ts"
import * as words from "../words/layout.ts"
import { SendingBanner } from "./SendingBanner.tsx"
import { Logo } from "./SignedOutLayout.tsx"
import classes from "./Shell.module.css"

const navigation = [
  ["", words.home, "home"],
  ["/contacts", words.contacts, "contacts"],
  ["/orders", words.orders, "orders"],
  ["/carts", words.carts, "carts"],
  ["/products", words.products, "products"],
  ["/flows", words.flows, "flows"],
  ["/segments", words.segments, "segments"],
  ["/campaigns", words.campaigns, "campaigns"],
  ["/coupons", words.coupons, "coupons"],
  ["/media", words.media, "image"],
  ["/messages", words.messages, "messages"],
  ["/events", words.events, "events"],
  ["/forms", words.forms, "forms"],
  ["/imports", words.imports, "imports"],
  ["/changes", words.changes, "undo"],
  ["/settings/account", words.settings, "settings"]
] as const

const SchemeButton = () => {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === "dark"
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={dark ? words.toLightColours : words.toDarkColours}
      onClick={() => setColorScheme(dark ? "light" : "dark")}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </ActionIcon>
  )
}

// In milliseconds. Leaves the first page to load before the others.
const preloadDelay = 3_000

// Moves the focus alone: a fragment would become part of the page's address.
const skipToContent = (event: MouseEvent<HTMLAnchorElement>) => {
  event.preventDefault()
  document.getElementById("content")?.focus()
}

/** The layout of every page of an account: header, navigation, content. */
export const Shell = () => {
  const [opened, { toggle, close }] = useDisclosure(false)
  const { account = "" } = useParams({ strict: false })
  const { pathname } = useLocation()
  const base = `/a/${account}`
  useEffect(() => {
    const timer = setTimeout(preloadPages, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "xl" }}
    >
      <a href="#content" className={classes["skipLink"]} onClick={skipToContent}>
        {words.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" flex="none">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Logo />
          </Group>
          <Group gap="xs" wrap="nowrap" justify="flex-end" miw={0} flex={1}>
            <FindButton />
            <AccountMenu account={account} />
            <SchemeButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={words.navigation} className={classes["navbar"] ?? ""}>
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
      <AppShell.Main id="content" tabIndex={-1} className={classes["main"] ?? ""}>
        <div className={classes["content"]}>
          <SendingBanner />
          <Outlet />
        </div>
        <ConnectionBar />
      </AppShell.Main>
    </AppShell>
  )
}
