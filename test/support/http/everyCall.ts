import { Effect } from "effect"
import { accountCalls } from "./calls/accounts.ts"
import { furtherSenderCalls } from "./calls/furtherSenders.ts"
import { senderCalls } from "./calls/sender.ts"
import { contactCalls } from "./calls/contacts.ts"
import { campaignCalls } from "./calls/campaigns.ts"
import { credentialCalls } from "./calls/credentials.ts"
import { desk } from "./calls/desk.ts"
import { flowCalls } from "./calls/flows.ts"
import { formCalls } from "./calls/forms.ts"
import { bulkChangeCalls } from "./calls/bulkChanges.ts"
import { importCalls } from "./calls/imports.ts"
import { couponCalls } from "./calls/coupons.ts"
import { topicCalls } from "./calls/topics.ts"
import { mediaCalls } from "./calls/media.ts"
import { templateCalls } from "./calls/templates.ts"
import { segmentCalls } from "./calls/segments.ts"
import { memberCalls, sessionCalls } from "./calls/people.ts"
import { publicCalls } from "./calls/public.ts"
import { readCalls } from "./calls/reads.ts"
import { sendingLimitCalls } from "./calls/sendingLimits.ts"
import { siteCalls } from "./calls/site.ts"
import { storeCalls } from "./calls/stores.ts"
import type { mailServer } from "../messages/providers.ts"

/** Valid requests for every operation of the API and the dashboard, several for operations with variants. */
export const everyCall = Effect.fnUntraced(function* (
  origin: string,
  token: string,
  mails: Effect.Success<ReturnType<typeof mailServer>>
) {
  const operator = yield* desk(origin)
  const calls = [
    ...sessionCalls(operator, mails),
    ...memberCalls(operator, mails),
    ...accountCalls(operator),
    ...senderCalls(operator),
    ...furtherSenderCalls(operator),
    ...credentialCalls(operator),
    ...contactCalls(operator),
    ...flowCalls(operator),
    ...sendingLimitCalls(operator),
    ...siteCalls(operator),
    ...segmentCalls(operator),
    ...couponCalls(operator),
    ...topicCalls(operator),
    ...mediaCalls(operator),
    ...templateCalls(operator),
    ...campaignCalls(operator),
    ...formCalls(operator),
    ...bulkChangeCalls(operator),
    ...importCalls(operator),
    ...storeCalls(operator),
    ...(yield* readCalls(operator))
  ]
  return [...publicCalls(origin, token), ...calls, ...calls.flatMap(operator.withToken)]
})
