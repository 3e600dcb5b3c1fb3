import { fillTime } from "../forms/fillTime.ts"
import { softBounceLimit } from "../mailReports/softBounces.ts"

const day = 86_400_000

/** Milliseconds that rows are kept after their end, besides tables with a rule of their own. */
export const retention = {
  /** API tokens after revocation or expiry; the dashboard shows them. */
  apiTokens: 90 * day,
  /** Triggers of flows and refused starts; no rule reads them. */
  flowTriggers: 30 * day,
  /** Entries of flow steps by hour; reports cover at most 365 days. */
  stepEntries: 400 * day,
  /** Sign-ups of forms by hour. */
  signUps: 400 * day,
  /** Pages of forms that were sent: longer than a page can be sent at all. */
  formPages: fillTime.most + 3_600_000,
  /** Ids of inbound texts: a text repeated within this time has no effect. */
  receivedTexts: 90 * day,
  /** Soft bounces: those within this time count together. */
  softBounces: softBounceLimit.within,
  /** Reports of providers that could not be applied. */
  failedReports: 7 * day,
  /** Tokens of signed reports; longer than the oldest signature that is accepted. */
  reportNonces: 2 * day,
  /** Recipients that mail servers took and refused. */
  smtpReplies: 30 * day,
  /** Enrolments of campaigns after their message was due. */
  campaignEnrolments: 400 * day,
  /** Short links of texts after sending. */
  shortLinks: 90 * day,
  /** Finished webhook deliveries with their attempts. */
  webhookDeliveries: 90 * day,
  /** Carts after their last change: of contacts, and of visitors that no contact is known of. */
  carts: 90 * day,
  visitorCarts: 30 * day,
  /** Products after their removal, restockings and price drops, and the stock that a platform reported by itself. */
  removedProducts: 90 * day,
  productChanges: 90 * day,
  productLevels: 400 * day,
  /** Wishes to be told when a product is back, answered or not. */
  restockRequests: 400 * day,
  /** Webhooks of connected stores. */
  storeDeliveries: 30 * day,
  /** The request log and its daily counts. */
  requests: 30 * day,
  /** Processed messages of the workflow engine. */
  engineMessages: 3_600_000,
  /** Rate windows after their day, so that no running statement counts in a deleted one. */
  rateWindows: 3_600_000
} as const
