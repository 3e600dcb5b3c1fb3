import { HttpApi, OpenApi } from "effect/http-api"
import { SchemaErrors } from "../SchemaErrors.ts"
import { SameOrigin } from "./Access.ts"
import { AccountsGroup } from "./Accounts.ts"
import { AppsGroup } from "./Apps.ts"
import { DashboardCampaignsGroup } from "./Campaigns.ts"
import { FlowsGroup } from "./Flows.ts"
import { FormsGroup } from "./Forms.ts"
import { HooksGroup } from "./Hooks.ts"
import { ImportsGroup } from "./Imports.ts"
import { IntegrationsGroup } from "./Integrations.ts"
import { ActivityGroup } from "./Activity.ts"
import { ManyContactsGroup } from "./ManyContacts.ts"
import { ContactNotesGroup } from "./ContactNotes.ts"
import { DashboardContactsGroup } from "./Contacts.ts"
import { DashboardEventsGroup } from "./Events.ts"
import { MessagesGroup } from "./Messages.ts"
import { DashboardOrdersGroup } from "./Orders.ts"
import { MembersGroup } from "./Members.ts"
import { RequestsGroup } from "./Requests.ts"
import { DashboardSegmentsGroup } from "./Segments.ts"
import { SenderGroup } from "./Sender.ts"
import { SendingLimitsGroup } from "./SendingLimits.ts"
import { SessionGroup } from "./Session.ts"
import { SubaccountsGroup } from "./Subaccounts.ts"
import { TestClockGroup } from "./TestClock.ts"
import { TokensGroup } from "./Tokens.ts"

/** The API of the dashboard (contract §9). Callers have a session, not a bearer token. */
export class DashboardApi extends HttpApi.make("dashboard")
  .add(SessionGroup, AccountsGroup, SubaccountsGroup, MembersGroup, TokensGroup, AppsGroup, IntegrationsGroup)
  .add(
    ActivityGroup,
    DashboardContactsGroup,
    ContactNotesGroup,
    ManyContactsGroup,
    DashboardOrdersGroup,
    DashboardEventsGroup,
    MessagesGroup
  )
  .add(
    FlowsGroup,
    DashboardSegmentsGroup,
    DashboardCampaignsGroup,
    FormsGroup,
    HooksGroup,
    SenderGroup,
    SendingLimitsGroup,
    ImportsGroup,
    RequestsGroup,
    TestClockGroup
  )
  .prefix("/dashboard/api")
  .middleware(SchemaErrors)
  .middleware(SameOrigin)
  .annotate(OpenApi.Title, "Tally dashboard") {}
