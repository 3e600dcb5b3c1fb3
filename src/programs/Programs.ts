import { Layer } from "effect"
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
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { UnsubscribePages } from "./messages/UnsubscribePages.ts"
import { RecipientFailuresLayer } from "./messages/ReportRecipientFailures.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { PurgeLayer } from "./Purge.ts"

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
  PlaceOrders.layer,
  PreviewMessages.layer,
  UnsubscribePages.layer,
  WriteContacts.layer,
  RecipientFailuresLayer.pipe(Layer.provide(ApplyConsentSignals.layer))
)

/** Takes in imports and removes expired rows for as long as the program runs. */
export const BackgroundProgramsLayer = Layer.merge(ImportingLayer, PurgeLayer.pipe(Layer.provide(Purges.layer)))
