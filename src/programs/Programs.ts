import { Layer } from "effect"
import { ExchangeCredentials } from "./accounts/ExchangeCredentials.ts"
import { ApplyConsentSignals } from "./contacts/ApplyConsentSignals.ts"
import { EditFlows } from "./flows/EditFlows.ts"
import { IngestEvents } from "./events/IngestEvents.ts"
import { ListContacts } from "./contacts/ListContacts.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { UploadImports } from "./imports/UploadImports.ts"
import { WriteContacts } from "./contacts/WriteContacts.ts"

/** What calls do, each in one transaction. */
export const ProgramsLayer = Layer.mergeAll(
  ExchangeCredentials.layer,
  ApplyConsentSignals.layer,
  EditFlows.layer,
  IngestEvents.layer,
  ListContacts.layer,
  PlaceOrders.layer,
  PreviewMessages.layer,
  UploadImports.layer,
  WriteContacts.layer
)
