import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { OpenBusiness } from "../../programs/accounts/OpenBusiness.ts"
import { AcceptInvitation } from "../../programs/accounts/AcceptInvitation.ts"
import { ManageMembers } from "../../programs/accounts/ManageMembers.ts"
import { ResetPassword } from "../../programs/accounts/ResetPassword.ts"
import { SetUp } from "../../programs/accounts/SetUp.ts"
import { SignIn } from "../../programs/accounts/SignIn.ts"
import { AccountAccessLayer, SameOriginLayer, SignedInLayer } from "./Access.ts"
import { AccountsHandlers } from "./Accounts.ts"
import { AppsHandlers } from "./Apps.ts"
import { SessionCookie } from "./Cookie.ts"
import { FlowsHandlers } from "./Flows.ts"
import { FormsHandlers } from "./Forms.ts"
import { HooksHandlers } from "./Hooks.ts"
import { ImportsHandlers } from "./Imports.ts"
import { IntegrationsHandlers } from "./Integrations.ts"
import { ActivityHandlers } from "./Activity.ts"
import { ManyContactsHandlers } from "./ManyContacts.ts"
import { ContactNotesHandlers } from "./ContactNotes.ts"
import { DashboardContactsHandlers } from "./Contacts.ts"
import { DashboardEventsHandlers } from "./Events.ts"
import { MessagesHandlers } from "./Messages.ts"
import { DashboardOrdersHandlers } from "./Orders.ts"
import { MembersHandlers } from "./Members.ts"
import { RequestsHandlers } from "./Requests.ts"
import { DashboardCampaignsHandlers } from "./Campaigns.ts"
import { DashboardSegmentsHandlers } from "./Segments.ts"
import { SenderHandlers } from "./Sender.ts"
import { SendingLimitsHandlers } from "./SendingLimits.ts"
import { SessionHandlers } from "./Session.ts"
import { SubaccountsHandlers } from "./Subaccounts.ts"
import { TestClockHandlers } from "./TestClock.ts"
import { TokensHandlers } from "./Tokens.ts"

const HandlersLayer = Layer.mergeAll(
  AccountsHandlers,
  ActivityHandlers,
  AppsHandlers,
  ContactNotesHandlers,
  ManyContactsHandlers,
  DashboardContactsHandlers,
  DashboardEventsHandlers,
  DashboardOrdersHandlers,
  DashboardSegmentsHandlers,
  DashboardCampaignsHandlers,
  FlowsHandlers,
  FormsHandlers,
  HooksHandlers,
  ImportsHandlers,
  IntegrationsHandlers,
  MembersHandlers,
  MessagesHandlers,
  RequestsHandlers,
  SenderHandlers,
  SendingLimitsHandlers,
  SessionHandlers,
  SubaccountsHandlers,
  TestClockHandlers,
  TokensHandlers
)

const AccessLayer = Layer.mergeAll(SameOriginLayer, SignedInLayer, AccountAccessLayer)

/** The dashboard's API. Needs a router, the programs, the stores and a database. */
export const DashboardLayer = HttpApiBuilder.layer(DashboardApi).pipe(
  Layer.provide(HandlersLayer),
  Layer.provide(AccessLayer),
  Layer.provide([AcceptInvitation.layer, ManageMembers.layer, ResetPassword.layer]),
  Layer.provide([SignIn.layer, SetUp.layer, OpenBusiness.layer, SessionCookie.layer])
)
