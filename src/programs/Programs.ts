import { Layer } from "effect"
import { ExchangeCredentials } from "./ExchangeCredentials.ts"
import { HearContacts } from "./HearContacts.ts"
import { IngestEvents } from "./IngestEvents.ts"
import { ListContacts } from "./ListContacts.ts"
import { PlaceOrders } from "./PlaceOrders.ts"
import { PreviewMessages } from "./PreviewMessages.ts"
import { WriteContacts } from "./WriteContacts.ts"

/** What calls do, each in one transaction. */
export const ProgramsLayer = Layer.mergeAll(
  ExchangeCredentials.layer,
  HearContacts.layer,
  IngestEvents.layer,
  ListContacts.layer,
  PlaceOrders.layer,
  PreviewMessages.layer,
  WriteContacts.layer
)
