import { Layer } from "effect"
import { Purges } from "../store/database/Purges.ts"
import { ExchangeCredentials } from "./accounts/ExchangeCredentials.ts"
import { ApplyConsentSignals } from "./contacts/ApplyConsentSignals.ts"
import { ListContacts } from "./contacts/ListContacts.ts"
import { WriteContacts } from "./contacts/WriteContacts.ts"
import { IngestEvents } from "./events/IngestEvents.ts"
import { ImportingLayer } from "./imports/ImportingLayer.ts"
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { RecipientFailuresLayer } from "./messages/ReportRecipientFailures.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { PurgeLayer } from "./Purge.ts"

/** What calls do, each in one transaction. */
export const ProgramsLayer = Layer.mergeAll(
  ApplyConsentSignals.layer,
  ExchangeCredentials.layer,
  IngestEvents.layer,
  ListContacts.layer,
  PlaceOrders.layer,
  PreviewMessages.layer,
  WriteContacts.layer,
  RecipientFailuresLayer.pipe(Layer.provide(ApplyConsentSignals.layer))
)

/** Takes in imports and removes expired rows for as long as the program runs. */
export const BackgroundProgramsLayer = Layer.merge(ImportingLayer, PurgeLayer.pipe(Layer.provide(Purges.layer)))
