const day = 86_400_000

/** Milliseconds that rows outlive their last use, besides those that a rule of their own sets. */
export const retention = {
  /** Of an API token that was revoked or has expired: the dashboard still shows it. */
  apiTokens: 90 * day,
  /** Of the record of what happened to start flows, and of why none did; no rule reads it. */
  flowTriggers: 30 * day,
  /** Of an inbound text's id: one that is sent again within this time changes nothing. */
  receivedTexts: 90 * day,
  /** Of a webhook delivery that ended, with its log of tries. */
  webhookDeliveries: 90 * day,
  /** Of a call in the request log, and of how many there were on a day. */
  requests: 30 * day,
  /** Of a finished message of the workflow engine. */
  engineMessages: 3_600_000,
  /** Of a rate window after its day, so that no statement under way still counts in it. */
  rateWindows: 3_600_000
} as const
