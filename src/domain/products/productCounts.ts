const hour = 3_600_000
const day = 24 * hour

/** Bounds of what is counted of orders, and kept of it. Durations in milliseconds. */
export const countLimits = {
  /** The orders that best sellers and pairs are counted of. */
  bestSellersOf: 30 * day,
  pairsOf: 365 * day,
  /** The newest orders that pairs are counted of: on PostgreSQL, and embedded, where other calls wait meanwhile. */
  orders: { server: 1_000_000, embedded: 20_000 },
  /** Products of an order beyond which it tells of no pair: a list of a hundred has five thousand. */
  basket: 20,
  /** Orders that two products must have in common. */
  together: 5,
  /** The most that is kept. */
  pairs: 20,
  bestSellers: 200,
  /** A count is given up after this time. */
  longest: 300_000
} as const

/** What is known of the last count. Times in milliseconds of the account's clock. */
export interface LastCount {
  readonly counted_at: number | null
  /** Whether an order was placed since, or nothing was found before. */
  readonly has_news: boolean
}

/** Whether to count now: where orders came since, and once a day, since old orders run out. Pure. */
export const isWorthCounting = (now: number, { counted_at, has_news }: LastCount): boolean =>
  counted_at === null || has_news || now - counted_at >= day

/** When to look again: an hour later, or so much later that counting takes a hundredth of the time. Pure. */
export const nextCountAt = (now: number, took: number): number => now + Math.max(hour, 100 * took)
