import { createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router"
import { EmptyState, ErrorAlert } from "./components/Feedback.tsx"
import { PageLink } from "./components/PageLink.tsx"
import { readPeriod } from "./home/periods.ts"
import { lazyPage, type Pages } from "./connection/lazyPage.ts"
import { Shell } from "./layout/Shell.tsx"
import * as words from "./words/layout.ts"

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <ErrorAlert error={error} retry={reset} />
})

/** A page that needs no account. */
const outside = <const Path extends string, Module extends Pages, Name extends keyof Module & string>(
  path: Path,
  load: () => Promise<Module>,
  name: Name
) => createRoute({ getParentRoute: () => root, path, component: lazyPage(load, name) })

const signIn = outside("/sign-in", () => import("./accounts/SignInPage.tsx"), "SignInPage")
const setUp = outside("/setup", () => import("./accounts/SetUpPage.tsx"), "SetUpPage")
const reset = outside("/reset", () => import("./accounts/SetUpPage.tsx"), "ResetPasswordPage")
const forgotPassword = outside("/forgotten", () => import("./accounts/ForgotPasswordPage.tsx"), "ForgotPasswordPage")
const start = outside("/", () => import("./accounts/StartPage.tsx"), "StartPage")

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: Shell })

/** A page of the account. */
const page = <const Path extends string, Module extends Pages, Name extends keyof Module & string>(
  path: Path,
  load: () => Promise<Module>,
  name: Name
) => createRoute({ getParentRoute: () => account, path, component: lazyPage(load, name) })

const home = createRoute({
  getParentRoute: () => account,
  path: "/",
  validateSearch: readPeriod,
  component: lazyPage(() => import("./home/HomePage.tsx"), "HomePage")
})

const contacts = page("/contacts", () => import("./contacts/ContactsPage.tsx"), "ContactsPage")
const contact = page("/contacts/$id", () => import("./contacts/ContactPage.tsx"), "ContactPage")
const orders = page("/orders", () => import("./orders/OrdersPage.tsx"), "OrdersPage")
const order = page("/orders/$id", () => import("./orders/OrderPage.tsx"), "OrderPage")
const flows = page("/flows", () => import("./flows/FlowsPage.tsx"), "FlowsPage")
const flow = page("/flows/$id", () => import("./flows/FlowPage.tsx"), "FlowPage")
const segments = page("/segments", () => import("./segments/SegmentsPage.tsx"), "SegmentsPage")
const segment = page("/segments/$id", () => import("./segments/SegmentPage.tsx"), "SegmentPage")
const campaigns = page("/campaigns", () => import("./campaigns/CampaignsPage.tsx"), "CampaignsPage")
const campaign = page("/campaigns/$id", () => import("./campaigns/CampaignPage.tsx"), "CampaignPage")
const messages = page("/messages", () => import("./messages/MessagesPage.tsx"), "MessagesPage")
const carts = page("/carts", () => import("./carts/CartsPage.tsx"), "CartsPage")
const cart = page("/carts/$id", () => import("./carts/CartPage.tsx"), "CartPage")
const products = page("/products", () => import("./products/ProductsPage.tsx"), "ProductsPage")
const product = page("/products/$id", () => import("./products/ProductPage.tsx"), "ProductPage")
const coupons = page("/coupons", () => import("./coupons/CouponsPage.tsx"), "CouponsPage")
const coupon = page("/coupons/$id", () => import("./coupons/CouponPage.tsx"), "CouponPage")
const media = page("/media", () => import("./media/MediaPage.tsx"), "MediaPage")
const events = page("/events", () => import("./events/EventsPage.tsx"), "EventsPage")
const message = page("/messages/$id", () => import("./messages/MessagePage.tsx"), "MessagePage")
const event = page("/events/$id", () => import("./events/EventPage.tsx"), "EventPage")
const forms = page("/forms", () => import("./forms/FormsPage.tsx"), "FormsPage")
const newForm = page("/forms/new", () => import("./forms/NewFormPage.tsx"), "NewFormPage")
const form = page("/forms/$id", () => import("./forms/FormPage.tsx"), "FormPage")
const imports = page("/imports", () => import("./imports/ImportsPage.tsx"), "ImportsPage")
const importPage = page("/imports/$id", () => import("./imports/ImportPage.tsx"), "ImportPage")
const changes = page("/changes", () => import("./changes/ChangesPage.tsx"), "ChangesPage")
const changePage = page("/changes/$id", () => import("./changes/ChangePage.tsx"), "ChangePage")

const settings = createRoute({
  getParentRoute: () => account,
  path: "/settings",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/a/$account/settings/$section", params: { ...params, section: "account" } })
  }
})

const settingsSection = page("/settings/$section", () => import("./settings/SettingsPage.tsx"), "SettingsPage")

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
      carts,
      cart,
      products,
      product,
      coupons,
      coupon,
      media,
      flows,
      flow,
      segments,
      segment,
      campaigns,
      campaign,
      messages,
      message,
      events,
      event,
      forms,
      newForm,
      form,
      imports,
      changes,
      changePage,
      importPage,
      settings,
      settingsSection
    ])
  ]),
  basepath: "/dashboard",
  defaultPreload: "intent",
  defaultErrorComponent: ({ error, reset }) => <ErrorAlert error={error} retry={reset} />,
  defaultNotFoundComponent: () => (
    <EmptyState title={words.pageNotFound}>
      <PageLink to="/">{words.goHome}</PageLink>
    </EmptyState>
  )
})
