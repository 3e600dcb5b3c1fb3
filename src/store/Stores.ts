import { Layer } from "effect"
import { AccessTokens } from "./AccessTokens.ts"
import { Accounts } from "./Accounts.ts"
import { Activity } from "./Activity.ts"
import { Applications } from "./Applications.ts"
import { ConsentLog } from "./ConsentLog.ts"
import { ContactConsents } from "./ContactConsents.ts"
import { ContactLists } from "./ContactLists.ts"
import { Contacts } from "./Contacts.ts"
import { Definitions } from "./Definitions.ts"
import { DeliveryLists } from "./DeliveryLists.ts"
import { EventLists } from "./EventLists.ts"
import { Events } from "./Events.ts"
import { FlowRunLists } from "./FlowRunLists.ts"
import { Flows } from "./Flows.ts"
import { HeardTexts } from "./HeardTexts.ts"
import { HookNonces } from "./HookNonces.ts"
import { IdempotencyKeys } from "./IdempotencyKeys.ts"
import { Imports } from "./Imports.ts"
import { Integrations } from "./Integrations.ts"
import { ManagedAccounts } from "./ManagedAccounts.ts"
import { Members } from "./Members.ts"
import { MessageLists } from "./MessageLists.ts"
import { MessageReports } from "./MessageReports.ts"
import { OrderLists } from "./OrderLists.ts"
import { Orders } from "./Orders.ts"
import { Passwords } from "./Passwords.ts"
import { RememberedConsents } from "./RememberedConsents.ts"
import { RequestLists } from "./RequestLists.ts"
import { Samples } from "./Samples.ts"
import { Secrets } from "./Secrets.ts"
import { Sessions } from "./Sessions.ts"
import { SetupLinks } from "./SetupLinks.ts"
import { SignInAttempts } from "./SignInAttempts.ts"
import { StartedFlows } from "./StartedFlows.ts"
import { Timelines } from "./Timelines.ts"
import { Tokens } from "./Tokens.ts"
import { TokenUses } from "./TokenUses.ts"
import { Users } from "./Users.ts"

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
  ContactLists.layer,
  Contacts.layer,
  DeliveryLists.layer,
  EventLists.layer,
  Events.layer,
  FlowRunLists.layer,
  Flows.layer,
  HeardTexts.layer,
  IdempotencyKeys.layer,
  Imports.layer,
  MessageLists.layer,
  MessageReports.layer,
  OrderLists.layer,
  Orders.layer,
  RequestLists.layer,
  Samples.layer,
  StartedFlows.layer,
  Timelines.layer,
  TokenUses.layer,
  PeopleLayer
).pipe(Layer.provideMerge(RememberedConsents.layer), Layer.provide(Definitions.layer))
