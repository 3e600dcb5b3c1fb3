import { Layer } from "effect"
import { AdvanceTestClock } from "./accounts/AdvanceTestClock.ts"
import { CreateApplication } from "./accounts/CreateApplication.ts"
import { CreateIntegration } from "./accounts/CreateIntegration.ts"
import { CreateSubaccount } from "./accounts/CreateSubaccount.ts"
import { ExchangeCredentials } from "./accounts/ExchangeCredentials.ts"
import { ManageTokens } from "./accounts/ManageTokens.ts"
import { ApplyConsentSignals } from "./contacts/ApplyConsentSignals.ts"
import { IngestEvents } from "./events/IngestEvents.ts"
import { ListContacts } from "./contacts/ListContacts.ts"
import { PlaceOrders } from "./orders/PlaceOrders.ts"
import { PreviewMessages } from "./messages/PreviewMessages.ts"
import { WriteContacts } from "./contacts/WriteContacts.ts"

/** What calls do, each in one transaction. */
export const ProgramsLayer = Layer.mergeAll(
  AdvanceTestClock.layer,
  CreateApplication.layer,
  CreateIntegration.layer,
  CreateSubaccount.layer,
  ExchangeCredentials.layer,
  ManageTokens.layer,
  ApplyConsentSignals.layer,
  IngestEvents.layer,
  ListContacts.layer,
  PlaceOrders.layer,
  PreviewMessages.layer,
  WriteContacts.layer
)
