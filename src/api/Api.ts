import { HttpApi, OpenApi } from "effect/http-api"
import { AccountGroup } from "./Account.ts"
import { ActivityGroup } from "./Activity.ts"
import { OnAccountClock } from "./Authorization.ts"
import { CampaignsGroup } from "./Campaigns.ts"
import { ContactNotesGroup } from "./ContactNotes.ts"
import { CartCreated, CartResponse, CartsGroup } from "./Carts.ts"
import { contactResponses, ContactsGroup } from "./Contacts.ts"
import { CouponsGroup } from "./Coupons.ts"
import { TopicsGroup } from "./Topics.ts"
import { EventsGroup } from "./Events.ts"
import { documented } from "./OpenApi.ts"
import { FlowsGroup } from "./Flows.ts"
import { FormsGroup } from "./Forms.ts"
import { BulkChangesGroup } from "./BulkChanges.ts"
import { ImportsGroup } from "./Imports.ts"
import { ManyContactsGroup } from "./ManyContacts.ts"
import { MediaGroup } from "./Media.ts"
import { TemplatesGroup } from "./Templates.ts"
import { MessagesGroup } from "./Messages.ts"
import { forTokens } from "./mounts.ts"
import { OAuthGroup } from "./OAuth.ts"
import { OrderResponse, OrderCreated, OrdersGroup } from "./Orders.ts"
import { ProductCreated, ProductResponse, ProductsGroup } from "./Products.ts"
import { SchemaErrors } from "./SchemaErrors.ts"
import { SegmentsGroup } from "./Segments.ts"
import { SenderGroup } from "./Sender.ts"
import { SendersGroup } from "./Senders.ts"
import { SendingLimitsGroup } from "./SendingLimits.ts"
import { SiteGroup } from "./Site.ts"
import { SystemGroup } from "./System.ts"

const declared = HttpApi.make("tally")
  .add(
    forTokens(OrdersGroup),
    forTokens(CartsGroup),
    forTokens(ProductsGroup),
    forTokens(ContactsGroup),
    forTokens(ContactNotesGroup),
    forTokens(ManyContactsGroup),
    forTokens(SegmentsGroup),
    forTokens(CampaignsGroup),
    forTokens(CouponsGroup),
    forTokens(TopicsGroup),
    forTokens(MediaGroup),
    forTokens(TemplatesGroup),
    forTokens(EventsGroup),
    forTokens(FlowsGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(FormsGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(BulkChangesGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(ImportsGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(MessagesGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(SenderGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(SendersGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(SendingLimitsGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(ActivityGroup.annotateEndpoints(OnAccountClock, false)),
    forTokens(SiteGroup.annotateEndpoints(OnAccountClock, false)),
    AccountGroup
  )
  .prefix("/v1")
  .add(OAuthGroup, SystemGroup)
  .middleware(SchemaErrors)
  .annotate(HttpApi.AdditionalSchemas, [
    OrderResponse,
    OrderCreated,
    CartResponse,
    CartCreated,
    ProductResponse,
    ProductCreated,
    ...contactResponses
  ])
  .annotate(OpenApi.Title, "Tally")
  .annotate(OpenApi.Version, "1.0.0")

/** The public API. Server, OpenAPI document and typed client are derived from it. */
export class Api extends documented(declared) {}
