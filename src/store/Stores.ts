import { Layer } from "effect"
import { Accounts } from "./accounts/Accounts.ts"
import { Applications } from "./accounts/Applications.ts"
import { HookNonces } from "./accounts/HookNonces.ts"
import { Integrations } from "./integrations/Integrations.ts"
import { Members } from "./accounts/Members.ts"
import { Passwords } from "./accounts/Passwords.ts"
import { RequestQueries } from "./accounts/RequestQueries.ts"
import { RequestLog } from "./accounts/RequestLog.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { SetupLinks } from "./accounts/SetupLinks.ts"
import { TestClocks } from "./accounts/TestClocks.ts"
import { Tokens } from "./accounts/Tokens.ts"
import { Users } from "./accounts/Users.ts"
import { Admissions } from "./admission/Admissions.ts"
import { AdmissionPrefetch } from "./admission/Prefetch.ts"
import { TokenUses } from "./admission/TokenUses.ts"
import { Carts } from "./carts/Carts.ts"
import { Products } from "./products/Products.ts"
import { ContactConsents } from "./contacts/ContactConsents.ts"
import { ContactNotes } from "./contacts/ContactNotes.ts"
import { ContactQueries } from "./contacts/ContactQueries.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { SuppressionList } from "./contacts/SuppressionList.ts"
import { Campaigns } from "./campaigns/Campaigns.ts"
import { ContactTopics } from "./contacts/ContactTopics.ts"
import { Topics } from "./topics/Topics.ts"
import { Secrets } from "./keys/Secrets.ts"
import { Events } from "./events/Events.ts"
import { IdempotencyKeys } from "./events/IdempotencyKeys.ts"
import { FlowVersions } from "./flows/FlowVersions.ts"
import { FlowRuns } from "./flows/FlowRuns.ts"
import { Flows } from "./flows/Flows.ts"
import { SendStops } from "./messages/SendStops.ts"
import { SignUps } from "./forms/SignUps.ts"
import { Forms } from "./forms/Forms.ts"
import { BulkChanges } from "./changes/BulkChanges.ts"
import { Imports } from "./imports/Imports.ts"
import { MediaFiles } from "./media/MediaFiles.ts"
import { PlatformDeliveries } from "./integrations/PlatformDeliveries.ts"
import { Deliveries } from "./messages/Deliveries.ts"
import { Clicks } from "./messages/Clicks.ts"
import { MessageEvents } from "./messages/MessageEvents.ts"
import { MessageQueries } from "./messages/MessageQueries.ts"
import { SendingAllowances } from "./messages/SendingAllowances.ts"
import { SenderDomains } from "./senders/SenderDomains.ts"
import { Senders } from "./senders/Senders.ts"
import { FurtherSenders } from "./senders/FurtherSenders.ts"
import { TrackingDomains } from "./senders/TrackingDomains.ts"
import { ReportKeys } from "./mailReports/ReportKeys.ts"
import { SoftBounces } from "./mailReports/SoftBounces.ts"
import { ShortLinks } from "./messages/ShortLinks.ts"
import { OrderQueries } from "./orders/OrderQueries.ts"
import { prefetchOrders } from "./orders/readOrderRows.ts"
import { Orders } from "./orders/Orders.ts"
import { Segments } from "./segments/Segments.ts"
import { Sites } from "./visits/Sites.ts"
import { Visits } from "./visits/Visits.ts"

/** Accounts, members, credentials and senders. Requires `Keys`. */
export const AccountStoresLayer = Layer.mergeAll(
  Accounts.layer,
  Applications.layer,
  Integrations.layer,
  HookNonces.layer,
  Members.layer,
  Passwords.layer,
  Senders.layer,
  SenderDomains.layer,
  FurtherSenders.layer,
  TrackingDomains.layer,
  ReportKeys.layer,
  Sessions.layer,
  SetupLinks.layer,
  Tokens.layer,
  Users.layer
).pipe(Layer.provide(Secrets.layer))

/** Every store that calls and programs use. Requires `Keys`. */
export const StoresLayer = Layer.mergeAll(
  Admissions.layer.pipe(Layer.provide(Layer.succeed(AdmissionPrefetch, prefetchOrders))),
  Campaigns.layer,
  Carts.layer,
  Products.layer,
  Clicks.layer,
  ContactConsents.layer,
  ContactNotes.layer,
  ContactQueries.layer,
  Contacts.layer,
  ContactTopics.layer,
  Topics.layer,
  Deliveries.layer,
  Events.layer,
  FlowRuns.layer,
  Flows.layer,
  SendStops.layer,
  SignUps.layer,
  Forms.layer,
  IdempotencyKeys.layer,
  BulkChanges.layer,
  Imports.layer,
  MediaFiles.layer,
  MessageEvents.layer,
  MessageQueries.layer,
  OrderQueries.layer,
  Orders.layer,
  RequestQueries.layer,
  Segments.layer,
  Sites.layer,
  Visits.layer,
  RequestLog.layer,
  ShortLinks.layer,
  SoftBounces.layer,
  SendingAllowances.layer,
  PlatformDeliveries.layer,
  TestClocks.layer,
  TokenUses.layer,
  AccountStoresLayer
).pipe(Layer.provideMerge(Layer.mergeAll(SuppressionList.layer, FlowVersions.layer)))
