/** Items that were taken together. */
export interface DequeuedItems<A> {
  readonly items: ReadonlyArray<A>
  /** The number of keys they were added under. */
  readonly keys: number
  /** Marks them as done, so that further items of their keys can be taken. */
  readonly release: () => void
  /** Removes and returns the further items of their keys, which wait for the release. */
  readonly drain: () => ReadonlyArray<A>
}

/**
 * One queue per key, served round-robin. While items of a key are taken and not released, its further items wait: items of one key are
 * never with two takers and keep their order.
 */
export interface FairQueue<A> {
  readonly add: (key: string, item: A) => void
  /** The number of keys that have items to take. */
  readonly readyKeys: () => number
  /** The number of items under those keys. */
  readonly readyItems: () => number
  /** Takes at most `max` items of at most `maxKeys` keys, `max` by default. The keys that were served go to the end of the round. */
  readonly take: (max: number, maxKeys?: number) => DequeuedItems<A>
  /** Removes and returns all items, also those that wait for a release. */
  readonly drain: () => ReadonlyArray<A>
  readonly size: () => number
}

export const makeFairQueue = <A>(): FairQueue<A> => {
  // Maps are replaced and never emptied: in V8 a long-lived map that shrinks keeps garbage of its old tables alive.
  let ready = new Map<string, Array<A>>()
  let taken: ReadonlyArray<Map<string, Array<A>>> = []
  let size = 0
  let blocked = 0
  return {
    size: () => size,
    readyKeys: () => ready.size,
    readyItems: () => size - blocked,
    add: (key, item) => {
      const blockedQueue = taken.find((queues) => queues.has(key))?.get(key)
      const queue = blockedQueue ?? ready.get(key)
      if (queue === undefined) ready.set(key, [item])
      else queue.push(item)
      if (blockedQueue !== undefined) blocked++
      size++
    },
    take: (max, maxKeys = max) => {
      const served = new Map<string, Array<A>>()
      const unserved = new Map<string, Array<A>>()
      for (const [key, queue] of ready) (served.size < maxKeys ? served : unserved).set(key, queue)
      ready = unserved
      taken = [...taken, served]
      const items = takeRoundRobin([...served.values()], max)
      size -= items.length
      blocked += countOf(served)
      const release = () => {
        taken = taken.filter((queues) => queues !== served)
        blocked -= countOf(served)
        for (const [key, queue] of served) if (queue.length > 0) ready.set(key, queue)
      }
      const drain = () => {
        const further = itemsOf([...served.values()])
        size -= further.length
        blocked -= further.length
        return further
      }
      return { items, keys: served.size, release, drain }
    },
    drain: () => {
      const items = itemsOf([ready, ...taken].flatMap((queues) => [...queues.values()]))
      ready = new Map()
      size = 0
      blocked = 0
      return items
    }
  }
}

const itemsOf = <A>(queues: ReadonlyArray<Array<A>>): ReadonlyArray<A> => queues.flatMap((queue) => queue.splice(0))

const countOf = (queues: ReadonlyMap<string, ReadonlyArray<unknown>>): number =>
  queues.values().reduce((count, queue) => count + queue.length, 0)

const takeRoundRobin = <A>(queues: ReadonlyArray<Array<A>>, max: number): ReadonlyArray<A> => {
  const items: Array<A> = []
  for (let waiting = queues; waiting.length > 0; waiting = waiting.filter((queue) => queue.length > 0)) {
    // A single queue is taken at once.
    const each = waiting.length === 1 ? max : 1
    for (const queue of waiting) items.push(...queue.splice(0, Math.min(each, max - items.length)))
    if (items.length >= max) break
  }
  return items
}
