import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect
} from "@tanstack/react-router"
import { EmptyState, ErrorAlert } from "./components/Feedback.tsx"
import { PageLink } from "./components/PageLink.tsx"
import { Shell } from "./layout/Shell.tsx"

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <ErrorAlert error={error} retry={reset} />
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./accounts/SignInPage.tsx"), "SignInPage")
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./accounts/SetUpPage.tsx"), "SetUpPage")
})

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyRouteComponent(() => import("./accounts/SetUpPage.tsx"), "ResetPasswordPage")
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgotten",
  component: lazyRouteComponent(() => import("./accounts/ForgotPasswordPage.tsx"), "ForgotPasswordPage")
})

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("./accounts/StartPage.tsx"), "StartPage")
})

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: Shell })

const home = createRoute({
  getParentRoute: () => account,
  path: "/",
  component: lazyRouteComponent(() => import("./home/HomePage.tsx"), "HomePage")
})

const contacts = createRoute({
  getParentRoute: () => account,
  path: "/contacts",
  component: lazyRouteComponent(() => import("./contacts/ContactsPage.tsx"), "ContactsPage")
})

const contact = createRoute({
  getParentRoute: () => account,
  path: "/contacts/$id",
  component: lazyRouteComponent(() => import("./contacts/ContactPage.tsx"), "ContactPage")
})

const orders = createRoute({
  getParentRoute: () => account,
  path: "/orders",
  component: lazyRouteComponent(() => import("./orders/OrdersPage.tsx"), "OrdersPage")
})

const order = createRoute({
  getParentRoute: () => account,
  path: "/orders/$id",
  component: lazyRouteComponent(() => import("./orders/OrderPage.tsx"), "OrderPage")
})

const flows = createRoute({
  getParentRoute: () => account,
  path: "/flows",
  component: lazyRouteComponent(() => import("./flows/FlowsPage.tsx"), "FlowsPage")
})

const flow = createRoute({
  getParentRoute: () => account,
  path: "/flows/$id",
  component: lazyRouteComponent(() => import("./flows/FlowPage.tsx"), "FlowPage")
})

const messages = createRoute({
  getParentRoute: () => account,
  path: "/messages",
  component: lazyRouteComponent(() => import("./messages/MessagesPage.tsx"), "MessagesPage")
})

const events = createRoute({
  getParentRoute: () => account,
  path: "/events",
  component: lazyRouteComponent(() => import("./events/EventsPage.tsx"), "EventsPage")
})

const message = createRoute({
  getParentRoute: () => account,
  path: "/messages/$id",
  component: lazyRouteComponent(() => import("./messages/MessagePage.tsx"), "MessagePage")
})

const event = createRoute({
  getParentRoute: () => account,
  path: "/events/$id",
  component: lazyRouteComponent(() => import("./events/EventPage.tsx"), "EventPage")
})

const imports = createRoute({
  getParentRoute: () => account,
  path: "/imports",
  component: lazyRouteComponent(() => import("./imports/ImportsPage.tsx"), "ImportsPage")
})

const settings = createRoute({
  getParentRoute: () => account,
  path: "/settings",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/a/$account/settings/$section", params: { ...params, section: "tokens" } })
  }
})

const settingsSection = createRoute({
  getParentRoute: () => account,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("./settings/SettingsPage.tsx"), "SettingsPage")
})

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    setUp,
    reset,
    forgotPassword,
    account.addChildren([
      home,
      contacts,
      contact,
      orders,
      order,
      flows,
      flow,
      messages,
      message,
      events,
      event,
      imports,
      settings,
      settingsSection
    ])
  ]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultNotFoundComponent: () => (
    <EmptyState title="Page not found">
      <PageLink to="/">Go to Home</PageLink>
    </EmptyState>
  )
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The e-mail input of the sign-in, carried over to the reset form. */
    readonly email?: string
  }
}
