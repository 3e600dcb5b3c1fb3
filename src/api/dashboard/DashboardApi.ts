import { HttpApi, OpenApi } from "effect/http-api"
import { CampaignsGroup } from "../Campaigns.ts"
import { ContactNotesGroup } from "../ContactNotes.ts"
import { CartCreated, CartResponse, CartsGroup } from "../Carts.ts"
import { contactResponses, ContactsGroup } from "../Contacts.ts"
import { CouponsGroup } from "../Coupons.ts"
import { TopicsGroup } from "../Topics.ts"
import { EventsGroup } from "../Events.ts"
import { ManyContactsGroup } from "../ManyContacts.ts"
import { OrderCreated, OrderResponse, OrdersGroup } from "../Orders.ts"
import { ProductCreated, ProductResponse, ProductsGroup } from "../Products.ts"
import { forUsers } from "../mounts.ts"
import { SchemaErrors } from "../SchemaErrors.ts"
import { SegmentsGroup } from "../Segments.ts"
import { SameOrigin } from "./Access.ts"
import { AccountsGroup } from "./Accounts.ts"
import { AppsGroup } from "./Apps.ts"
import { FlowsGroup } from "../Flows.ts"
import { FormsGroup } from "../Forms.ts"
import { HooksGroup } from "./Hooks.ts"
import { BulkChangesGroup } from "../BulkChanges.ts"
import { ImportsGroup } from "../Imports.ts"
import { IntegrationsGroup } from "./Integrations.ts"
import { ActivityGroup } from "../Activity.ts"
import { MediaGroup } from "../Media.ts"
import { TemplatesGroup } from "../Templates.ts"
import { MessagesGroup } from "../Messages.ts"
import { MembersGroup } from "./Members.ts"
import { RequestsGroup } from "./Requests.ts"
import { SenderGroup } from "../Sender.ts"
import { SendersGroup } from "../Senders.ts"
import { SendingLimitsGroup } from "../SendingLimits.ts"
import { SiteGroup } from "../Site.ts"
import { SessionGroup } from "./Session.ts"
import { SubaccountsGroup } from "./Subaccounts.ts"
import { TestClockGroup } from "./TestClock.ts"
import { TokensGroup } from "./Tokens.ts"

/** The API of the dashboard (contract §9). Callers have a session, not a bearer token. */
export class DashboardApi extends HttpApi.make("dashboard")
  .add(SessionGroup, AccountsGroup, SubaccountsGroup, MembersGroup, TokensGroup, AppsGroup, IntegrationsGroup)
  .add(
    forUsers(ActivityGroup),
    forUsers(ContactsGroup),
    forUsers(ContactNotesGroup),
    forUsers(ManyContactsGroup),
    forUsers(OrdersGroup),
    forUsers(CartsGroup),
    forUsers(ProductsGroup),
    forUsers(EventsGroup),
    forUsers(MessagesGroup)
  )
  .add(
    forUsers(FlowsGroup),
    forUsers(SegmentsGroup),
    forUsers(CampaignsGroup),
    forUsers(CouponsGroup),
    forUsers(TopicsGroup),
    forUsers(MediaGroup),
    forUsers(TemplatesGroup),
    forUsers(FormsGroup),
    HooksGroup,
    forUsers(SenderGroup),
    forUsers(SendersGroup),
    forUsers(SendingLimitsGroup),
    forUsers(SiteGroup),
    forUsers(BulkChangesGroup),
    forUsers(ImportsGroup),
    RequestsGroup,
    TestClockGroup
  )
  .prefix("/dashboard/api")
  .middleware(SchemaErrors)
  .middleware(SameOrigin)
  .annotate(HttpApi.AdditionalSchemas, [
    OrderResponse,
    OrderCreated,
    CartResponse,
    CartCreated,
    ProductResponse,
    ProductCreated,
    ...contactResponses
  ])
  .annotate(OpenApi.Title, "Tally dashboard") {}
