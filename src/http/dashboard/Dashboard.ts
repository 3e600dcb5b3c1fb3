import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { OpenAccounts } from "../../programs/accounts/OpenAccounts.ts"
import { SignIn } from "../../programs/accounts/SignIn.ts"
import { ManageMembers } from "../../programs/accounts/ManageMembers.ts"
import { AccountsHandlers } from "./Accounts.ts"
import { AppsHandlers } from "./Apps.ts"
import { SessionCookie } from "./Cookie.ts"
import { DashboardFlowsHandlers } from "../account/Flows.ts"
import { DashboardFormsHandlers } from "../account/Forms.ts"
import { HooksHandlers } from "./Hooks.ts"
import { DashboardBulkChangesHandlers } from "../account/BulkChanges.ts"
import { DashboardImportsHandlers } from "../account/Imports.ts"
import { IntegrationsHandlers } from "./Integrations.ts"
import { DashboardActivityHandlers } from "../account/Activity.ts"
import { DashboardManyContactsHandlers } from "../account/ManyContacts.ts"
import { DashboardContactNotesHandlers } from "../account/ContactNotes.ts"
import { DashboardContactsHandlers } from "../account/Contacts.ts"
import { DashboardCartsHandlers } from "../account/Carts.ts"
import { DashboardProductsHandlers } from "../account/Products.ts"
import { DashboardCouponsHandlers } from "../account/Coupons.ts"
import { DashboardTopicsHandlers } from "../account/Topics.ts"
import { DashboardMediaHandlers } from "../account/Media.ts"
import { DashboardTemplatesHandlers } from "../account/Templates.ts"
import { DashboardEventsHandlers } from "../account/Events.ts"
import { DashboardMessagesHandlers } from "../account/Messages.ts"
import { DashboardOrdersHandlers } from "../account/Orders.ts"
import { MembersHandlers } from "./Members.ts"
import { RequestsHandlers } from "./Requests.ts"
import { DashboardCampaignsHandlers } from "../account/Campaigns.ts"
import { DashboardSegmentsHandlers } from "../account/Segments.ts"
import { DashboardSenderHandlers } from "../account/Sender.ts"
import { DashboardSendersHandlers } from "../account/Senders.ts"
import { DashboardSendingLimitsHandlers } from "../account/SendingLimits.ts"
import { DashboardSiteHandlers } from "../account/Site.ts"
import { SessionHandlers } from "./Session.ts"
import { SubaccountsHandlers } from "./Subaccounts.ts"
import { TestClockHandlers } from "./TestClock.ts"
import { TokensHandlers } from "./Tokens.ts"

const HandlersLayer = Layer.mergeAll(
  AccountsHandlers,
  DashboardActivityHandlers,
  AppsHandlers,
  DashboardContactNotesHandlers,
  DashboardManyContactsHandlers,
  DashboardContactsHandlers,
  DashboardCartsHandlers,
  DashboardProductsHandlers,
  DashboardCouponsHandlers,
  DashboardTopicsHandlers,
  DashboardMediaHandlers,
  DashboardTemplatesHandlers,
  DashboardEventsHandlers,
  DashboardOrdersHandlers,
  DashboardSegmentsHandlers,
  DashboardCampaignsHandlers,
  DashboardFlowsHandlers,
  DashboardFormsHandlers,
  HooksHandlers,
  DashboardBulkChangesHandlers,
  DashboardImportsHandlers,
  IntegrationsHandlers,
  MembersHandlers,
  DashboardMessagesHandlers,
  RequestsHandlers,
  DashboardSenderHandlers,
  DashboardSendersHandlers,
  DashboardSendingLimitsHandlers,
  DashboardSiteHandlers,
  SessionHandlers,
  SubaccountsHandlers,
  TestClockHandlers,
  TokensHandlers
)

/** The dashboard's API. Needs a router, its middleware, the programs, the stores and a database. */
export const DashboardLayer = HttpApiBuilder.layer(DashboardApi).pipe(
  Layer.provide(HandlersLayer),
  Layer.provide([SignIn.layer, ManageMembers.layer]),
  Layer.provide([SignIn.layer, OpenAccounts.layer, SessionCookie.layer])
)
