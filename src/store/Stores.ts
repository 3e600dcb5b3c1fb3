import { Layer } from "effect"
import { AccessTokens } from "./accounts/AccessTokens.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { Activity } from "./accounts/Activity.ts"
import { Applications } from "./accounts/Applications.ts"
import { ConsentLog } from "./contacts/ConsentLog.ts"
import { ContactConsents } from "./contacts/ContactConsents.ts"
import { ContactQueries } from "./contacts/ContactQueries.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { FlowDefinitions } from "./flows/FlowDefinitions.ts"
import { DeliveryQueries } from "./messages/DeliveryQueries.ts"
import { EventQueries } from "./events/EventQueries.ts"
import { Events } from "./events/Events.ts"
import { FlowRunQueries } from "./flows/FlowRunQueries.ts"
import { Flows } from "./flows/Flows.ts"
import { ReceivedTexts } from "./contacts/ReceivedTexts.ts"
import { HookNonces } from "./accounts/HookNonces.ts"
import { IdempotencyKeys } from "./events/IdempotencyKeys.ts"
import { Imports } from "./imports/Imports.ts"
import { Integrations } from "./accounts/Integrations.ts"
import { ManagedAccounts } from "./accounts/ManagedAccounts.ts"
import { Members } from "./accounts/Members.ts"
import { MessageQueries } from "./messages/MessageQueries.ts"
import { MessageReports } from "./messages/MessageReports.ts"
import { OrderQueries } from "./orders/OrderQueries.ts"
import { Orders } from "./orders/Orders.ts"
import { Passwords } from "./accounts/Passwords.ts"
import { SuppressionList } from "./contacts/SuppressionList.ts"
import { RequestQueries } from "./accounts/RequestQueries.ts"
import { PreviewFacts } from "./flows/PreviewFacts.ts"
import { Secrets } from "./database/Secrets.ts"
import { Sessions } from "./accounts/Sessions.ts"
import { SetupLinks } from "./accounts/SetupLinks.ts"
import { SignInAttempts } from "./accounts/SignInAttempts.ts"
import { TriggerOutcomes } from "./flows/TriggerOutcomes.ts"
import { Timelines } from "./contacts/Timelines.ts"
import { Tokens } from "./accounts/Tokens.ts"
import { TokenUses } from "./admission/TokenUses.ts"
import { Users } from "./accounts/Users.ts"

/** Who may do what: accounts and all that opens them. Needs `Keys`. */
export const PeopleLayer = Layer.mergeAll(
  AccessTokens.layer,
  Applications.layer,
  HookNonces.layer,
  Integrations.layer,
  ManagedAccounts.layer,
  Members.layer,
  Passwords.layer,
  Sessions.layer,
  SetupLinks.layer,
  SignInAttempts.layer,
  Tokens.layer,
  Users.layer
).pipe(Layer.provide(Secrets.layer))

/** Every store that calls read and write, but those that judge and note the calls themselves. Needs `Keys`. */
export const StoresLayer = Layer.mergeAll(
  Accounts.layer,
  Activity.layer,
  ConsentLog.layer,
  ContactConsents.layer,
  ContactQueries.layer,
  Contacts.layer,
  DeliveryQueries.layer,
  EventQueries.layer,
  Events.layer,
  FlowRunQueries.layer,
  Flows.layer,
  ReceivedTexts.layer,
  IdempotencyKeys.layer,
  Imports.layer,
  MessageQueries.layer,
  MessageReports.layer,
  OrderQueries.layer,
  Orders.layer,
  RequestQueries.layer,
  PreviewFacts.layer,
  TriggerOutcomes.layer,
  Timelines.layer,
  TokenUses.layer,
  PeopleLayer
).pipe(Layer.provideMerge(SuppressionList.layer), Layer.provide(FlowDefinitions.layer))
