import { Effect } from "effect"
import { parseSmtpUrl } from "../../domain/senders/SmtpServer.ts"
import { SendFailed } from "../sending/SendFailed.ts"
import { accountPool, type SmtpPool } from "./smtpPool.ts"

/** Mail servers of accounts with open connections; more than mails sent at once, so that there is always one to close. */
export const maxPools = 320

interface Entry {
  readonly pool: SmtpPool
  users: number
}

/**
 * The pools of the accounts' own mail servers, one an address, at most `maxPools`: the pool that was unused for longest makes room.
 * Idle connections close by themselves. Closing the scope closes all.
 */
export const makeAccountPools = (allowsPrivate: boolean, max = maxPools, connections = 16) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Map<string, Entry>()),
      (entries) =>
        Effect.sync(() => {
          for (const { pool } of entries.values()) pool.close()
        })
    ),
    (entries) => {
      const open = (url: string, name: string): Entry | undefined => {
        const found = entries.get(url)
        if (found !== undefined) {
          // A map lists its keys in the order of insertion: the least recently used comes first.
          entries.delete(url)
          entries.set(url, found)
          return found
        }
        const server = parseSmtpUrl(url)
        const unused = entries.size < max ? undefined : entries.entries().find(([, { users }]) => users === 0)
        if (server === undefined || (entries.size >= max && unused === undefined)) return undefined
        if (unused !== undefined) {
          entries.delete(unused[0])
          unused[1].pool.close()
        }
        const entry = { pool: accountPool(server, allowsPrivate, { name, maxConnections: connections }), users: 0 }
        entries.set(url, entry)
        return entry
      }
      return {
        /** The number of pools. */
        size: () => entries.size,
        /** Runs `use` with the pool of an address, which stays open meanwhile. A new pool greets its server by `name`. */
        use: <A, E>(
          url: string,
          name: string,
          use: (pool: SmtpPool) => Effect.Effect<A, E>
        ): Effect.Effect<A, E | SendFailed> =>
          Effect.acquireUseRelease(
            Effect.suspend(() => {
              const entry = open(url, name)
              if (entry === undefined) return Effect.fail(busy)
              entry.users++
              return Effect.succeed(entry)
            }),
            ({ pool }) => use(pool),
            (entry) => Effect.sync(() => void entry.users--)
          )
      }
    }
  )

const busy = new SendFailed({ permanent: false, signal: null, reason: "too many mail servers are in use" })
