import { Layer } from "effect"
import { CheckingTrackingLayer, CheckTracking } from "./senders/CheckTracking.ts"
import { TrackingCalls } from "../outbound/senders/TrackingCalls.ts"
import { DomainRecords } from "../outbound/senders/DomainRecords.ts"
import { FlowFacts } from "../store/conditions/FlowFacts.ts"
import { Secrets } from "../store/keys/Secrets.ts"
import { BulkChanges } from "../store/changes/BulkChanges.ts"
import { ContactFields } from "../store/contacts/ContactFields.ts"
import { Purges } from "../store/upkeep/Purges.ts"
import { AdvanceTestClock } from "./accounts/AdvanceTestClock.ts"
import { ManageCredentials } from "./accounts/ManageCredentials.ts"
import { CreateIntegration } from "./integrations/CreateIntegration.ts"
import { OpenAccounts } from "./accounts/OpenAccounts.ts"
import { CampaignsLayer } from "./campaigns/CampaignsLayer.ts"
import { EditCampaigns } from "./campaigns/EditCampaigns.ts"
import { CheckLinks } from "./campaigns/CheckLinks.ts"
import { ReviewCampaigns } from "./campaigns/ReviewCampaigns.ts"
import { WriteContacts } from "./contacts/WriteContacts.ts"
import { ApplyConsentSignals } from "./contacts/ApplyConsentSignals.ts"
import { ChangeManyContacts } from "./contacts/ChangeManyContacts.ts"
import { ChoosePreferences } from "./contacts/ChoosePreferences.ts"
import { ReadContacts } from "./contacts/ReadContacts.ts"
import { EditFlows } from "./flows/EditFlows.ts"
import { ScanContacts } from "./contacts/ScanContacts.ts"
import { SubmitForms } from "./forms/SubmitForms.ts"
import { ManageForms } from "./forms/ManageForms.ts"
import { EnrolmentsLayer } from "./flows/EnrolmentsLayer.ts"
import { FlowRunsLayer, FlowsLayer } from "./flows/FlowsLayer.ts"
import { UndoChanges } from "./changes/UndoChanges.ts"
import { UndoingLayer } from "./changes/UndoingLayer.ts"
import { UploadImports } from "./imports/UploadImports.ts"
import { ReceivePlatformWebhooks } from "./integrations/ReceivePlatformWebhooks.ts"
import { ErasingShopsLayer } from "./integrations/EraseShops.ts"
import { EditCoupons } from "./coupons/EditCoupons.ts"
import { EditTopics } from "./topics/EditTopics.ts"
import { EditMedia } from "./media/EditMedia.ts"
import { EditTemplates } from "./templates/EditTemplates.ts"
import { PutCarts } from "./carts/PutCarts.ts"
import { PutProducts } from "./products/PutProducts.ts"
import { CountingProductsLayer } from "./products/CountProducts.ts"
import { IngestEvents } from "./events/IngestEvents.ts"
import { ImportingLayer } from "./imports/ImportingLayer.ts"
import { CheckSender } from "./senders/CheckSender.ts"
import { EditSenders } from "./senders/EditSenders.ts"
import { ManageSender } from "./senders/ManageSender.ts"
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { ReceiveSmsStatus } from "./messages/ReceiveSmsStatus.ts"
import { RecordClicks } from "./messages/RecordClicks.ts"
import { ReceiveMailReports } from "./mailReports/ReceiveMailReports.ts"
import { ApplyingReportsLayer, KeepReports } from "./mailReports/KeepReports.ts"
import { BounceListenerLayer } from "./mailReports/BounceListener.ts"
import { ReceiveReports } from "./mailReports/ReceiveReports.ts"
import { SendingLayer } from "./messages/SendingLayer.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { ReadReports } from "./reports/ReadReports.ts"
import { EditSegments } from "./segments/EditSegments.ts"
import { ReadSegments } from "./segments/ReadSegments.ts"
import { TakeSiteCalls } from "./visits/TakeSiteCalls.ts"
import { PurgeLayer } from "./Purge.ts"
import { Backtests } from "./backtests/Backtests.ts"

const MailReportsLayer = ReceiveMailReports.layer.pipe(
  Layer.provideMerge(KeepReports.layer),
  Layer.provideMerge(ReceiveReports.layer),
  Layer.provideMerge(RecordClicks.layer)
)

const ReadSegmentsLayer = ReadSegments.layer.pipe(Layer.provide(FlowFacts.layer))

/** The programs that handlers call: each opens its own transaction. With the enrolment into flows, which joins theirs. */
export const ProgramsLayer = Layer.mergeAll(
  AdvanceTestClock.layer,
  ManageCredentials.layer,
  CreateIntegration.layer,
  OpenAccounts.layer,
  ApplyConsentSignals.layer,
  SubmitForms.layer,
  ManageForms.layer,
  EditFlows.layer,
  EditCoupons.layer,
  EditTopics.layer,
  ChoosePreferences.layer,
  EditMedia.layer,
  CheckLinks.layer,
  EditTemplates.layer,
  EditSegments.layer,
  ReadSegmentsLayer,
  ReadContacts.layer,
  UploadImports.layer,
  UndoChanges.layer,
  IngestEvents.layer,
  ChangeManyContacts.layer.pipe(
    Layer.provide([ContactFields.layer, WriteContacts.layer, ReadSegmentsLayer, BulkChanges.layer])
  ),
  Layer.mergeAll(ManageSender.layer, EditSenders.layer).pipe(Layer.provide(Secrets.layer)),
  EditCampaigns.layer.pipe(Layer.provideMerge(ReviewCampaigns.layer), Layer.provideMerge(PreviewMessages.layer)),
  CheckSender.layer.pipe(Layer.provide([PreviewMessages.layer, DomainRecords.layer])),
  CheckTracking.layer.pipe(Layer.provide(TrackingCalls.layer), Layer.provide(DomainRecords.layer)),
  ReadReports.layer,
  Backtests.layer,
  TakeSiteCalls.layer.pipe(Layer.provide(Layer.mergeAll(PutCarts.layer, IngestEvents.layer))),
  ReceivePlatformWebhooks.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(PlaceOrders.layer, WriteContacts.layer, PutCarts.layer, PutProducts.layer))
  ),
  ReceiveSmsStatus.layer.pipe(Layer.provide(ApplyConsentSignals.layer)),
  MailReportsLayer.pipe(Layer.provide(ApplyConsentSignals.layer))
).pipe(Layer.provide(ScanContacts.layer), Layer.provideMerge(FlowsLayer))

/** Runs flows, takes in imports, sends campaigns, messages and webhooks, counts products, erases stores and removes expired rows for as long as the program runs. */
export const BackgroundProgramsLayer = Layer.mergeAll(
  FlowRunsLayer,
  EnrolmentsLayer,
  ImportingLayer,
  UndoingLayer,
  CampaignsLayer,
  SendingLayer,
  ApplyingReportsLayer,
  BounceListenerLayer,
  ErasingShopsLayer,
  CountingProductsLayer,
  CheckingTrackingLayer,
  PurgeLayer.pipe(Layer.provide(Purges.layer))
)
