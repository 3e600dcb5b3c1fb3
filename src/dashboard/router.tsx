import { createRootRoute, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router"
import { EmptyState, ErrorAlert } from "./components/Feedback.tsx"
import { PageLink } from "./components/PageLink.tsx"
import { readPeriod } from "./home/periods.ts"
import { lazyPage } from "./connection/lazyPage.ts"
import { Shell } from "./layout/Shell.tsx"
import * as words from "./words/layout.ts"

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error, reset }) => <ErrorAlert error={error} retry={reset} />
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyPage(() => import("./accounts/SignInPage.tsx"), "SignInPage")
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyPage(() => import("./accounts/SetUpPage.tsx"), "SetUpPage")
})

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyPage(() => import("./accounts/SetUpPage.tsx"), "ResetPasswordPage")
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgotten",
  component: lazyPage(() => import("./accounts/ForgotPasswordPage.tsx"), "ForgotPasswordPage")
})

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyPage(() => import("./accounts/StartPage.tsx"), "StartPage")
})

const account = createRoute({ getParentRoute: () => root, path: "/a/$account", component: Shell })

const home = createRoute({
  getParentRoute: () => account,
  path: "/",
  validateSearch: readPeriod,
  component: lazyPage(() => import("./home/HomePage.tsx"), "HomePage")
})

const contacts = createRoute({
  getParentRoute: () => account,
  path: "/contacts",
  component: lazyPage(() => import("./contacts/ContactsPage.tsx"), "ContactsPage")
})

const contact = createRoute({
  getParentRoute: () => account,
  path: "/contacts/$id",
  component: lazyPage(() => import("./contacts/ContactPage.tsx"), "ContactPage")
})

const orders = createRoute({
  getParentRoute: () => account,
  path: "/orders",
  component: lazyPage(() => import("./orders/OrdersPage.tsx"), "OrdersPage")
})

const order = createRoute({
  getParentRoute: () => account,
  path: "/orders/$id",
  component: lazyPage(() => import("./orders/OrderPage.tsx"), "OrderPage")
})

const flows = createRoute({
  getParentRoute: () => account,
  path: "/flows",
  component: lazyPage(() => import("./flows/FlowsPage.tsx"), "FlowsPage")
})

const flow = createRoute({
  getParentRoute: () => account,
  path: "/flows/$id",
  component: lazyPage(() => import("./flows/FlowPage.tsx"), "FlowPage")
})

const segments = createRoute({
  getParentRoute: () => account,
  path: "/segments",
  component: lazyPage(() => import("./segments/SegmentsPage.tsx"), "SegmentsPage")
})

const segment = createRoute({
  getParentRoute: () => account,
  path: "/segments/$id",
  component: lazyPage(() => import("./segments/SegmentPage.tsx"), "SegmentPage")
})

const campaigns = createRoute({
  getParentRoute: () => account,
  path: "/campaigns",
  component: lazyPage(() => import("./campaigns/CampaignsPage.tsx"), "CampaignsPage")
})

const campaign = createRoute({
  getParentRoute: () => account,
  path: "/campaigns/$id",
  component: lazyPage(() => import("./campaigns/CampaignPage.tsx"), "CampaignPage")
})

const messages = createRoute({
  getParentRoute: () => account,
  path: "/messages",
  component: lazyPage(() => import("./messages/MessagesPage.tsx"), "MessagesPage")
})

const carts = createRoute({
  getParentRoute: () => account,
  path: "/carts",
  component: lazyPage(() => import("./carts/CartsPage.tsx"), "CartsPage")
})

const cart = createRoute({
  getParentRoute: () => account,
  path: "/carts/$id",
  component: lazyPage(() => import("./carts/CartPage.tsx"), "CartPage")
})

const products = createRoute({
  getParentRoute: () => account,
  path: "/products",
  component: lazyPage(() => import("./products/ProductsPage.tsx"), "ProductsPage")
})

const product = createRoute({
  getParentRoute: () => account,
  path: "/products/$id",
  component: lazyPage(() => import("./products/ProductPage.tsx"), "ProductPage")
})

const coupons = createRoute({
  getParentRoute: () => account,
  path: "/coupons",
  component: lazyPage(() => import("./coupons/CouponsPage.tsx"), "CouponsPage")
})

const coupon = createRoute({
  getParentRoute: () => account,
  path: "/coupons/$id",
  component: lazyPage(() => import("./coupons/CouponPage.tsx"), "CouponPage")
})

const media = createRoute({
  getParentRoute: () => account,
  path: "/media",
  component: lazyPage(() => import("./media/MediaPage.tsx"), "MediaPage")
})

const events = createRoute({
  getParentRoute: () => account,
  path: "/events",
  component: lazyPage(() => import("./events/EventsPage.tsx"), "EventsPage")
})

const message = createRoute({
  getParentRoute: () => account,
  path: "/messages/$id",
  component: lazyPage(() => import("./messages/MessagePage.tsx"), "MessagePage")
})

const event = createRoute({
  getParentRoute: () => account,
  path: "/events/$id",
  component: lazyPage(() => import("./events/EventPage.tsx"), "EventPage")
})

const forms = createRoute({
  getParentRoute: () => account,
  path: "/forms",
  component: lazyPage(() => import("./forms/FormsPage.tsx"), "FormsPage")
})

const newForm = createRoute({
  getParentRoute: () => account,
  path: "/forms/new",
  component: lazyPage(() => import("./forms/NewFormPage.tsx"), "NewFormPage")
})

const form = createRoute({
  getParentRoute: () => account,
  path: "/forms/$id",
  component: lazyPage(() => import("./forms/FormPage.tsx"), "FormPage")
})

const imports = createRoute({
  getParentRoute: () => account,
  path: "/imports",
  component: lazyPage(() => import("./imports/ImportsPage.tsx"), "ImportsPage")
})

const importPage = createRoute({
  getParentRoute: () => account,
  path: "/imports/$id",
  component: lazyPage(() => import("./imports/ImportPage.tsx"), "ImportPage")
})

const changes = createRoute({
  getParentRoute: () => account,
  path: "/changes",
  component: lazyPage(() => import("./changes/ChangesPage.tsx"), "ChangesPage")
})

const changePage = createRoute({
  getParentRoute: () => account,
  path: "/changes/$id",
  component: lazyPage(() => import("./changes/ChangePage.tsx"), "ChangePage")
})

const settings = createRoute({
  getParentRoute: () => account,
  path: "/settings",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/a/$account/settings/$section", params: { ...params, section: "account" } })
  }
})

const settingsSection = createRoute({
  getParentRoute: () => account,
  path: "/settings/$section",
  component: lazyPage(() => import("./settings/SettingsPage.tsx"), "SettingsPage")
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
