/**
 * Every bound on concurrency in the program. 503 has `Retry-After: 1` (5 for password hashes). Its `limit` is a label of
 * `tally_rejected_calls_total`, or of `tally_connections_closed_total` where the connection is closed.
 *
 * | Bound                                  | Number, and its file where it is not this one                     | The caller gets            | Metric                                                   |
 * | -------------------------------------- | ----------------------------------------------------------------- | -------------------------- | -------------------------------------------------------- |
 * | listen backlog                         | 4,096 (http/server/Socket.ts)                                     | no connection              |                                                          |
 * | connections                            | 8,192; 512 a network but of TRUST_PROXY                           | closed                     | limit `all`; `address`                                   |
 * | requests waiting on a connection       | 8, and those of the same read; 8,192 in all                       | waits; closed after its last answer | limit `pipelined`                               |
 * | headers of a request                   | 16 KiB; 10 s                                                      | 431; 408                   |                                                          |
 * | a request; an unread response; silence | 30 s each                                                         | 408; closed; closed        |                                                          |
 * | calls with a valid token               | 1,024; 384 a top-level account                                    | 503                        | limit `api`; `api_each`                                  |
 * | calls of signed-in users               | 256; 64 a user                                                    | 503                        | limit `dashboard`; `dashboard_each`                      |
 * | other calls                            | 256; 64 a network                                                 | 503                        | limit `public`; `public_each`                            |
 * | bodies above 16 KiB, by kind           | 64, 24, 16 MiB; 16, 12, 4 MiB a caller                            | 503                        | limit `<kind>_bytes`; `<kind>_bytes_each`                |
 * | work slots of an account               | 4 while others call (domain/capacity/Contention.ts)               | waits                      |                                                          |
 * | wait for a work slot                   | 4 s                                                               | 503                        | limit `turn`                                             |
 * | 429 sent at once                       | 1,000 a caller and minute; the others 2 to 4 s later              | 429                        | `tally_rate_limited_total`                               |
 * | callers rejected from memory           | 10,000 (store/admission/RateLimitMemory.ts)                       | a decision of the database |                                                          |
 * | password hashes                        | 4 at once, 200 with those waiting (store/accounts/Passwords.ts)   | 503                        |                                                          |
 * | statements on all contacts             | 2; 1 an account; 20 s with the wait                               | waits, then 503            | `tally_database_unavailable_total`                       |
 * | exports of a contact; sender checks    | 2; 4, 1 an account                                                | waits                      |                                                          |
 * | mails before the spam filter           | 8; 5 s with the wait (outbound/email/SpamFilter.ts)               | waits; no score            |                                                          |
 * | pictures that are decoded              | 2, 1 an account; 10 s each (outbound/media/Pictures.ts)           | waits; 422                 |                                                          |
 * | queues before the database             | 10,000 calls, 4 s (store/batching/GroupCommit.ts and its callers) | 503                        | limit `admissions_queue`, `orders_queue`, `events_queue` |
 * | queue of sent messages                 | 10,000, no time-out (store/messages/Outbox.ts)                    |                            | limit `messages_queue`                                   |
 * | runs of a queue                        | 2 at once, of 32 calls (64 messages)                              | waits                      | `tally_queue_waiting`                                    |
 * | connections to the database            | DATABASE_CONNECTIONS, 10; embedded 1 (store/database/Database.ts) | waits                      | `tally_database_pool`                                    |
 * | work on the database                   | 4 s with its retries (store/database/Transaction.ts)              | 503                        | `tally_database_unavailable_total`                       |
 * | statement; lock; idle transaction      | 3 s; 2 s; 5 s (store/database/Database.ts)                        | retried, then 503          | `tally_database_errors_total`                            |
 */

const mib = 1024 * 1024

/** Bounds on connections, in milliseconds and bytes. */
export const connectionBounds = {
  all: 8_192,
  perAddress: 512,
  /** Requests that wait on a connection while the one before them is handled; beyond, it is not read. */
  pipelined: 8,
  /** Requests that wait on all connections. One read of 64 KiB brings 2,400 at most. */
  pipelinedInAll: 8_192,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** A completely written response of which nothing is read. */
  unreadTimeout: 30_000,
  /** The connection is silent while a call is at work. */
  idleTimeout: 30_000,
  // Longer than clients and proxies keep idle connections, so that they close first and never meet a reset.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024
} as const

/** A bound in total, and for each key. */
export interface Bound {
  readonly all: number
  readonly each: number
}

/**
 * Bounds on calls by kind. `api`: calls with a valid token, by top-level account. `dashboard`: calls of signed-in users, by user.
 * `public`: all other calls that do work (sign-in, set-up, OAuth, hooks, links), by network. `calls` are at work or wait for a work slot.
 */
export const callBounds = {
  api: { calls: { all: 1_024, each: 384 }, bytes: { all: 64 * mib, each: 16 * mib } },
  dashboard: { calls: { all: 256, each: 64 }, bytes: { all: 24 * mib, each: 12 * mib } },
  public: { calls: { all: 256, each: 64 }, bytes: { all: 16 * mib, each: 4 * mib } }
} as const satisfies Record<string, Record<"calls" | "bytes", Bound>>

/** Bytes of a body that reserves no memory of its kind: the bound on connections covers it. */
export const smallBody = 16 * 1024

/** The permits of every semaphore in the program; those who find none free wait. */
export const permits = {
  /** Statements on all contacts of an account: the other connections stay free for calls. */
  scans: 2,
  scansOfAccount: 1,
  /** Parts of backtests, each of a second. */
  backtests: 2,
  backtestsOfAccount: 1,
  /** Exports of one contact, whose rows are in memory. */
  contactExports: 2,
  /** Checks of a sender's domain, each of some 20 lookups. */
  senderChecks: 4,
  /** Checks of one account's domain, so that no account takes all. */
  senderChecksOfAccount: 1,
  /** Pictures that are decoded, in threads that password hashes need too. */
  pictures: 2,
  picturesOfAccount: 1,
  /** Checks of the links of a campaign, each of up to 20 calls. */
  linkChecks: 4,
  linkChecksOfAccount: 1,
  /** Mails that the spam filter is asked about. */
  spamChecks: 8,
  /** Fetches of certificates, whose addresses are not proven. */
  certificateFetches: 4,
  /** Sends that may have ended a process. */
  sendsAlone: 1,
  /** Writers of the request log. */
  logWriters: 1
} as const

/** Bounds on waiting, in milliseconds. */
export const waitBounds = {
  workSlotWait: 4_000,
  /** Rejections of a caller in a minute that are sent at once; later ones wait for one to two times `rejectionDelay`. */
  promptRejections: 1_000,
  rejectionDelay: 2_000
} as const
