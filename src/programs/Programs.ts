import { Layer } from "effect"
import { DomainRecords } from "../messages/email/DomainRecords.ts"
import { Secrets } from "../store/database/Secrets.ts"
import { Purges } from "../store/database/Purges.ts"
import { AdvanceTestClock } from "./accounts/AdvanceTestClock.ts"
import { CreateApplication } from "./accounts/CreateApplication.ts"
import { CreateIntegration } from "./accounts/CreateIntegration.ts"
import { CreateSubaccount } from "./accounts/CreateSubaccount.ts"
import { ExchangeCredentials } from "./accounts/ExchangeCredentials.ts"
import { ManageTokens } from "./accounts/ManageTokens.ts"
import { ApplyConsentSignals } from "./contacts/ApplyConsentSignals.ts"
import { ListContacts } from "./contacts/ListContacts.ts"
import { WriteContacts } from "./contacts/WriteContacts.ts"
import { EditFlows } from "./flows/EditFlows.ts"
import { UploadImports } from "./imports/UploadImports.ts"
import { IngestEvents } from "./events/IngestEvents.ts"
import { ImportingLayer } from "./imports/ImportingLayer.ts"
import { CheckSender } from "./messages/CheckSender.ts"
import { ManageSender } from "./messages/ManageSender.ts"
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { ReceiveSmsStatus } from "./messages/ReceiveSmsStatus.ts"
import { RecordClicks } from "./messages/RecordClicks.ts"
import { ReceiveMailReports } from "./messages/ReceiveMailReports.ts"
import { ReceiveReports } from "./messages/ReceiveReports.ts"
import { SendFailuresLayer } from "./messages/ReportSendFailures.ts"
import { UnsubscribePages } from "./messages/UnsubscribePages.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { PurgeLayer } from "./Purge.ts"

const MailReportsLayer = ReceiveMailReports.layer.pipe(
  Layer.provideMerge(ReceiveReports.layer),
  Layer.provideMerge(RecordClicks.layer)
)

/** The programs that handlers call. Each opens its own transaction. */
export const ProgramsLayer = Layer.mergeAll(
  AdvanceTestClock.layer,
  CreateApplication.layer,
  CreateIntegration.layer,
  CreateSubaccount.layer,
  ManageTokens.layer,
  ApplyConsentSignals.layer,
  ExchangeCredentials.layer,
  EditFlows.layer,
  UploadImports.layer,
  IngestEvents.layer,
  ListContacts.layer,
  CheckSender.layer.pipe(Layer.provide(DomainRecords.layer)),
  ManageSender.layer.pipe(Layer.provide(Secrets.layer)),
  PlaceOrders.layer,
  PreviewMessages.layer,
  UnsubscribePages.layer,
  WriteContacts.layer,
  ReceiveSmsStatus.layer.pipe(Layer.provide(ApplyConsentSignals.layer)),
  SendFailuresLayer.pipe(Layer.provideMerge(MailReportsLayer), Layer.provide(ApplyConsentSignals.layer))
)

/** Takes in imports and removes expired rows for as long as the program runs. */
export const BackgroundProgramsLayer = Layer.merge(ImportingLayer, PurgeLayer.pipe(Layer.provide(Purges.layer)))
