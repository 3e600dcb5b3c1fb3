import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect
} from "@tanstack/react-router"
import { Empty, Failure } from "./components/States.tsx"
import { To } from "./components/To.tsx"
import { Shell } from "./layout/Shell.tsx"

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./pages/SignIn.tsx"), "SignIn")
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./pages/SetUp.tsx"), "SetUp")
})

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyRouteComponent(() => import("./pages/SetUp.tsx"), "ResetPassword")
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: "/forgotten",
  component: lazyRouteComponent(() => import("./pages/Forgotten.tsx"), "Forgotten")
})

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/Start.tsx"), "Start")
})

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: Shell })

const home = createRoute({
  getParentRoute: () => account,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/Home.tsx"), "Home")
})

const contacts = createRoute({
  getParentRoute: () => account,
  path: "/contacts",
  component: lazyRouteComponent(() => import("./pages/Contacts.tsx"), "Contacts")
})

const contact = createRoute({
  getParentRoute: () => account,
  path: "/contacts/$id",
  component: lazyRouteComponent(() => import("./pages/Contact.tsx"), "Contact")
})

const orders = createRoute({
  getParentRoute: () => account,
  path: "/orders",
  component: lazyRouteComponent(() => import("./pages/Orders.tsx"), "Orders")
})

const order = createRoute({
  getParentRoute: () => account,
  path: "/orders/$id",
  component: lazyRouteComponent(() => import("./pages/Order.tsx"), "Order")
})

const flows = createRoute({
  getParentRoute: () => account,
  path: "/flows",
  component: lazyRouteComponent(() => import("./pages/Flows.tsx"), "Flows")
})

const flow = createRoute({
  getParentRoute: () => account,
  path: "/flows/$id",
  component: lazyRouteComponent(() => import("./pages/Flow.tsx"), "Flow")
})

const messages = createRoute({
  getParentRoute: () => account,
  path: "/messages",
  component: lazyRouteComponent(() => import("./pages/Messages.tsx"), "Messages")
})

const events = createRoute({
  getParentRoute: () => account,
  path: "/events",
  component: lazyRouteComponent(() => import("./pages/Events.tsx"), "Events")
})

const message = createRoute({
  getParentRoute: () => account,
  path: "/messages/$id",
  component: lazyRouteComponent(() => import("./pages/Message.tsx"), "Message")
})

const event = createRoute({
  getParentRoute: () => account,
  path: "/events/$id",
  component: lazyRouteComponent(() => import("./pages/Event.tsx"), "Event")
})

const imports = createRoute({
  getParentRoute: () => account,
  path: "/imports",
  component: lazyRouteComponent(() => import("./pages/Imports.tsx"), "Imports")
})

const settings = createRoute({
  getParentRoute: () => account,
  path: "/settings",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/a/$account/settings/$section", params: { ...params, section: "tokens" } })
  }
})

const section = createRoute({
  getParentRoute: () => account,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("./pages/Settings.tsx"), "Settings")
})

const pages = [home, contacts, contact, orders, order, flows, flow] as const
const lists = [messages, message, events, event] as const

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    setUp,
    reset,
    forgotten,
    account.addChildren([...pages, ...lists, imports, settings, section])
  ]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultNotFoundComponent: () => (
    <Empty title="There is no such page">
      <To to="/">Go to the start</To>
    </Empty>
  )
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** What was typed at the sign-in, for whoever forgot their password. */
    readonly email?: string
  }
}
