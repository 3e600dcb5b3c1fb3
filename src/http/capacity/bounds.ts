const mib = 1024 * 1024

/**
 * Bounds on connections. Beyond `all` and `perAddress` a connection is closed as it comes (proxies of `TRUST_PROXY` have no
 * bound by address), beyond `pipelined` with all that waits on it: `tally_connections_closed_total` by `limit`. A connection
 * ends too when its headers or a whole request take longer than this, when nothing of an answer that is written whole was read for
 * `unreadTimeout`, or when nothing at all passes for `idleTimeout` while a call is under way.
 * Milliseconds and bytes.
 */
export const connectionBounds = {
  all: 8_192,
  perAddress: 512,
  /** Requests that wait on a connection while the one before them is handled. */
  pipelined: 8,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  unreadTimeout: 30_000,
  idleTimeout: 30_000,
  // Longer than callers and proxies keep idle connections, so that they close first and never meet a reset.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024
} as const

/** How much may be taken at once, in all and by each key. */
export interface Bound {
  readonly all: number
  readonly each: number
}

/**
 * Bounds on calls, by kind of caller: `api` are calls with a valid token, each of a top-level account with its subaccounts;
 * `dashboard` are calls of signed-in users, each of a user; `public` is everything else that does work (sign-in, set-up, OAuth,
 * hooks, links), each of a client's network. `calls` are at work or wait for their account's turn; `bytes` are of bodies above
 * 16 KiB. Beyond them 503 with `Retry-After: 1`, counted in `tally_turned_away_total` under the kind (`api`, `api_bytes`), or
 * with `_each` for one caller's part.
 */
export const callBounds = {
  api: { calls: { all: 1_024, each: 384 }, bytes: { all: 64 * mib, each: 16 * mib } },
  dashboard: { calls: { all: 256, each: 64 }, bytes: { all: 16 * mib, each: 8 * mib } },
  public: { calls: { all: 256, each: 64 }, bytes: { all: 16 * mib, each: 4 * mib } }
} as const satisfies Record<string, Record<"calls" | "bytes", Bound>>

/**
 * Bounds beside those: a call waits for its account's turn for `fairWait` milliseconds, then 503, counted under `turn`
 * (domain/Company.ts says how many are at work at once). Of refusals of a caller in a minute those after `promptRefusals` leave
 * `refusalDelay` milliseconds later; up to 10,000 callers are remembered (store/RateLimitMemory.ts). Queues before the database
 * have a capacity and a longest wait of their own (store/Batch.ts): 503, counted under their name and `_queue`.
 */
export const waitBounds = { fairWait: 4_000, promptRefusals: 1_000, refusalDelay: 1_000 } as const
