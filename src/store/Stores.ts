import { Layer } from "effect"
import { Accounts } from "./accounts/Accounts.ts"
import { Applications } from "./accounts/Applications.ts"
import { HookNonces } from "./accounts/HookNonces.ts"
import { Integrations } from "./integrations/Integrations.ts"
import { MadeCredentials } from "./accounts/MadeCredentials.ts"
import { Members } from "./accounts/Members.ts"
import { Passwords } from "./accounts/Passwords.ts"
import { RateBudget } from "./accounts/RateBudget.ts"
import { RequestQueries } from "./accounts/RequestQueries.ts"
import { RequestLog } from "./accounts/RequestLog.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { SetupLinks } from "./accounts/SetupLinks.ts"
import { SignInAttempts } from "./accounts/SignInAttempts.ts"
import { TestClocks } from "./accounts/TestClocks.ts"
import { Tokens } from "./accounts/Tokens.ts"
import { Users } from "./accounts/Users.ts"
import { Admissions } from "./admission/Admissions.ts"
import { TokenUses } from "./admission/TokenUses.ts"
import { CartQueries } from "./carts/CartQueries.ts"
import { Carts } from "./carts/Carts.ts"
import { ProductQueries } from "./products/ProductQueries.ts"
import { Products } from "./products/Products.ts"
import { ConsentLog } from "./contacts/ConsentLog.ts"
import { ContactConsents } from "./contacts/ContactConsents.ts"
import { ContactNotes } from "./contacts/ContactNotes.ts"
import { ContactExports } from "./contacts/ContactExports.ts"
import { ContactQueries } from "./contacts/ContactQueries.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { ReceivedTexts } from "./contacts/ReceivedTexts.ts"
import { SuppressionList } from "./contacts/SuppressionList.ts"
import { Timelines } from "./contacts/Timelines.ts"
import { CampaignAudiences } from "./campaigns/CampaignAudiences.ts"
import { CampaignReports } from "./campaigns/CampaignReports.ts"
import { Campaigns } from "./campaigns/Campaigns.ts"
import { CouponCodes } from "./coupons/CouponCodes.ts"
import { Coupons } from "./coupons/Coupons.ts"
import { ContactTopics } from "./contacts/ContactTopics.ts"
import { Topics } from "./topics/Topics.ts"
import { Secrets } from "./keys/Secrets.ts"
import { EventQueries } from "./events/EventQueries.ts"
import { Events } from "./events/Events.ts"
import { IdempotencyKeys } from "./events/IdempotencyKeys.ts"
import { FlowDefinitions } from "./flows/FlowDefinitions.ts"
import { FlowRunQueries } from "./flows/FlowRunQueries.ts"
import { Flows } from "./flows/Flows.ts"
import { FlowEndings } from "./flows/FlowEndings.ts"
import { CampaignStops } from "./campaigns/CampaignStops.ts"
import { FlowStops } from "./flows/FlowStops.ts"
import { FlowVersions } from "./flows/FlowVersions.ts"
import { PreviewFacts } from "./flows/PreviewFacts.ts"
import { FormPages } from "./forms/FormPages.ts"
import { Forms } from "./forms/Forms.ts"
import { FormTexts } from "./forms/FormTexts.ts"
import { SignUps } from "./forms/SignUps.ts"
import { BulkChanges } from "./changes/BulkChanges.ts"
import { Imports } from "./imports/Imports.ts"
import { MediaFiles } from "./media/MediaFiles.ts"
import { Templates } from "./templates/Templates.ts"
import { ConnectedShops } from "./integrations/ConnectedShops.ts"
import { PlatformDeliveries } from "./integrations/PlatformDeliveries.ts"
import { DeliveryQueries } from "./messages/DeliveryQueries.ts"
import { Clicks } from "./messages/Clicks.ts"
import { MessageEvents } from "./messages/MessageEvents.ts"
import { MessageQueries } from "./messages/MessageQueries.ts"
import { MessageRecipients } from "./messages/MessageRecipients.ts"
import { MessageReports } from "./mailReports/MessageReports.ts"
import { SendingAllowances } from "./messages/SendingAllowances.ts"
import { SenderDomains } from "./senders/SenderDomains.ts"
import { Senders } from "./senders/Senders.ts"
import { FurtherSenders } from "./senders/FurtherSenders.ts"
import { TrackingDomains } from "./senders/TrackingDomains.ts"
import { SenderKeys } from "./senders/SenderKeys.ts"
import { ReportKeys } from "./mailReports/ReportKeys.ts"
import { SoftBounces } from "./mailReports/SoftBounces.ts"
import { ShortLinks } from "./messages/ShortLinks.ts"
import { OrderQueries } from "./orders/OrderQueries.ts"
import { Orders } from "./orders/Orders.ts"
import { ActivityFigures } from "./reports/ActivityFigures.ts"
import { LiftFigures } from "./reports/LiftFigures.ts"
import { FlowReports } from "./reports/FlowReports.ts"
import { SalesFigures } from "./reports/SalesFigures.ts"
import { Segments } from "./segments/Segments.ts"
import { Sites } from "./visits/Sites.ts"
import { Visits } from "./visits/Visits.ts"

/** Accounts, members, credentials and senders. Requires `Keys`. */
export const AccountStoresLayer = Layer.mergeAll(
  Accounts.layer,
  Applications.layer,
  ConnectedShops.layer,
  HookNonces.layer,
  Integrations.layer,
  MadeCredentials.layer,
  Members.layer,
  Passwords.layer,
  Senders.layer,
  SenderKeys.layer,
  FurtherSenders.layer,
  SenderDomains.layer,
  TrackingDomains.layer,
  ReportKeys.layer,
  Sessions.layer,
  SetupLinks.layer,
  SignInAttempts.layer,
  Tokens.layer,
  Users.layer
).pipe(Layer.provide(Secrets.layer))

/** Every store that calls and programs use. Requires `Keys`. */
export const StoresLayer = Layer.mergeAll(
  ActivityFigures.layer,
  Admissions.layer,
  CampaignAudiences.layer,
  CampaignReports.layer,
  Campaigns.layer,
  CartQueries.layer,
  Carts.layer,
  ProductQueries.layer,
  Products.layer,
  Clicks.layer,
  ConsentLog.layer,
  ContactConsents.layer,
  ContactNotes.layer,
  ContactExports.layer,
  ContactQueries.layer,
  Contacts.layer,
  CouponCodes.layer,
  Coupons.layer,
  ContactTopics.layer,
  Topics.layer,
  DeliveryQueries.layer,
  EventQueries.layer,
  Events.layer,
  FlowReports.layer,
  LiftFigures.layer,
  FlowRunQueries.layer,
  FlowEndings.layer,
  FlowStops.layer,
  CampaignStops.layer,
  FlowVersions.layer,
  Flows.layer,
  FormPages.layer,
  Forms.layer,
  FormTexts.layer,
  SignUps.layer,
  ReceivedTexts.layer,
  IdempotencyKeys.layer,
  BulkChanges.layer,
  Imports.layer,
  MediaFiles.layer,
  Templates.layer,
  MessageEvents.layer,
  MessageQueries.layer,
  MessageReports.layer,
  OrderQueries.layer,
  Orders.layer,
  RateBudget.layer,
  Segments.layer,
  Sites.layer,
  Visits.layer,
  RequestQueries.layer,
  SalesFigures.layer,
  RequestLog.layer,
  PreviewFacts.layer,
  MessageRecipients.layer,
  ShortLinks.layer,
  SoftBounces.layer,
  SendingAllowances.layer,
  PlatformDeliveries.layer,
  TestClocks.layer,
  Timelines.layer,
  TokenUses.layer,
  AccountStoresLayer
).pipe(Layer.provideMerge(SuppressionList.layer), Layer.provide(FlowDefinitions.layer))
